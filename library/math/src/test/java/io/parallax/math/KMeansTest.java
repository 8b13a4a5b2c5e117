package io.parallax.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class KMeansTest {
  /** Three far clusters of 5, 10 and 15 rows, shuffled. */
  private static final int[] TRUTH = truth();

  private static int[] truth() {
    int[] truth = IntStream.range(0, 30).map(i -> i < 5 ? 2 : i < 15 ? 1 : 0).toArray();
    Rng.of(3).shuffle(truth);
    return truth;
  }

  private static Matrix points() {
    Rng rng = Rng.of(4);
    return Matrix.fill(30, 2, (i, j) -> (j == 0 ? 10 : -7) * TRUTH[i] + rng.gaussian());
  }

  @Test
  void farClustersAreFoundAndNamedByTheirSize() {
    assertThat(KMeans.cluster(points(), 3, 5, Rng.of(1)).clusters()).isEqualTo(TRUTH);
  }

  @Test
  void namesDoNotDependOnTheSeed() {
    int[] first = KMeans.cluster(points(), 3, 5, Rng.of(1)).clusters();
    for (long seed = 2; seed < 12; seed++) {
      assertThat(KMeans.cluster(points(), 3, 5, Rng.of(seed)).clusters()).isEqualTo(first);
    }
  }

  @Test
  void clustersOfOneSizeAreNamedByTheirFirstRow() {
    Matrix line = Matrix.of(new double[][] {{9}, {0}, {5}, {9.1}, {0.1}, {5.1}});
    int[] found = KMeans.cluster(line, 3, 5, Rng.of(1)).clusters();
    assertThat(found).containsExactly(0, 1, 2, 0, 1, 2);
  }

  @Test
  void centresAreMeansAndTheSpreadIsWhatIsLeft() {
    KMeans.Found found = KMeans.cluster(points(), 3, 5, Rng.of(1));
    Matrix sizes = found.membership().transposeTimes(Matrix.fill(30, 1, (i, j) -> 1));
    Matrix sums = found.membership().transposeTimes(points());
    Matrix means = Matrix.fill(3, 2, (k, j) -> sums.get(k, j) / sizes.get(k, 0));
    assertThat(found.centres().maxAbsDifference(means)).isLessThan(1e-12);
    double spread = points().squaredDistance(found.membership().times(means));
    assertThat(found.spread()).isCloseTo(spread, within(1e-10));
  }

  @Test
  void moreStartsNeverGiveAWiderSpread() {
    Matrix points = Matrix.gaussian(80, 3, Rng.of(9));
    double last = Double.POSITIVE_INFINITY;
    for (int starts : new int[] {1, 2, 8, 32}) {
      double spread = KMeans.cluster(points, 7, starts, Rng.of(2)).spread();
      assertThat(spread).isLessThanOrEqualTo(last);
      last = spread;
    }
  }

  @Test
  void rowsThatAreAllTheSameAndAClusterForEachRowAreNoTrouble() {
    Matrix same = Matrix.fill(6, 2, (i, j) -> 1);
    KMeans.Found found = KMeans.cluster(same, 3, 2, Rng.of(1));
    assertThat(found.spread()).isZero();
    assertThat(Arrays.stream(found.clusters()).distinct().count()).isBetween(1L, 3L);
    Matrix line = Matrix.fill(5, 1, (i, j) -> i * i);
    assertThat(KMeans.cluster(line, 5, 3, Rng.of(1)).clusters()).containsExactly(0, 1, 2, 3, 4);
  }

  @Test
  void moreClustersThanRowsAreRefused() {
    assertThatThrownBy(() -> KMeans.cluster(points(), 31, 1, Rng.of(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("31 clusters of 30 rows in 1 starts");
  }
}
