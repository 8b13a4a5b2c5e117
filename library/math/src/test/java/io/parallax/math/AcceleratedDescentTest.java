package io.parallax.math;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Gradient steps on f(z) = ½zᵀHz − bᵀz, whose minimum is known. */
class AcceleratedDescentTest {
  private static final int SIZE = 12;
  private final Rng rng = Rng.of(5);
  private final Matrix h = hessian();
  private final Matrix b = Matrix.gaussian(SIZE, 2, rng);
  private final Matrix lowest = Naive.times(Naive.inverse(h), b);

  /** Eigenvalues between 10⁻³ and 1, so that plain steps of length 1 are slow. */
  private Matrix hessian() {
    Matrix q = Matrix.orthonormal(SIZE, SIZE, rng);
    Matrix scaled =
        Matrix.fill(SIZE, SIZE, (i, j) -> q.get(i, j) * Math.pow(10, -3.0 * j / (SIZE - 1)));
    return scaled.timesTranspose(q);
  }

  private double f(Matrix z) {
    return z.dot(h.times(z)) / 2 - b.dot(z);
  }

  private Matrix g(Matrix z) {
    return z.minus(h.times(z).minus(b));
  }

  @Test
  void reachesTheMinimumInFewSteps() {
    AcceleratedDescent descent = new AcceleratedDescent(Matrix.zeros(SIZE, 2), 10);
    int steps = 0;
    double change = 1;
    while (!(change <= 1e-10) && steps++ < 200) {
      change = descent.step(f(descent.point()), g(descent.point()));
    }
    assertThat(steps).isLessThan(120);
    assertThat(descent.image().maxAbsDifference(lowest)).isLessThan(1e-6 * lowest.maxAbs());
  }

  @Test
  void aStepThatRisesIsTakenBackAndAPlainOneFollows() {
    Matrix start = Matrix.zeros(SIZE, 2);
    AcceleratedDescent descent = new AcceleratedDescent(start, 3);
    assertThat(descent.image()).isEqualTo(start);
    double change = descent.step(5, b);
    assertThat(change).isEqualTo(1);
    assertThat(descent.point()).isEqualTo(b);
    assertThat(descent.step(6, lowest)).isNaN();
    assertThat(descent.point()).isEqualTo(b);
    assertThat(descent.image()).isEqualTo(b);
    assertThat(descent.value()).isEqualTo(5);
  }

  @Test
  void aPlainStepIsKeptEvenIfRoundingRaisesTheValue() {
    AcceleratedDescent descent = new AcceleratedDescent(Matrix.zeros(SIZE, 2), 3);
    descent.step(5, b);
    descent.step(6, lowest); // taken back
    assertThat(descent.step(5.1, lowest)).isFinite();
    assertThat(descent.image()).isEqualTo(lowest);
    assertThat(descent.value()).isEqualTo(5);
  }
}
