package io.parallax.regression;

import io.parallax.core.PartyId;
import io.parallax.core.Roster;
import io.parallax.core.Target;
import io.parallax.core.Target.Adjustment;
import io.parallax.core.Target.Survival;
import io.parallax.core.View;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.regression.RegressionConfig.Model;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The samples of a {@link SmallStudy}, spread over parties that each hold some in all views; and
 * the same samples with each view at one party. Columns have different means and units.
 */
record SpreadStudy(List<View> views, Roster roster, List<View> pooled, Target target) {
  private static final int HELD_OUT = 4;

  static SpreadStudy make(Model model, long seed, int[] sizes, int... widths) {
    int all = IntStream.of(sizes).sum();
    SmallStudy small = SmallStudy.make(model, all, HELD_OUT * sizes.length, seed, widths);
    Target target = adjusted(small.target(), Rng.of(seed).child("offset"));
    List<View> pooled = new ArrayList<>();
    for (View view : small.views()) {
      View moved = with(view, view.owner(), moved(view.features()), moved(view.toScore()));
      pooled.add(moved.withTarget(pooled.isEmpty() ? Optional.of(target) : Optional.empty()));
    }
    List<View> views = new ArrayList<>();
    int from = 0;
    for (int l = 0; l < sizes.length; l++) {
      int[] rows = IntStream.range(from, from + sizes[l]).toArray();
      int[] held = IntStream.range(l * HELD_OUT, (l + 1) * HELD_OUT).toArray();
      from += sizes[l];
      for (View view : pooled) {
        Matrix own = view.features().toMatrix().selectRows(rows);
        Matrix scored = view.toScore().toMatrix().selectRows(held);
        views.add(
            with(view, PartyId.of("site-" + l), own, scored)
                .withTarget(Optional.of(target.select(rows))));
      }
    }
    int classes = model == Model.LOGISTIC ? 2 : 1;
    return new SpreadStudy(views, Roster.horizontal(views, classes, seed), pooled, target);
  }

  private static View with(View view, PartyId owner, Matrix rows, Matrix heldOut) {
    return new View(
        owner,
        view.name(),
        view.columns(),
        Features.of(rows),
        Optional.of(Features.of(heldOut)),
        Optional.empty());
  }

  private static Matrix moved(Features rows) {
    Matrix x = rows.toMatrix();
    return Matrix.fill(
        x.rows(), x.cols(), (i, j) -> (x.get(i, j) + 2 * j - 1) * Math.pow(10, 2 * j - 2));
  }

  /** Returns the same people in two strata, of which one site has one only. */
  SpreadStudy stratified() {
    Survival s = (Survival) target;
    int[] strata = IntStream.range(0, s.size()).map(i -> i >= 60 && i % 3 == 0 ? 1 : 0).toArray();
    Target all =
        new Survival(s.times(), s.events(), s.entries(), Optional.of(strata), s.adjustment());
    List<View> own = new ArrayList<>();
    int from = 0;
    for (View view : views) {
      boolean first = !own.isEmpty() && !view.owner().equals(own.get(own.size() - 1).owner());
      from += first ? own.get(own.size() - 1).features().samples() : 0;
      int[] rows = IntStream.range(from, from + view.features().samples()).toArray();
      own.add(view.withTarget(Optional.of(all.select(rows))));
    }
    return new SpreadStudy(own, Roster.horizontal(own, 2, roster.seed()), pooled, all);
  }

  /** Adds offsets to the weights, and leaves strata out. */
  private static Target adjusted(Target target, Rng rng) {
    double unit = target instanceof Target.Numbers ? 100 : 0.3;
    double[] offset =
        IntStream.range(0, target.size()).mapToDouble(i -> unit * rng.gaussian()).toArray();
    Target plain =
        target instanceof Survival s
            ? new Survival(
                s.times(), s.events(), s.entries(), Optional.empty(), target.adjustment())
            : target;
    return plain.with(new Adjustment(target.adjustment().weights(), Optional.of(offset)));
  }

  /** Returns the pooled views with times as they are in cells of time. */
  List<View> pooled(double grid) {
    Survival s = (Survival) target;
    double[] times = s.times();
    double[] entries = s.entries().orElseThrow();
    for (int i = 0; i < times.length; i++) {
      times[i] = Math.ceil(times[i] / grid) * grid;
      entries[i] = Math.floor(entries[i] / grid) * grid;
    }
    Target rounded =
        new Survival(times, s.events(), Optional.of(entries), s.strata(), s.adjustment());
    List<View> views = new ArrayList<>(pooled);
    views.set(0, views.get(0).withTarget(Optional.of(rounded)));
    return views;
  }
}
