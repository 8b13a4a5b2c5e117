package io.parallax.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class AndersonTest {
  private static final int SIZE = 20;
  private static final double CLOSE = 1e-9;
  private static final int MOST = 5000;

  private final Rng rng = Rng.of(31);
  private final Matrix m = contraction();
  private final Matrix b = Matrix.gaussian(SIZE, 3, rng);
  private final Matrix fixed =
      Naive.times(Naive.inverse(Matrix.identity(SIZE).minus(m)), b); // (I − M)⁻¹ b

  @Test
  void reachesTheFixedPointOfASlowContractionInFarFewerSteps() {
    int plain = steps((z, image) -> image);
    int accelerated = steps(new Anderson(10)::next);
    assertThat(plain).isBetween(1000, MOST);
    assertThat(accelerated).isLessThan(plain / 15);
  }

  @Test
  void moreMemoryNeedsNoMoreSteps() {
    int one = steps(new Anderson(1)::next);
    assertThat(steps(new Anderson(5)::next)).isLessThanOrEqualTo(one);
    assertThat(one).isLessThan(steps((z, image) -> image));
  }

  @Test
  void theFirstStepIsPlainAndSoIsOneAfterForgetting() {
    Anderson anderson = new Anderson(5);
    Matrix z = Matrix.zeros(SIZE, 3);
    assertThat(anderson.next(z, map(z))).isEqualTo(map(z));
    Matrix second = map(z);
    assertThat(anderson.next(second, map(second))).isNotEqualTo(map(second));
    anderson.forget();
    assertThat(anderson.next(second, map(second))).isEqualTo(map(second));
    Anderson fresh = new Anderson(5);
    fresh.next(second, map(second));
    Matrix third = map(second);
    assertThat(anderson.next(third, map(third))).isEqualTo(fresh.next(third, map(third)));
  }

  @Test
  void staysAtTheFixedPoint() {
    Anderson anderson = new Anderson(3);
    Matrix z = fixed;
    for (int k = 0; k < 10; k++) {
      z = anderson.next(z, map(z));
      assertThat(z.maxAbsDifference(fixed)).isLessThan(1e-9);
    }
    Anderson still = new Anderson(3);
    for (int k = 0; k < 10; k++) {
      assertThat(still.next(b, b)).isEqualTo(b);
    }
  }

  @Test
  void stepsThatWaitInFilesGiveTheSameBits() {
    Anderson inMemory = new Anderson(4);
    Anderson inFiles = new Anderson(4, 1);
    Matrix z = Matrix.zeros(SIZE, 3);
    for (int k = 0; k < 12; k++) {
      Matrix next = inMemory.next(z, map(z));
      assertThat(inFiles.next(z, map(z))).isEqualTo(next);
      z = next;
      if (k == 7) {
        inMemory.forget();
        inFiles.forget();
      }
    }
  }

  @Test
  void aLargeMatrixComesBackFromItsFile() {
    Matrix large = Matrix.gaussian(70_001, 3, rng);
    try (SpilledMatrix file = new SpilledMatrix(large, 1000)) {
      assertThat(file.matrix()).isEqualTo(large).isNotSameAs(large);
    }
    try (SpilledMatrix memory = new SpilledMatrix(large, 300_000)) {
      assertThat(memory.matrix()).isSameAs(large);
    }
  }

  @Test
  void refusesToRememberNothing() {
    for (int memory : new int[] {0, -3}) {
      assertThatThrownBy(() -> new Anderson(memory))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("memory is " + memory + ", must be at least 1");
    }
  }

  /** Steps from zero until z is close to the fixed point. */
  private int steps(java.util.function.BinaryOperator<Matrix> next) {
    UnaryOperator<Matrix> step = z -> next.apply(z, map(z));
    Matrix z = Matrix.zeros(SIZE, 3);
    for (int k = 0; k < MOST; k++) {
      if (z.maxAbsDifference(fixed) < CLOSE) {
        return k;
      }
      z = step.apply(z);
    }
    throw new AssertionError("not there after " + MOST + " steps");
  }

  private Matrix map(Matrix z) {
    return Naive.times(m, z).plus(b);
  }

  /** Symmetric, with eigenvalues from 0 to 0.99. */
  private Matrix contraction() {
    Matrix q = Matrix.orthonormal(SIZE, SIZE, rng);
    Matrix values = Matrix.fill(SIZE, SIZE, (i, j) -> i == j ? 0.99 * i / (SIZE - 1) : 0);
    return Naive.times(Naive.times(q, values), Naive.transpose(q));
  }
}
