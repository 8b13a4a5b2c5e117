package io.parallax.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Symmetric parts, of sizes below, at and beyond whole tiles. */
class SymmetricTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 63, 64, 65, 130})
  void packsWhatIsBelowTheDiagonal(int n) {
    Matrix s = Matrix.gaussian(n, n, Rng.of(n));
    Matrix packed = Symmetric.pack(s);
    assertThat(packed.rows()).isEqualTo(Symmetric.length(n));
    int at = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        assertThat(packed.get(at++, 0)).isEqualTo((s.get(i, j) + s.get(j, i)) / 2);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 63, 64, 65, 130})
  void addsWhatWasPackedToThePositivePart(int n) {
    Matrix s = Matrix.gaussian(n, n, Rng.of(n));
    Matrix other = Matrix.gaussian(n, n, Rng.of(n + 1));
    Matrix found = Symmetric.ofPositive(s, 0.5, Symmetric.pack(other));
    Matrix positive = s.map(v -> Math.max(v, 0));
    Matrix expected =
        Matrix.fill(
            n,
            n,
            (i, j) ->
                (positive.get(i, j) + positive.get(j, i)) / 2
                    + (i == j ? 0 : (other.get(i, j) + other.get(j, i)) / 4));
    assertThat(found.maxAbsDifference(expected)).isLessThan(1e-15);
    assertThat(found).isEqualTo(found.transpose());
  }

  @Test
  void refusesWhatIsNotSquare() {
    assertThatThrownBy(() -> Symmetric.pack(Matrix.zeros(2, 3)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Symmetric.ofPositive(Matrix.zeros(3, 3), 1, Matrix.zeros(2, 1)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
