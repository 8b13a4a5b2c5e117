package io.parallax.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import org.junit.jupiter.api.Test;

class PrincipalAxesTest {

  @Test
  void distancesStayUpToTheUnit() {
    Matrix points = Clusters.of(40, 6, 3, Rng.of(1)).map(v -> 1e9 + v);
    Matrix scores = PrincipalAxes.scores(points, 50, Rng.of(2));
    assertThat(scores.cols()).isEqualTo(6);
    double unit = distance(points, 0, 1) / distance(scores, 0, 1);
    for (int i = 2; i < 40; i++) {
      assertThat(unit * distance(scores, 0, i)).isCloseTo(distance(points, 0, i), within(1e-5));
    }
  }

  @Test
  void axesAreUncorrelatedAndTheLongestComeFirst() {
    Matrix gram = PrincipalAxes.scores(Clusters.of(500, 8, 4, Rng.of(3)), 3, Rng.of(4)).gram();
    assertThat(gram.get(0, 0)).isGreaterThan(gram.get(1, 1));
    assertThat(gram.get(1, 1)).isGreaterThan(gram.get(2, 2));
    assertThat(Math.abs(gram.get(0, 1)) + Math.abs(gram.get(1, 2))).isLessThan(1e-9);
  }

  @Test
  void wideDataIsSketchedWithoutLosingItsLongAxes() {
    Matrix few = Clusters.of(200, 10, 5, Rng.of(5));
    Matrix wide = few.times(Matrix.orthonormal(700, 10, Rng.of(6)).transpose());
    Matrix scores = PrincipalAxes.scores(wide, 10, Rng.of(7));
    double unit = distance(few, 0, 1) / distance(scores, 0, 1);
    for (int i = 2; i < 200; i++) {
      assertThat(unit * distance(scores, 0, i)).isCloseTo(distance(few, 0, i), within(1e-9));
    }
  }

  private static double distance(Matrix points, int i, int j) {
    Matrix a = points.selectRows(new int[] {i});
    return Math.sqrt(a.squaredDistance(points.selectRows(new int[] {j})));
  }
}
