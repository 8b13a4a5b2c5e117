package io.parallax.remote;

import io.parallax.core.ProtocolViolation;
import io.parallax.data.ColumnMoments;
import io.parallax.data.Scaler;
import io.parallax.data.Scaling;
import io.parallax.data.Table;
import io.parallax.math.Matrix;
import io.parallax.study.Scales;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** The scaling of columns as a matrix: counts, means and deviations, 3 × D. */
final class MomentRows {
  private MomentRows() {}

  static Matrix toMatrix(ColumnMoments m) {
    double[] counts = Arrays.stream(m.counts()).asDoubleStream().toArray();
    return Matrix.of(new double[][] {counts, m.means(), m.deviations()});
  }

  private static Scaler scaler(Scaling scaling, Matrix m) {
    double[][] rows = m.toRows();
    if (rows.length != 3 || Arrays.stream(m.toArray()).anyMatch(x -> !Double.isFinite(x))) {
      throw new ProtocolViolation("moments have three rows of finite numbers, and these do not");
    }
    return Scaler.of(scaling, rows[1], rows[2]);
  }

  /** Returns the number of columns with moments; for sequences, the number of channels. */
  static int width(Table table) {
    return table.sequences().map(layout -> layout.channels().size()).orElse(table.columns().size());
  }

  /** Each view's scaler, where the views' columns stand one view's beside the other's. */
  static Map<String, Scaler> scalers(Matrix moments, Map<String, Integer> widths, Scales scales) {
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
      scalers.put(view.getKey(), scaler(scales.of(view.getKey()), moments.selectColumns(columns)));
      from += columns.length;
    }
    return scalers;
  }
}
