package io.parallax.eval;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * The course of a score over all its thresholds, for the rows of one class against all others. A
 * row is taken for the class if its score is at least the threshold, so that rows of one score are
 * taken together.
 */
public final class ThresholdCurves {
  private final double[] found; // rows of the class taken for it, by falling threshold; at first 0
  private final double[] mistaken; // other rows taken for it

  private ThresholdCurves(double[] found, double[] mistaken) {
    this.found = found;
    this.mistaken = mistaken;
  }

  /**
   * Returns the curves of scores.
   *
   * @param positive the rows of the class; there must be some, and others
   */
  public static ThresholdCurves of(double[] scores, boolean[] positive) {
    int[] order =
        IntStream.range(0, scores.length)
            .boxed()
            .sorted(Comparator.comparingDouble(i -> -scores[i]))
            .mapToInt(i -> i)
            .toArray();
    double[] found = new double[scores.length + 1];
    double[] mistaken = new double[scores.length + 1];
    int points = 0;
    for (int k = 0; k < order.length; k++) {
      int row = order[k];
      if (k == 0 || scores[row] != scores[order[k - 1]]) {
        points++;
        found[points] = found[points - 1];
        mistaken[points] = mistaken[points - 1];
      }
      found[points] += positive[row] ? 1 : 0;
      mistaken[points] += positive[row] ? 0 : 1;
    }
    if (points == 0 || found[points] == 0 || mistaken[points] == 0) {
      throw new IllegalArgumentException("curves need rows of the class, and others");
    }
    return new ThresholdCurves(
        Arrays.copyOf(found, points + 1), Arrays.copyOf(mistaken, points + 1));
  }

  private double rows() {
    return found[found.length - 1];
  }

  private double others() {
    return mistaken[mistaken.length - 1];
  }

  /**
   * Returns the ROC curve: the share of the class's rows that are found where 0, 1/steps, 2/steps …
   * 1 of the other rows are taken for it, on straight lines between thresholds.
   */
  public double[] roc(int steps) {
    double[] curve = new double[steps + 1];
    int last = 0; // the last threshold that mistakes no more
    for (int s = 0; s <= steps; s++) {
      double most = others() * s / steps;
      while (last + 1 < found.length && mistaken[last + 1] <= most) {
        last++;
      }
      double beyond = most - mistaken[last];
      curve[s] =
          (beyond > 0
                  ? found[last]
                      + beyond
                          * (found[last + 1] - found[last])
                          / (mistaken[last + 1] - mistaken[last])
                  : found[last])
              / rows();
    }
    return curve;
  }

  /**
   * Returns the precision at the highest threshold that finds at least 0, 1/steps, 2/steps … 1 of
   * the class's rows.
   */
  public double[] precision(int steps) {
    double[] curve = new double[steps + 1];
    int first = 1;
    for (int s = 0; s <= steps; s++) {
      while (found[first] < rows() * s / steps) {
        first++;
      }
      curve[s] = precisionAt(first);
    }
    return curve;
  }

  private double precisionAt(int threshold) {
    return found[threshold] / (found[threshold] + mistaken[threshold]);
  }

  /** Returns the area under the ROC curve. */
  public double area() {
    double area = 0;
    for (int k = 1; k < found.length; k++) {
      area += (mistaken[k] - mistaken[k - 1]) * (found[k] + found[k - 1]) / 2;
    }
    return area / (rows() * others());
  }

  /** Returns the average precision: the mean of precision, weighted by the gain in recall. */
  public double averagePrecision() {
    double sum = 0;
    for (int k = 1; k < found.length; k++) {
      sum += (found[k] - found[k - 1]) * precisionAt(k);
    }
    return sum / rows();
  }
}
