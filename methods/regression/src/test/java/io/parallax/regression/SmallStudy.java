package io.parallax.regression;

import io.parallax.core.Labels;
import io.parallax.core.Roster;
import io.parallax.core.Target;
import io.parallax.core.Target.Adjustment;
import io.parallax.core.Target.Counts;
import io.parallax.core.Target.Numbers;
import io.parallax.core.Target.Survival;
import io.parallax.core.View;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.regression.RegressionConfig.Model;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Views of samples whose target follows a linear predictor; the second party has it. Numbers have
 * weights, counts an exposure, times ties, entries, strata and weights.
 */
record SmallStudy(List<View> views, Roster roster, Matrix rows, Target target) {
  static SmallStudy make(Model model, int samples, int heldOut, long seed, int... widths) {
    Rng rng = Rng.of(seed);
    int d = Arrays.stream(widths).sum();
    Matrix x = Matrix.gaussian(samples + heldOut, d, rng);
    Matrix w = Matrix.gaussian(d, 1, rng).scale(0.5);
    double[] s = x.times(w).toArray();
    Target target = target(model, Arrays.copyOf(s, samples), rng);
    List<View> views = new ArrayList<>();
    int at = 0;
    for (int k = 0; k < widths.length; k++) {
      double[][] own = x.selectColumns(IntStream.range(at, at + widths[k]).toArray()).toRows();
      at += widths[k];
      View view =
          View.of(
              "p" + k,
              "v" + k,
              Arrays.copyOf(own, samples),
              Arrays.copyOfRange(own, samples, own.length),
              Optional.empty());
      views.add(k == 1 ? holding(view, model, target) : view);
    }
    int classes = model == Model.LOGISTIC ? 2 : 1;
    Matrix training = x.selectRows(IntStream.range(0, samples).toArray());
    return new SmallStudy(views, Roster.vertical(views, classes, seed), training, target);
  }

  /** Returns the roster of a model of all rows, of which none is held out. */
  Roster ofAllRows() {
    return new Roster(roster.members(), roster.samples(), 0, roster.classes(), roster.seed());
  }

  /** Two outcomes are held as classes, as in any study of classes. */
  private static View holding(View view, Model model, Target target) {
    return target instanceof Target.Outcomes outcomes
        ? view.with(Optional.of(new Labels(outcomes.happened(), 2)))
        : view.withTarget(Optional.of(target));
  }

  private static Target target(Model model, double[] s, Rng rng) {
    double[] weights = Arrays.stream(s).map(v -> 0.5 + rng.uniform()).toArray();
    Adjustment weighted = new Adjustment(Optional.of(weights), Optional.empty());
    return switch (model) {
      case SQUARED ->
          new Numbers(Arrays.stream(s).map(v -> 3000 + 500 * (v + rng.gaussian())).toArray())
              .with(weighted);
      case LOGISTIC ->
          new Target.Outcomes(
              Arrays.stream(s).mapToInt(v -> rng.chance(1 / (1 + Math.exp(-v))) ? 1 : 0).toArray(),
              Adjustment.NONE);
      case POISSON -> counts(s, rng);
      case COX -> survival(s, weighted, rng);
    };
  }

  private static Counts counts(double[] s, Rng rng) {
    double[] exposure = Arrays.stream(s).map(v -> 1 + 4 * rng.uniform()).toArray();
    double[] counts = new double[s.length];
    for (int i = 0; i < s.length; i++) {
      double rest = exposure[i] * Math.exp(s[i]);
      for (double t = rng.exponential(); t < rest; t += rng.exponential()) {
        counts[i]++;
      }
    }
    return new Counts(counts, Optional.of(exposure), Adjustment.NONE);
  }

  private static Survival survival(double[] s, Adjustment weighted, Rng rng) {
    double[] times = new double[s.length];
    double[] entries = new double[s.length];
    int[] events = new int[s.length];
    for (int i = 0; i < s.length; i++) {
      double event = 10 * rng.exponential() / Math.exp(s[i]);
      double censored = 30 * rng.uniform();
      events[i] = event <= censored ? 1 : 0;
      times[i] = 1 + Math.ceil(Math.min(event, censored));
      entries[i] = i % 3 == 0 ? Math.floor(times[i] / 2) : 0;
    }
    int[] strata = IntStream.range(0, s.length).map(i -> i % 2).toArray();
    return new Survival(times, events, Optional.of(entries), Optional.of(strata), weighted);
  }
}
