package io.parallax.data;

import io.parallax.math.Features;
import io.parallax.math.Matrix;

/** The numbers of a table, wherever they are stored: in memory, or in an engine. */
public interface Numbers {
  int rows();

  int cols();

  /** Selects the rows at these positions, in their order. */
  Numbers at(int[] rows);

  /** Counts, sums and sums of squares of every column, missing values left out. */
  default ColumnMoments moments() {
    return moments(Scaling.NONE);
  }

  /** Computes the moments that a scaling needs. */
  ColumnMoments moments(Scaling scaling);

  /** Returns features for products: scaled, or only with missing values filled in. */
  Features prepared(Scaler scaler, Missing rule);

  /** Returns all numbers; fails if they must not be loaded into one process. */
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
