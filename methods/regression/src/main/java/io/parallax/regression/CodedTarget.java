package io.parallax.regression;

import io.parallax.core.BadInput;
import io.parallax.core.Target;
import io.parallax.core.Target.Counts;
import io.parallax.core.Target.Numbers;
import io.parallax.core.Target.Outcomes;
import io.parallax.core.Target.Survival;
import io.parallax.core.View;
import io.parallax.math.Matrix;
import io.parallax.regression.RegressionConfig.Model;
import io.parallax.regression.RegressionMessages.Targets;
import java.util.Arrays;
import java.util.Optional;

/**
 * The label holder's target in the form in which it is told, with the parts that stay here: the
 * mean of numbers, and the times of events.
 *
 * @param exponent numbers are told divided by 2^exponent
 * @param centre the mean of numbers
 * @param eventTimes for Cox: the distinct event times, each stratum's after another's
 * @param eventStrata for Cox: the stratum of each of them
 */
record CodedTarget(
    Matrix told,
    Matrix order,
    int exponent,
    double centre,
    double[] eventTimes,
    int[] eventStrata) {

  private static final int MOST = 500; // of an offset: its exponential is a number

  /** Returns the target of a view, which must fit the loss. */
  static Target of(View view, Model loss) {
    Optional<Target> given =
        loss == Model.LOGISTIC
            ? view.target().or(() -> view.labels().map(Outcomes::of))
            : view.target();
    return given
        .filter(kind(loss)::isInstance)
        .orElseThrow(
            () ->
                new BadInput(
                    "the target of view %s is not of the kind that loss %s needs; it must be %s; choose another loss or target"
                        .formatted(view.name(), loss.name().toLowerCase(), words(loss))));
  }

  /** Returns the loss that belongs to a kind of target. */
  static Optional<Model> lossOf(Class<? extends Target> kind) {
    return Arrays.stream(Model.values()).filter(loss -> kind(loss).equals(kind)).findFirst();
  }

  /** Returns the kind of target that a loss needs. */
  static Class<? extends Target> kind(Model loss) {
    return switch (loss) {
      case SQUARED -> Numbers.class;
      case LOGISTIC -> Outcomes.class;
      case POISSON -> Counts.class;
      case COX -> Survival.class;
    };
  }

  private static String words(Model loss) {
    return switch (loss) {
      case SQUARED -> "numbers";
      case LOGISTIC -> "two classes or outcomes";
      case POISSON -> "counts";
      case COX -> "times and events";
    };
  }

  /**
   * @param centred whether the mean of numbers may be subtracted, because there is an intercept
   */
  static CodedTarget code(Target target, boolean centred) {
    if (target instanceof Survival survival) {
      return coded(survival);
    } else if (target instanceof Numbers numbers) {
      return coded(numbers, centred);
    } else if (target instanceof Counts counts) {
      return coded(counts);
    }
    Outcomes outcomes = (Outcomes) target;
    double[] happened = Arrays.stream(outcomes.happened()).asDoubleStream().toArray();
    requireVaried(happened);
    return plain(happened, offset(target), target, 0, 0);
  }

  private static CodedTarget coded(Numbers numbers, boolean centred) {
    double[] y = numbers.values();
    requireVaried(y);
    double centre = centred ? Arrays.stream(y).average().orElseThrow() : 0;
    double[] offset = offset(numbers);
    double squares = Arrays.stream(y).map(v -> (v - centre) * (v - centre)).sum();
    int exponent = Math.getExponent(Math.sqrt(squares / y.length));
    return plain(
        Arrays.stream(y).map(v -> Math.scalb(v - centre, -exponent)).toArray(),
        Arrays.stream(offset).map(v -> Math.scalb(v, -exponent)).toArray(),
        numbers,
        exponent,
        centre);
  }

  private static CodedTarget coded(Counts counts) {
    double[] y = counts.counts();
    double[] offset = offset(counts);
    if (Arrays.stream(y).sum() == 0) {
      throw new BadInput(
          "all %d counts of the target are 0; some must not be; check the target's column"
              .formatted(y.length));
    }
    return plain(Arrays.stream(y).map(v -> v / ToldTarget.COUNTS).toArray(), offset, counts, 0, 0);
  }

  private static CodedTarget plain(
      double[] outcomes, double[] offset, Target target, int exponent, double centre) {
    return new CodedTarget(
        told(outcomes, offset, target),
        Matrix.zeros(outcomes.length, 1),
        exponent,
        centre,
        new double[0],
        new int[0]);
  }

  /** Returns the known part of each row's predictor: its offset, and ln of an exposure. */
  static double[] offset(Target target) {
    double[] offset = target.adjustment().offset().orElseGet(() -> new double[target.size()]);
    if (!(target instanceof Numbers) && Arrays.stream(offset).anyMatch(v -> Math.abs(v) > MOST)) {
      throw new BadInput(
          "an offset of the target is beyond ±%d; it is the logarithm of a ratio; correct it"
              .formatted(MOST));
    }
    if (target instanceof Counts counts) {
      counts
          .exposure()
          .ifPresent(e -> Arrays.setAll(offset, i -> offset[i] + StrictMath.log(e[i])));
    }
    return offset;
  }

  private static Matrix told(double[] outcomes, double[] offset, Target target) {
    Optional<double[]> weights = target.adjustment().weights();
    return Matrix.fill(
        outcomes.length,
        3,
        (i, j) ->
            switch (j) {
              case 0 -> outcomes[i];
              case 1 -> weights.isPresent() ? weights.get()[i] : 1;
              default -> offset[i];
            });
  }

  private static void requireVaried(double[] values) {
    if (Arrays.stream(values).distinct().count() < 2) {
      throw new BadInput(
          "the target has the same value in all %d training rows; it must vary; check its column"
              .formatted(values.length));
    }
  }

  /** Numbers the event times of each stratum, and finds the times at which each row is at risk. */
  private static CodedTarget coded(Survival survival) {
    double[] times = survival.times();
    int[] events = survival.events();
    if (Arrays.stream(events).sum() == 0) {
      throw new BadInput(
          "none of the %d training rows has an event; there must be one; hold out fewer rows, take another seed, or set 'split: stratified'"
              .formatted(events.length));
    }
    int[] strata = survival.strata().orElseGet(() -> new int[times.length]);
    double[] entries = survival.entries().orElseGet(() -> new double[times.length]);
    EventTimes numbered = EventTimes.of(times, events, strata);
    Matrix order =
        Matrix.fill(
            times.length, 2, (i, j) -> numbered.after(strata[i], j == 0 ? entries[i] : times[i]));
    double[] happened = Arrays.stream(events).asDoubleStream().toArray();
    return new CodedTarget(
        told(happened, offset(survival), survival),
        order,
        0,
        0,
        numbered.times(),
        numbered.strata());
  }

  Targets message() {
    return new Targets(told, order, exponent);
  }
}
