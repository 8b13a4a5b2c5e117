package io.parallax.data;

import io.parallax.core.BadInput;
import io.parallax.math.Matrix;
import us.hebi.matlab.mat.types.Array;
import us.hebi.matlab.mat.types.MatlabType;
import us.hebi.matlab.mat.types.Sparse;

/** The numbers of a MATLAB array of two dimensions, dense or sparse. */
final class MatArray {
  private MatArray() {}

  static Matrix numbers(Array array, String source) {
    if (!(array instanceof us.hebi.matlab.mat.types.Matrix numbers) || numbers.isComplex()) {
      throw new BadInput(source + ": " + refusal(array));
    }
    if (array.getNumDimensions() > 2) {
      throw new BadInput(source + ": " + MatrixFile.notATable(array.getNumDimensions()));
    }
    int rows = array.getNumRows();
    int columns = array.getNumCols();
    if (rows < 1 || columns < 1) {
      throw new BadInput(source + ": the array is empty; a table needs rows and columns");
    }
    MatrixFile.requireRoom(source, rows, columns);
    if (array instanceof Sparse sparse) {
      return dense(sparse, rows, columns);
    }
    boolean unsigned = array.getType() == MatlabType.UInt64;
    return Matrix.fill(
        rows,
        columns,
        (i, j) ->
            unsigned
                ? NpyFile.unsigned(numbers.getLong(j * rows + i))
                : numbers.getDouble(j * rows + i));
  }

  private static Matrix dense(Sparse sparse, int rows, int columns) {
    double[] values = new double[rows * columns];
    sparse.forEach((i, j, real, imaginary) -> values[i * columns + j] = real);
    return Matrix.of(rows, columns, values);
  }

  private static String refusal(Array array) {
    return switch (array.getType()) {
      case Character -> "holds text, not numbers; name a matrix";
      case Structure -> "holds a struct; save its fields as variables, with save -struct";
      case Cell -> "holds a cell array within a cell array; save its matrices as variables";
      case Function, Object, Opaque -> "holds an object; save a matrix of numbers";
      default -> "holds complex numbers; save real and imaginary parts as columns";
    };
  }
}
