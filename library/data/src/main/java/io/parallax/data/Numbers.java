package io.parallax.data;

import io.parallax.math.Features;
import io.parallax.math.Matrix;

/** The numbers of a table, wherever they lie: in memory, or in an engine of their own. */
public interface Numbers {
  int rows();

  int cols();

  /** The rows at these places, in their order. */
  Numbers at(int[] rows);

  /** Counts, sums and sums of squares of every column, missing values left out. */
  default ColumnMoments moments() {
    return moments(Scaling.NONE);
  }

  /** The moments that a scaling goes by. */
  ColumnMoments moments(Scaling scaling);

  /** For products: scaled, or only filled where values are missing. */
  Features prepared(Scaler scaler, Missing rule);

  /** All of them; refused where they must not be brought together. */
  Matrix matrix();

  /** Numbers in memory. */
  static Numbers of(Matrix values) {
    return new InMemory(values);
  }

  /** Numbers in memory. */
  record InMemory(Matrix matrix) implements Numbers {
    @Override
    public int rows() {
      return matrix.rows();
    }

    @Override
    public int cols() {
      return matrix.cols();
    }

    @Override
    public Numbers at(int[] rows) {
      return new InMemory(matrix.selectRows(rows));
    }

    @Override
    public ColumnMoments moments(Scaling scaling) {
      return scaling.moments(matrix);
    }

    @Override
    public Features prepared(Scaler scaler, Missing rule) {
      return Features.of(scaler.apply(matrix, rule));
    }
  }
}
