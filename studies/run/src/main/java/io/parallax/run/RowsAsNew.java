package io.parallax.run;

import io.parallax.core.BadInput;
import io.parallax.core.BaselineHazard;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Refused;
import io.parallax.core.Result;
import io.parallax.core.Target;
import io.parallax.core.View;
import io.parallax.engine.Simulation;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.study.Configured;
import io.parallax.study.rows.Fold;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.stream.IntStream;

/** Scores training rows by the trained model, as if they were new. */
final class RowsAsNew<C extends Record, R extends Result> {
  private static final int MOST = 2000;
  private static final long MOST_CELLS = 20_000_000; // of a view, which is copied for it
  private final Configured<C, R> method;
  private final C config;
  private final Fold fold;

  RowsAsNew(Configured<C, R> method, C config, Fold fold) {
    this.method = method;
    this.config = config;
    this.fold = fold;
  }

  /**
   * Scores of some training rows.
   *
   * @param rows their places among the training rows, in the order of the fold's views
   */
  record Found(Matrix scores, int[] rows) {
    /** Returns what is expected of these rows, given the target of all training rows. */
    double[] expected(Target target) {
      return ValueScoring.expected(target.select(rows), ValueScoring.column(scores));
    }
  }

  /** Returns predictions beside what was observed; empty where the target is classes. */
  Optional<PredictionCheck> check(
      SortedMap<PartyId, Party> trained,
      Matrix heldOut,
      Optional<BaselineHazard> hazard,
      List<Double> times) {
    return fold.values().map(values -> check(values, trained, heldOut, hazard, times));
  }

  private PredictionCheck check(
      Fold.Values values,
      SortedMap<PartyId, Party> trained,
      Matrix heldOut,
      Optional<BaselineHazard> hazard,
      List<Double> times) {
    double[] predicted = ValueScoring.column(heldOut);
    double[] risks = scores(trained).map(own -> own.expected(values.trained())).orElse(predicted);
    PredictionCheck.Marks marks = PredictionCheck.Marks.of(values.trained(), risks).at(times);
    return PredictionCheck.of(values.heldOut(), predicted, hazard, marks);
  }

  /**
   * Returns the scores of at most {@value #MOST} rows, spread evenly; none where a method cannot
   * score rows with its model, or views are too large to copy.
   */
  Optional<Found> scores(SortedMap<PartyId, Party> trained) {
    boolean large =
        fold.views().stream()
            .map(View::features)
            .anyMatch(x -> (long) x.samples() * x.size() > MOST_CELLS);
    if (large) {
      return Optional.empty();
    }
    List<View> asNew = new ArrayList<>();
    List<Integer> places = new ArrayList<>();
    int from = 0;
    for (List<View> own : View.byOwner(fold.views()).values()) {
      int rows = own.get(0).features().samples();
      int[] some = evenly(rows, fold.horizontal() ? MOST / fold.roster().ids().size() : MOST);
      own.forEach(view -> asNew.add(asNew(view, some)));
      if (fold.horizontal() || from == 0) {
        for (int row : some) {
          places.add(from + row);
        }
        from += rows;
      }
    }
    return scores(asNew, trained)
        .filter(found -> found.rows() == places.size())
        .map(found -> new Found(found, places.stream().mapToInt(i -> i).toArray()));
  }

  private Optional<Matrix> scores(List<View> asNew, SortedMap<PartyId, Party> trained) {
    try {
      return Optional.of(
          new NewRowScores<>(method, config, fold, Simulation.Options.inMemory())
              .of(asNew, trained));
    } catch (Refused | BadInput | ProtocolViolation noModel) { // a figure less, not a study less
      return Optional.empty();
    }
  }

  private View asNew(View view, int[] rows) {
    Features some = Features.of(view.features().toMatrix().selectRows(rows));
    return View.toPredict(
            view.owner(), view.name(), view.columns(), some, fold.classes(), view.shape())
        .withPresence(view.presence().map(presence -> presence.asNew(rows, fold.classes())));
  }

  private static int[] evenly(int rows, int most) {
    int count = Math.min(rows, Math.max(1, most));
    return IntStream.range(0, count).map(i -> (int) ((long) i * rows / count)).toArray();
  }
}
