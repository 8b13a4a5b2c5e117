package io.parallax.pages;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.core.Affinity;
import io.parallax.math.Matrix;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HeatMapTest {
  @Test
  void smallClustersHaveNumbersThatKeepApart() {
    HeatMap map = of(IntStream.range(0, 200).map(i -> Math.max(0, i - 193)).toArray());
    assertThat(map.sizes()).containsExactly(194, 1, 1, 1, 1, 1, 1);
    double[] left = places(map, "y=\"([0-9.]+)\" text-anchor=\"end\">(\\d+)<");
    double[] top = places(map, "x=\"([0-9.]+)\" y=\"[0-9.]+\" text-anchor=\"middle\">(\\d+)<");
    assertThat(left).hasSize(7);
    assertThat(top).hasSize(7);
    for (int i = 1; i < 7; i++) {
      assertThat(left[i] - left[i - 1]).isGreaterThan(12);
      assertThat(top[i] - top[i - 1]).isGreaterThan(12);
    }
    assertThat(left[6]).isLessThan(340);
  }

  @Test
  void theScaleTellsWhatTheDarkestShadeStandsFor() {
    HeatMap map = of(new int[] {0, 0, 1, 1, 0, 1});
    assertThat(map.most()).isEqualTo(0.25);
    assertThat(map.svg().render()).contains(">0.25 or more<");
    HeatMap bare = new HeatMap(map.png(), map.sizes(), map.across(), 0);
    assertThat(bare.svg().render()).doesNotContain("or more");
  }

  @Test
  void anchorsHaveBordersOfTheirOwn() {
    int[] anchors = {0, 3, 4};
    Matrix values = Matrix.fill(6, 3, (i, j) -> 0.1);
    HeatMap map = HeatMap.of(new Affinity(values, anchors), new int[] {0, 0, 0, 0, 1, 1});
    assertThat(map.sizes()).containsExactly(4, 2);
    assertThat(map.across()).containsExactly(2, 1);
  }

  /** Rows of the same cluster are alike by 0.25. */
  private static HeatMap of(int[] clusters) {
    int n = clusters.length;
    Matrix values = Matrix.fill(n, n, (i, j) -> clusters[i] == clusters[j] ? 0.25 : 0);
    return HeatMap.of(new Affinity(values, IntStream.range(0, n).toArray()), clusters);
  }

  private static double[] places(HeatMap map, String pattern) {
    List<java.util.regex.MatchResult> found =
        Pattern.compile(pattern).matcher(map.svg().render()).results().toList();
    return found.stream()
        .filter(one -> !one.group(2).equals("0")) // the scale's
        .mapToDouble(one -> Double.parseDouble(one.group(1)))
        .toArray();
  }
}
