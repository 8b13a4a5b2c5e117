package io.parallax.eval;

import io.parallax.math.Matrix;
import java.util.Arrays;
import java.util.List;

/**
 * The correlation of columns within and between parties (Wu et al., VertiBench, ICLR 2024). Of two
 * parties it is Pcor, the standard deviation of the singular values of their correlation matrix
 * over the root of their number d: 0 if no column correlates with another, 1 if all columns are
 * one. Icor is the mean over the parties of what their correlation with others, in the mean, is
 * above that within.
 */
public final class PartyCorrelation {
  private final Matrix correlations;

  /**
   * @param correlations of all columns; those of a constant column are 0
   */
  private PartyCorrelation(Matrix correlations) {
    this.correlations = correlations;
  }

  /**
   * Takes Pearson's correlations.
   *
   * @param x rows of standardised columns, a constant one all 0
   */
  public static PartyCorrelation of(Matrix x) {
    return new PartyCorrelation(x.gram().scale(1.0 / x.rows()));
  }

  /** Returns the number of columns. */
  public int columns() {
    return correlations.cols();
  }

  /** Returns the correlation of two columns. */
  public double of(int one, int other) {
    return correlations.get(one, other);
  }

  /** Returns Pcor of two parties with columns at these places. */
  public double between(int[] one, int[] other) {
    int d = Math.min(one.length, other.length);
    if (d < 2) {
      return 0;
    }
    Matrix block = correlations.selectRows(one).selectColumns(other);
    double[] values = block.thinSvd().s();
    return deviation(Arrays.stream(values).sum(), block.squaredNorm(), d);
  }

  /**
   * Returns Pcor of a party with itself: singular values of a positive semidefinite matrix add up
   * to its trace.
   */
  public double within(int[] own) {
    if (own.length < 2) {
      return 0;
    }
    double trace = Arrays.stream(own).mapToDouble(j -> correlations.get(j, j)).sum();
    double squares = 0;
    for (int i : own) {
      for (int j : own) {
        squares += correlations.get(i, j) * correlations.get(i, j);
      }
    }
    return deviation(trace, squares, own.length);
  }

  private static double deviation(double sum, double squares, int d) {
    double variance = Math.max(0, squares - sum * sum / d) / (d - 1);
    return Math.sqrt(variance / d);
  }

  /**
   * Returns Pcor of every two parties.
   *
   * @param parties the columns of each
   */
  public double[][] table(List<int[]> parties) {
    int count = parties.size();
    double[][] table = new double[count][count];
    for (int p = 0; p < count; p++) {
      table[p][p] = within(parties.get(p));
      for (int q = 0; q < p; q++) {
        table[p][q] = between(parties.get(p), parties.get(q));
        table[q][p] = table[p][q];
      }
    }
    return table;
  }

  /** Returns the mean of a party's correlations with the others. */
  public static double others(double[][] table, int party) {
    return (Arrays.stream(table[party]).sum() - table[party][party]) / (table.length - 1);
  }

  /** Returns Icor of a table of Pcor. */
  public static double difference(double[][] table) {
    double sum = 0;
    for (int p = 0; p < table.length; p++) {
      sum += others(table, p) - table[p][p];
    }
    return sum / table.length;
  }
}
