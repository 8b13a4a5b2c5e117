package io.parallax.cli.node;

import io.parallax.core.ProtocolViolation;
import io.parallax.data.ColumnMoments;
import io.parallax.data.Scaler;
import io.parallax.data.Table;
import io.parallax.math.Matrix;
import java.util.LinkedHashMap;
import java.util.Map;

/** Moments of columns as matrices: counts, sums and sums of squares, 3 × D. */
final class MomentRows {
  private MomentRows() {}

  static Matrix toMatrix(ColumnMoments m) {
    return Matrix.fill(
        3,
        m.sums().length,
        (i, j) -> i == 0 ? m.counts()[j] : i == 1 ? m.sums()[j] : m.squares()[j]);
  }

  static ColumnMoments of(Matrix m) {
    if (m.rows() != 3) {
      throw new ProtocolViolation("moments have three rows, not " + m.rows());
    }
    long[] counts = new long[m.cols()];
    double[] sums = new double[m.cols()];
    double[] squares = new double[m.cols()];
    for (int j = 0; j < m.cols(); j++) {
      counts[j] = (long) m.get(0, j);
      sums[j] = m.get(1, j);
      squares[j] = m.get(2, j);
    }
    return new ColumnMoments(counts, sums, squares);
  }

  /** How many columns a table has moments of: of sequences, the channels. */
  static int width(Table table) {
    return table.sequences().map(layout -> layout.channels().size()).orElse(table.columns().size());
  }

  /** Each view's scaler, where the views' columns stand one view's beside the other's. */
  static Map<String, Scaler> scalers(Matrix moments, Map<String, Integer> widths) {
    Map<String, Scaler> scalers = new LinkedHashMap<>();
    int from = 0;
    for (var view : widths.entrySet()) {
      int[] columns = new int[view.getValue()];
      for (int j = 0; j < columns.length; j++) {
        columns[j] = from + j;
      }
      if (from + columns.length > moments.cols()) {
        throw new ProtocolViolation("moments are of fewer columns than this party has");
      }
      scalers.put(view.getKey(), Scaler.from(of(moments.selectColumns(columns))));
      from += columns.length;
    }
    return scalers;
  }
}
