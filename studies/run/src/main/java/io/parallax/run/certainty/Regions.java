package io.parallax.run.certainty;

import io.parallax.eval.Nonconformity;
import io.parallax.math.Matrix;
import io.parallax.study.model.ModelCertainty;
import io.parallax.study.model.ModelCertainty.Score;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Sets of classes, or intervals of values, that hold the truth of rows with a chosen probability.
 *
 * @param sets of each row, the places of the classes in it; none of a target
 * @param intervals of each row, the least and the largest value; none of classes
 */
public record Regions(List<BitSet> sets, double[][] intervals) {
  /** The name of all rows together. */
  public static final String ALL = "all";

  /**
   * Returns those of predictions.
   *
   * @param scores as the model gives them, before probabilities are calibrated
   * @param group place of each row's group among those of the thresholds
   */
  public static Regions of(ModelCertainty certainty, Matrix scores, IntUnaryOperator group) {
    return certainty.score().ofClasses()
        ? new Regions(sets(certainty, scores, group), new double[0][])
        : new Regions(List.of(), intervals(certainty, scores, group));
  }

  /** Returns scores with probabilities at the temperature of each row's number of views. */
  public static Matrix calibrated(ModelCertainty certainty, Matrix scores, int[] views) {
    return certainty.temperatures().length == 0
        ? scores
        : JudgedRows.tempered(scores, views, certainty::temperature);
  }

  /** Returns the names of the classes in a row's set. */
  public List<String> names(int row, List<String> classes) {
    return sets.get(row).stream().mapToObj(classes::get).toList();
  }

  private static List<BitSet> sets(
      ModelCertainty certainty, Matrix scores, IntUnaryOperator group) {
    Matrix nonconformity = JudgedRows.ofClasses(certainty.score(), scores);
    List<BitSet> sets = new ArrayList<>();
    for (int i = 0; i < scores.rows(); i++) {
      BitSet set = new BitSet();
      for (int c = 0; c < scores.cols(); c++) {
        set.set(c, nonconformity.get(i, c) <= certainty.threshold(group.applyAsInt(i), c));
      }
      sets.add(set);
    }
    return sets;
  }

  private static double[][] intervals(
      ModelCertainty certainty, Matrix predicted, IntUnaryOperator group) {
    double[][] intervals = new double[predicted.rows()][];
    for (int i = 0; i < intervals.length; i++) {
      double middle = predicted.get(i, 0);
      boolean count = certainty.score() == Score.COUNT;
      double half =
          certainty.threshold(group.applyAsInt(i), 0) * (count ? Nonconformity.spread(middle) : 1);
      double low = middle - half;
      intervals[i] = new double[] {count ? Math.max(0, low) : low, middle + half};
    }
    return intervals;
  }
}
