package io.parallax.eval;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Agreement of predictions with what was observed, in groups of rows with similar predictions, so
 * that no single row is shown.
 */
public final class Calibration {
  private static final double NORMAL = 1.959963984540054; // 97.5 % of a standard normal

  private Calibration() {}

  /**
   * A group of rows with similar predictions.
   *
   * @param rows how many there are
   * @param predicted the mean of their predictions
   * @param observed the mean of what was observed; of survival, by Kaplan–Meier
   * @param interval its 95 % confidence interval
   */
  public record Group(int rows, double predicted, double observed, KaplanMeier.Interval interval) {}

  /**
   * Residuals of a group of rows with similar predictions.
   *
   * @param rows how many there are
   * @param predicted the mean of their predictions
   * @param mean of their residuals
   * @param deviation the residuals' standard deviation
   */
  public record Spread(int rows, double predicted, double mean, double deviation) {
    /** Returns the 95 % confidence interval of the mean. */
    public KaplanMeier.Interval interval() {
      double half = NORMAL * deviation / Math.sqrt(rows);
      return new KaplanMeier.Interval(mean - half, mean + half);
    }
  }

  /** Compares means of predictions with means of what was observed. */
  public static List<Group> of(double[] predicted, double[] observed, int groups) {
    return grouped(
        predicted,
        groups,
        rows -> {
          Spread found = spread(rows, predicted, observed);
          return new Group(found.rows(), found.predicted(), found.mean(), found.interval());
        });
  }

  /** Summarises residuals, group by group. */
  public static List<Spread> residuals(double[] predicted, double[] residuals, int groups) {
    return grouped(predicted, groups, rows -> spread(rows, predicted, residuals));
  }

  private static Spread spread(int[] rows, double[] predicted, double[] values) {
    Summary found = Summary.of(Arrays.stream(rows).mapToObj(i -> values[i]).toList());
    double mean = Arrays.stream(rows).mapToDouble(i -> predicted[i]).average().orElseThrow();
    return new Spread(rows.length, mean, found.mean(), found.sd());
  }

  /** Returns something of each group of rows; groups are of equal size, by rising value. */
  static <T> List<T> grouped(double[] by, int groups, Function<int[], T> each) {
    Integer[] order = IntStream.range(0, by.length).boxed().toArray(Integer[]::new);
    Arrays.sort(order, Comparator.comparingDouble(i -> by[i]));
    List<T> found = new ArrayList<>();
    for (int g = 0; g < groups; g++) {
      int from = (int) ((long) g * order.length / groups);
      int to = (int) ((long) (g + 1) * order.length / groups);
      if (from < to) {
        found.add(each.apply(IntStream.range(from, to).map(k -> order[k]).toArray()));
      }
    }
    return found;
  }
}
