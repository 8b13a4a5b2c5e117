package io.parallax.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SilhouetteTest {
  private static final double EXACT = 1e-9;

  @Test
  void agreesWithNumbersWorkedOutByHand() {
    Silhouette found = of(column(0, 1, 5, 7), 0, 0, 1, 1);
    // Row 0: a = 1, b = (5 + 7) / 2 = 6; and so on. One view's scale does not matter.
    double[] rows = {1 - 1 / 6.0, 1 - 1 / 5.0, 1 - 2 / 4.5, 1 - 2 / 6.5};
    assertThat(found.byGroup()[0]).isCloseTo((rows[0] + rows[1]) / 2, within(EXACT));
    assertThat(found.byGroup()[1]).isCloseTo((rows[2] + rows[3]) / 2, within(EXACT));
    assertThat(found.mean()).isCloseTo(Arrays.stream(rows).sum() / 4, within(EXACT));
    assertThat(found.fewer()).isEmpty();
    assertThat(of(column(0, 10, 50, 70), 0, 0, 1, 1).mean()).isCloseTo(found.mean(), within(EXACT));
  }

  @Test
  void aRowAloneInItsGroupAndEqualRowsCountAsNothing() {
    assertThat(of(column(0, 1, 9), 0, 0, 1).byGroup()[1]).isZero();
    assertThat(of(column(3, 3, 3, 3), 0, 0, 1, 1).mean()).isZero();
    assertThat(of(column(0, 1, 2), 0, 0, 0).mean()).isZero();
    Silhouette unused = of(column(0, 1, 8, 9), 0, 0, 2, 2);
    assertThat(unused.byGroup()).hasSize(3);
    assertThat(unused.byGroup()[1]).isZero();
    assertThat(unused.mean()).isGreaterThan(0.8);
  }

  @Test
  void mergingTheNearestGroupsTellsThatFewerAreClearer() {
    Rng rng = Rng.of(3);
    Matrix two = Clusters.of(120, 4, 2, rng);
    int[] four = IntStream.range(0, 120).map(i -> i % 2 + (i % 4 < 2 ? 0 : 2)).toArray();
    Silhouette found = Silhouette.of(new RowDistances(List.of(two)), four, 4, rng);
    assertThat(found.fewer()).hasSize(2);
    assertThat(found.fewer().get(1)).isGreaterThan(found.mean() + 0.3);
    int[] merged = Clusters.labels(120, 2);
    double known = Silhouette.of(new RowDistances(List.of(two)), merged, 2, rng).mean();
    assertThat(found.fewer().get(1)).isCloseTo(known, within(EXACT));
  }

  @Test
  void everyViewCountsAlikeHoweverManyColumnsItHas() {
    Rng rng = Rng.of(5);
    Matrix told = Clusters.of(60, 3, 3, rng);
    Matrix noise = Matrix.gaussian(60, 3, rng);
    Matrix wide = Matrix.stackColumns(List.of(noise, noise, noise, noise));
    int[] groups = Clusters.labels(60, 3);
    double narrow = of(List.of(told, noise), groups).mean();
    assertThat(of(List.of(told, wide), groups).mean()).isCloseTo(narrow, within(EXACT));
    Matrix together = Matrix.stackColumns(List.of(told, wide));
    assertThat(of(List.of(together), groups).mean()).isNotCloseTo(narrow, within(0.001));
  }

  @Test
  void ofManyRowsASampleIsNearTheWholeAndKeepsSmallGroups() {
    int n = Silhouette.MOST + 1500;
    Rng rng = Rng.of(7);
    int[] groups = IntStream.range(0, n).map(i -> i < 25 ? 2 : i % 2).toArray();
    Matrix centres = Matrix.gaussian(3, 5, rng).scale(2);
    Matrix x = Matrix.fill(n, 5, (i, j) -> centres.get(groups[i], j) + rng.gaussian());
    Silhouette sampled = of(List.of(x), groups);
    assertThat(sampled.mean()).isCloseTo(whole(x, groups), within(0.02));
    assertThat(sampled.byGroup()[2]).isNotZero();
    assertThat(of(List.of(x), groups)).usingRecursiveComparison().isEqualTo(sampled);
  }

  /** The definition, row by row. */
  private static double whole(Matrix x, int[] groups) {
    double[][] rows = x.toRows();
    double sum = 0;
    for (int i = 0; i < rows.length; i++) {
      double[] sums = new double[3];
      int[] counts = new int[3];
      for (int j = 0; j < rows.length; j++) {
        if (i != j) {
          double square = 0;
          for (int c = 0; c < rows[i].length; c++) {
            square += Math.pow(rows[i][c] - rows[j][c], 2);
          }
          sums[groups[j]] += Math.sqrt(square);
          counts[groups[j]]++;
        }
      }
      double inside = sums[groups[i]] / counts[groups[i]];
      int own = groups[i];
      double nearest =
          IntStream.range(0, 3)
              .filter(g -> g != own)
              .mapToDouble(g -> sums[g] / counts[g])
              .min()
              .orElseThrow();
      sum += (nearest - inside) / Math.max(nearest, inside);
    }
    return sum / rows.length;
  }

  @Test
  void groupsOfOtherRowsAreRejected() {
    assertThatThrownBy(() -> of(column(1, 2, 3), 0, 1))
        .hasMessageContaining("2 groups of 3 rows; each row needs one");
    assertThatThrownBy(() -> new RowDistances(List.of(column(1, 2), column(1, 2, 3))))
        .hasMessageContaining("all of the same rows");
  }

  @Test
  void contrastsAreInStandardDeviationsOfTheColumn() {
    double none = Double.NaN;
    Matrix x = Matrix.of(new double[][] {{1, 5, 2}, {3, 5, none}, {7, 5, 4}, {9, 5, 4}});
    double[][] found = GroupContrast.of(x, new int[] {0, 0, 1, 1}, 3);
    double deviation = Math.sqrt((16 + 4 + 4 + 16) / 4.0);
    assertThat(found[0][0]).isCloseTo(-6 / deviation, within(EXACT));
    assertThat(found[1][0]).isCloseTo(6 / deviation, within(EXACT));
    assertThat(found[0][1]).isZero(); // constant
    assertThat(found[0][2]).isCloseTo(-2 / Math.sqrt(8 / 9.0), within(EXACT)); // of 2, 4, 4
    assertThat(found[2]).containsOnly(0); // a group without rows
  }

  private static Matrix column(double... values) {
    return Matrix.of(values.length, 1, values);
  }

  private static Silhouette of(Matrix x, int... groups) {
    return of(List.of(x), groups);
  }

  private static Silhouette of(List<Matrix> views, int[] groups) {
    int count = Arrays.stream(groups).max().orElseThrow() + 1;
    return Silhouette.of(new RowDistances(views), groups, count, Rng.of(11));
  }
}
