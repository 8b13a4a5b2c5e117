package io.parallax.trees;

import io.parallax.math.Matrix;
import io.parallax.math.RowWise;

/**
 * The loss of scores against labels. With two classes there is one score, the log odds of the
 * second; with more there is one for each class. Exponentials and logarithms are {@link
 * StrictMath}'s, the same on every machine.
 */
final class LogLoss {
  private final int[] labels;
  private final int classes;
  private final int first; // the class of the first score

  LogLoss(int[] labels, int classes) {
    this.labels = labels;
    this.classes = classes;
    first = classes - outputs(classes);
  }

  static int outputs(int classes) {
    return classes == 2 ? 1 : classes;
  }

  /** The scores that fit all rows alike; half a row more of every class keeps them finite. */
  double[] start() {
    double[] counts = new double[classes];
    for (int label : labels) {
      counts[label]++;
    }
    double[] start = new double[outputs(classes)];
    for (int c = 0; c < start.length; c++) {
      double base = first == 1 ? counts[0] + 0.5 : labels.length + 0.5 * classes;
      start[c] = StrictMath.log((counts[first + c] + 0.5) / base);
    }
    return start;
  }

  /** One score for every class, from those that are predicted. */
  static Matrix byClass(Matrix scores, int classes) {
    int first = classes - scores.cols();
    return first == 0
        ? scores
        : Matrix.fill(scores.rows(), classes, (i, c) -> c < first ? 0 : scores.get(i, c - first));
  }

  static Matrix probabilities(Matrix byClass) {
    return RowWise.map(byClass, (i, row) -> softmax(row));
  }

  /** The first derivatives: probability − 1 for the row's class, the probability for others. */
  Matrix gradients(Matrix probabilities) {
    return RowWise.build(
        labels.length,
        classes - first,
        (i, row) -> {
          for (int c = 0; c < row.length; c++) {
            row[c] = probabilities.get(i, first + c) - (labels[i] == first + c ? 1 : 0);
          }
        });
  }

  /** The second derivatives, each by one score alone: p(1 − p). */
  Matrix hessians(Matrix probabilities) {
    return RowWise.build(
        labels.length,
        classes - first,
        (i, row) -> {
          for (int c = 0; c < row.length; c++) {
            double p = probabilities.get(i, first + c);
            row[c] = p * (1 - p);
          }
        });
  }

  /** The mean over rows of −log of the probability of the row's class. */
  double of(Matrix byClass) {
    double[] losses = RowWise.measure(byClass, (i, row) -> logSum(row) - row[labels[i]]);
    return RowWise.sum(losses) / labels.length;
  }

  private static void softmax(double[] row) {
    double largest = largest(row);
    double sum = 0;
    for (int c = 0; c < row.length; c++) {
      row[c] = StrictMath.exp(row[c] - largest);
      sum += row[c];
    }
    for (int c = 0; c < row.length; c++) {
      row[c] /= sum;
    }
  }

  private static double logSum(double[] row) {
    double largest = largest(row);
    double sum = 0;
    for (double score : row) {
      sum += StrictMath.exp(score - largest);
    }
    return largest + StrictMath.log(sum);
  }

  private static double largest(double[] row) {
    double largest = row[0];
    for (double score : row) {
      largest = Math.max(largest, score);
    }
    return largest;
  }
}
