package io.parallax.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.math.Svd;
import io.parallax.study.Study;
import io.parallax.study.file.StudyFile;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Rows from moments: sums and sums of squares over training rows that everybody can work out are
 * linear equations about the rows. As many as there are rows give every cell; one a study none.
 */
class MomentAttackTest {
  private static final List<String> PARTIES = List.of("alder", "birch", "cedar", "maple");
  private static final int OWN = 20;
  private static final int ROWS = OWN * PARTIES.size();
  private static final int COLUMNS = 3;
  private static final int REPEATS = 120;
  private static final Matrix CELLS = cells();

  private static Matrix cells() {
    Rng rng = Rng.of(9);
    return Matrix.fill(ROWS, COLUMNS, (i, j) -> 50 + 10 * j + (1 + i / OWN) * rng.gaussian());
  }

  private static Study study(int repeats) {
    return StudyFile.remote(
        "the study",
        """
        study: moments
        method: hfedmv
        views: [blood]
        evaluate: {test: 0.25, repeats: %d}
        seed: 5
        model: false
        parties: {alder: {}, birch: {}, cedar: {}, maple: {}}
        """
            .formatted(repeats));
  }

  private static RowOutline outline(Study study) {
    return RowOutline.ofSites(study, Matrix.fill(PARTIES.size(), 1, (p, j) -> OWN));
  }

  /** Which rows each of the first sums is over, as everybody knows it; one line a sum. */
  private static Matrix summed(int sums) {
    RowOutline outline = outline(study(REPEATS));
    double[][] lines = new double[sums][ROWS];
    for (int trial = 1; trial <= sums; trial++) {
      double[] line = lines[trial - 1];
      IntStream.of(outline.split(trial, "").train()).forEach(row -> line[row] = 1);
    }
    return Matrix.of(lines);
  }

  /** How many cells come back to a thousandth of their column's spread. */
  private static long recovered(Matrix summed) {
    long right = 0;
    Svd svd = summed.thinSvd();
    for (int j = 0; j < COLUMNS; j++) {
      int column = j;
      Matrix x = Matrix.fill(ROWS, 1, (i, k) -> CELLS.get(i, column));
      Matrix square = Matrix.fill(ROWS, 1, (i, k) -> x.get(i, 0) * x.get(i, 0));
      double[] found = levelled(fitted(svd, summed.times(x)), fitted(svd, summed.times(square)));
      right +=
          IntStream.range(0, ROWS).filter(i -> Math.abs(found[i] - x.get(i, 0)) < 1e-3).count();
    }
    return right;
  }

  /** The shortest of the solutions that fit sums best. */
  private static double[] fitted(Svd svd, Matrix sums) {
    double[] weights = svd.u().transposeTimes(sums).toArray();
    double[] s = svd.s();
    IntStream.range(0, s.length)
        .forEach(k -> weights[k] = s[k] > 1e-9 * s[0] ? weights[k] / s[k] : 0);
    return svd.v().times(Matrix.fill(s.length, 1, (k, j) -> weights[k])).toArray();
  }

  /**
   * Every split holds out as many rows of a party, so that sums tell only how its rows differ; how
   * their squares differ then tells where they lie.
   */
  private static double[] levelled(double[] found, double[] squares) {
    double[] cells = new double[ROWS];
    for (int p = 0; p < PARTIES.size(); p++) {
      int[] own = IntStream.range(p * OWN, (p + 1) * OWN).toArray();
      double mean = IntStream.of(own).mapToDouble(i -> found[i]).average().orElseThrow();
      double meanOfSquares = IntStream.of(own).mapToDouble(i -> squares[i]).average().orElseThrow();
      double ownSquares =
          IntStream.of(own).mapToDouble(i -> found[i] * found[i]).average().orElseThrow();
      double along = 0;
      double spread = 0;
      for (int i : own) {
        double apart = found[i] - mean;
        along += apart * (squares[i] - meanOfSquares - found[i] * found[i] + ownSquares);
        spread += apart * apart;
      }
      double level = spread == 0 ? 0 : along / (2 * spread);
      IntStream.of(own).forEach(i -> cells[i] = found[i] + level);
    }
    return cells;
  }

  @Test
  void oneSumAStudyTellsNoCellAndOneASplitTellsThemAll() {
    long now = recovered(summed(1));
    long control = recovered(summed(REPEATS));
    System.out.printf(
        "cells from moments: %d of %d with one sum a study, %d with one for each of %d splits%n",
        now, ROWS * COLUMNS, control, REPEATS);
    assertThat(now).isZero();
    assertThat(control).as("control").isGreaterThan(ROWS * COLUMNS * 9L / 10);
    assertThat(recovered(summed(OWN / SumLimits.ROWS_FOR_A_SUM)))
        .as("as many sums as a study may tell of another kind")
        .isZero();
  }

  @Test
  void aStudyOfSoManySplitsIsRefused() {
    for (int repeats : List.of(2, 20, REPEATS, 10_000)) {
      assertThatThrownBy(() -> outline(study(repeats)).requireFewSums(2))
          .isInstanceOf(BadInput.class)
          .hasMessageContaining("it must reveal at most 5, one for each 4 rows");
    }
    outline(study(1)).requireFewSums(2);
  }
}
