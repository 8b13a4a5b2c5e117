package io.parallax.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.parallax.math.Rng;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ClusteringTest {
  private static final double EXACT = 1e-12;

  @Test
  void measuresAgreeWithTheStoredReferenceValues() throws IOException {
    Path file = Path.of("../../../shared/oracle/metrics.json");
    if (!Files.exists(file)) {
      System.out.println("Skipped: no reference values in shared/oracle/metrics.json");
    }
    assumeTrue(Files.exists(file), "no reference values in shared/oracle/metrics.json");
    String number = "([0-9.eE+-]+)";
    Matcher reference =
        Pattern.compile(
                "truth:\\[([0-9,]*)],pred:\\[([0-9,]*)],acc:%s,nmi_max_entropy:%s,purity:%s"
                    .formatted(number, number, number))
            .matcher(Files.readString(file).replaceAll("[\\s\"]", ""));
    int cases = 0;
    for (; reference.find(); cases++) {
      int[] truth = labels(reference.group(1));
      int[] clusters = labels(reference.group(2));
      assertThat(Clustering.accuracy(truth, clusters))
          .isCloseTo(value(reference, 3), within(EXACT));
      assertThat(Clustering.nmi(truth, clusters)).isCloseTo(value(reference, 4), within(EXACT));
      assertThat(Clustering.purity(truth, clusters)).isCloseTo(value(reference, 5), within(EXACT));
    }
    assertThat(cases).isGreaterThanOrEqualTo(4);
  }

  @Test
  void measuresAgreeWithNumbersWorkedOutByHand() {
    int[] truth = {0, 0, 0, 1, 1, 1};
    int[] clusters = {0, 0, 1, 1, 2, 2};
    assertThat(Clustering.accuracy(truth, clusters)).isCloseTo(4.0 / 6, within(EXACT));
    assertThat(Clustering.purity(truth, clusters)).isCloseTo(5.0 / 6, within(EXACT));
    // Known value of this pair: 0.24242424…
    assertThat(Clustering.adjustedRand(truth, clusters)).isCloseTo(8.0 / 33, within(EXACT));
    double shared = 2.0 / 3 * Math.log(2);
    assertThat(Clustering.nmi(truth, clusters)).isCloseTo(shared / Math.log(3), within(EXACT));
  }

  @Test
  void namesOfClustersDoNotMatter() {
    int[] truth = {5, 5, -1, -1, 9, 9};
    int[] clusters = {2, 2, 7, 7, 100, 100};
    assertThat(Clustering.asMap(truth, clusters).values())
        .allSatisfy(v -> assertThat(v).isCloseTo(1, within(EXACT)));
    assertThat(Clustering.asMap(truth, clusters).keySet())
        .containsExactly("accuracy", "nmi", "purity", "adjustedRand");
  }

  @Test
  void oneClusterOnBothSidesHasNoInformationToShare() {
    int[] same = {4, 4, 4};
    assertThat(Clustering.nmi(same, same)).isZero();
    assertThat(Clustering.adjustedRand(same, same)).isEqualTo(1);
    assertThat(Clustering.accuracy(same, same)).isEqualTo(1);
  }

  @Test
  void randomClustersHaveAnAdjustedRandIndexNearZero() {
    Rng rng = Rng.of(8);
    int[] truth = IntStream.range(0, 20_000).map(i -> rng.below(4)).toArray();
    int[] clusters = IntStream.range(0, 20_000).map(i -> rng.below(5)).toArray();
    assertThat(Clustering.adjustedRand(truth, clusters)).isCloseTo(0, within(1e-3));
    assertThat(Clustering.nmi(truth, clusters)).isCloseTo(0, within(2e-3));
  }

  @Test
  void theAssignmentIsAsCheapAsTheBestOfAllOrders() {
    Rng rng = Rng.of(9);
    for (int trial = 0; trial < 200; trial++) {
      int n = 1 + rng.below(6);
      double[][] cost = new double[n][n];
      for (double[] row : cost) {
        Arrays.setAll(row, j -> rng.chance(0.5) ? rng.below(4) - 2 : rng.gaussian());
      }
      int[] match = Assignment.cheapest(cost);
      double found = IntStream.range(0, n).mapToDouble(i -> cost[i][match[i]]).sum();
      assertThat(Arrays.stream(match).distinct().count()).isEqualTo(n);
      assertThat(found).isCloseTo(cheapest(cost, 0, new boolean[n]), within(1e-9));
    }
  }

  @Test
  void listsOfDifferentLengthAreRefused() {
    assertThatThrownBy(() -> Clustering.nmi(new int[] {1, 2}, new int[] {1}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("one entry per sample");
  }

  private static double cheapest(double[][] cost, int row, boolean[] taken) {
    if (row == cost.length) {
      return 0;
    }
    double best = Double.POSITIVE_INFINITY;
    for (int column = 0; column < cost.length; column++) {
      if (!taken[column]) {
        taken[column] = true;
        best = Math.min(best, cost[row][column] + cheapest(cost, row + 1, taken));
        taken[column] = false;
      }
    }
    return best;
  }

  private static int[] labels(String list) {
    return Arrays.stream(list.split(",")).mapToInt(Integer::parseInt).toArray();
  }

  private static double value(Matcher reference, int group) {
    return Double.parseDouble(reference.group(group));
  }
}
