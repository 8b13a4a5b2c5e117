package io.parallax.fedmsgl;

import io.parallax.core.Eq;
import io.parallax.fedmsgl.FedMsglConfig.Projection;
import io.parallax.math.RowWise;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * Makes rows of C̃ or Ũ feasible: non-negative, the diagonal zero, their sum what the other part
 * leaves. It processes one row at a time and keeps the sums, so that C and U need not be stored.
 */
final class Feasible implements RowWise.Change {
  private final Projection how;
  private final double[] old; // sums of the rows before, which the released program shifts by
  private final double[] other; // sums of the rows of U or C
  private final IntUnaryOperator self; // the column that stands for row i itself, −1 if none does
  private final double[] sums;

  Feasible(Projection how, double[] old, double[] other, IntUnaryOperator self) {
    this.how = how;
    this.old = old;
    this.other = other;
    this.self = self;
    sums = new double[other.length];
  }

  /** The sums of the rows that were made feasible. */
  double[] sums() {
    return sums;
  }

  @Override
  @Eq("17, 20")
  public void apply(int i, double[] row) {
    if (how == Projection.SIMPLEX) {
      toSimplex(row, self.applyAsInt(i), 1 - other[i]);
    } else {
      double own = how == Projection.SHIFT ? RowWise.sum(row) : old[i];
      shift(row, self.applyAsInt(i), (1 - own - other[i]) / row.length);
    }
    sums[i] = RowWise.sum(row);
  }

  private static void shift(double[] row, int self, double phi) {
    for (int j = 0; j < row.length; j++) {
      row[j] = Math.max(row[j] + phi, 0);
    }
    if (self >= 0) {
      row[self] = 0;
    }
  }

  /** The nearest row with entries ≥ 0, entry self zero and the given sum; zeros where it is ≤ 0. */
  private static void toSimplex(double[] row, int self, double total) {
    if (self >= 0) {
      row[self] = Double.NEGATIVE_INFINITY;
    }
    double[] sorted = row.clone();
    Arrays.sort(sorted);
    double threshold = Double.POSITIVE_INFINITY;
    double sum = 0;
    for (int count = 1; total > 0 && count <= row.length; count++) {
      double value = sorted[row.length - count];
      sum += value;
      double candidate = (sum - total) / count;
      if (value <= candidate) {
        break;
      }
      threshold = candidate;
    }
    double t = threshold;
    Arrays.setAll(row, j -> Math.max(row[j] - t, 0));
  }
}
