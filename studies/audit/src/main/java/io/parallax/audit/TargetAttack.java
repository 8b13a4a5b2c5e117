package io.parallax.audit;

import io.parallax.audit.AttackResult.Scale;
import io.parallax.core.Target;
import io.parallax.core.Target.Counts;
import io.parallax.core.Target.Numbers;
import io.parallax.core.Target.Outcomes;
import io.parallax.core.Target.Survival;
import io.parallax.math.Matrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * An attack by every party on a target that is not classes: the residuals and second derivatives
 * that it is sent for all training rows tell the target, by what it knows of some of them. Nothing
 * protects a target, so that nothing is promised.
 */
final class TargetAttack {
  private static final int MOST_KNOWN = 100;
  private final Target truth;
  private final int known;

  /**
   * @param truth the training rows' target
   */
  TargetAttack(Target truth) {
    this.truth = truth;
    this.known = Math.max(2, Math.min(MOST_KNOWN, truth.size() / 4));
  }

  /**
   * Tries the attack.
   *
   * @param control matrices with a row for each training row that parties were sent, in order,
   *     without protection
   * @param sent the same of the run
   */
  List<AttackResult> run(List<Matrix> control, List<Matrix> sent) {
    Optional<Seen> open = seen(control);
    Optional<Seen> own = seen(sent);
    if (open.isEmpty() || own.isEmpty()) {
      return List.of();
    }
    List<AttackResult> results = new ArrayList<>();
    List<Aim> without = aims(open.get());
    List<Aim> with = aims(own.get());
    for (int i = 0; i < with.size(); i++) {
      results.add(
          new AttackResult(
              with.get(i).what,
              "%d rows, %d known".formatted(truth.size(), known),
              Scale.TARGET,
              without.get(i).share(known),
              with.get(i).share(known),
              Double.NaN));
    }
    return results;
  }

  /** The first residual r = −∂L/∂S and the diagonal a of ∂²L/∂S². */
  private record Seen(double[] r, double[] a) {
    /** Returns r/a, which is y less its mean, for counts by the mean. */
    double[] ratio() {
      return IntStream.range(0, r.length).mapToDouble(i -> a[i] > 0 ? r[i] / a[i] : 0).toArray();
    }

    /** Returns r + a, which is 1 for an event. */
    double[] sum() {
      return IntStream.range(0, r.length).mapToDouble(i -> r[i] + a[i]).toArray();
    }
  }

  private Optional<Seen> seen(List<Matrix> sent) {
    List<double[]> columns =
        sent.stream().filter(m -> m.cols() == 1).limit(2).map(Matrix::toArray).toList();
    return columns.size() < 2
        ? Optional.empty()
        : Optional.of(new Seen(columns.get(0), columns.get(1)));
  }

  private List<Aim> aims(Seen seen) {
    if (truth instanceof Survival times) {
      double[] events = Arrays.stream(times.events()).asDoubleStream().toArray();
      return List.of(
          new Aim("events from residuals", seen.sum(), events),
          new Aim("times by their order", seen.a(), times.times()));
    }
    if (truth instanceof Counts counts) {
      double[] rates = counts.counts();
      counts.exposure().ifPresent(e -> Arrays.setAll(rates, i -> rates[i] / e[i]));
      return List.of(new Aim("rates from residuals", seen.ratio(), rates));
    }
    return truth instanceof Numbers numbers
        ? List.of(new Aim("numbers from residuals", seen.ratio(), numbers.values()))
        : List.of(new Aim("outcomes from residuals", seen.ratio(), happened((Outcomes) truth)));
  }

  private static double[] happened(Outcomes outcomes) {
    return Arrays.stream(outcomes.happened()).asDoubleStream().toArray();
  }

  /** Values that something seen goes with, one for each row. */
  private record Aim(String what, double[] seen, double[] truth) {
    /** Returns the share of the unknown rows' variance that comes back, by a line or between. */
    double share(int known) {
      int rows = seen.length;
      int[] first = IntStream.range(0, known).map(i -> (int) ((long) i * rows / known)).toArray();
      int[] rest =
          IntStream.range(0, rows).filter(i -> Arrays.binarySearch(first, i) < 0).toArray();
      return Stream.of(line(first), between(first))
          .mapToDouble(guess -> explained(guess, rest))
          .max()
          .orElseThrow();
    }

    private double explained(double[] guess, int[] rest) {
      double mean = mean(truth, rest);
      double wrong = 0;
      double all = 0;
      for (int i : rest) {
        wrong += (guess[i] - truth[i]) * (guess[i] - truth[i]);
        all += (truth[i] - mean) * (truth[i] - mean);
      }
      return all > 0 ? 1 - wrong / all : 0;
    }

    private static double mean(double[] values, int[] rows) {
      return Arrays.stream(rows).mapToDouble(i -> values[i]).average().orElse(0);
    }

    /** Guesses by the line that fits the known rows best. */
    private double[] line(int[] first) {
      double x = mean(seen, first);
      double y = mean(truth, first);
      double together = 0;
      double square = 0;
      for (int i : first) {
        together += (seen[i] - x) * (truth[i] - y);
        square += (seen[i] - x) * (seen[i] - x);
      }
      double slope = square > 0 ? together / square : 0;
      return Arrays.stream(seen).map(v -> y + slope * (v - x)).toArray();
    }

    /** Guesses between the two known rows of which less and more was seen. */
    private double[] between(int[] first) {
      int[] sorted =
          IntStream.of(first)
              .boxed()
              .sorted(Comparator.comparingDouble(i -> seen[i]))
              .mapToInt(Integer::intValue)
              .toArray();
      return Arrays.stream(seen).map(v -> between(sorted, v)).toArray();
    }

    private double between(int[] sorted, double v) {
      int above = 0;
      while (above < sorted.length && seen[sorted[above]] < v) {
        above++;
      }
      if (above == 0 || above == sorted.length) {
        return truth[sorted[Math.max(0, above - 1)]];
      }
      int low = sorted[above - 1];
      int high = sorted[above];
      double part = (v - seen[low]) / (seen[high] - seen[low]);
      return truth[low] + part * (truth[high] - truth[low]);
    }
  }
}
