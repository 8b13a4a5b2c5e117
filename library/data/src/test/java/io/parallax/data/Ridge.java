package io.parallax.data;

import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.util.List;

/** A plain linear classifier to see how much of the label a set of features gives away. */
final class Ridge {
  private static final int REPEATS = 3;

  private Ridge() {}

  /** The mean test accuracy over a few random splits of 80 to 20. */
  static double accuracy(int[] labels, Matrix... views) {
    Matrix x = Matrix.stackColumns(List.of(views));
    return Splits.shares(labels, 0.2, REPEATS, Rng.of(5)).stream()
        .mapToDouble(split -> accuracy(labels, x, split))
        .average()
        .orElseThrow();
  }

  private static double accuracy(int[] labels, Matrix x, Split split) {
    Scaler scaler = Scaler.from(ColumnMoments.of(x.selectRows(split.train())));
    Matrix train = withBias(scaler.apply(x.selectRows(split.train())));
    Matrix test = withBias(scaler.apply(x.selectRows(split.test())));
    Matrix signs = Matrix.fill(train.rows(), 1, (i, j) -> labels[split.train()[i]] == 1 ? 1 : -1);
    Matrix weights =
        train
            .gram()
            .plus(Matrix.identity(train.cols()))
            .cholesky()
            .solve(train.transposeTimes(signs));
    Matrix scores = test.times(weights);
    double right = 0;
    for (int i = 0; i < test.rows(); i++) {
      right += (scores.get(i, 0) > 0 ? 1 : 0) == labels[split.test()[i]] ? 1 : 0;
    }
    return right / test.rows();
  }

  private static Matrix withBias(Matrix x) {
    return Matrix.stackColumns(List.of(x, Matrix.fill(x.rows(), 1, (i, j) -> 1)));
  }
}
