package io.parallax.run;

import io.parallax.core.BadInput;
import io.parallax.core.Result;
import io.parallax.core.Rounds;
import io.parallax.core.Stopped;
import io.parallax.core.View;
import io.parallax.data.Split;
import io.parallax.data.Splits;
import io.parallax.engine.Simulation;
import io.parallax.eval.Shapley;
import io.parallax.eval.Summary;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.math.Threads;
import io.parallax.study.Configured;
import io.parallax.study.SettingsBinder;
import io.parallax.study.Study;
import io.parallax.study.model.Contribution;
import io.parallax.study.rows.Fold;
import io.parallax.study.rows.StudyData;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/** Measures what each party adds for the one with the labels, by training with every coalition. */
final class Contributions<C extends Record, R extends Result> {
  private final StudyData data;
  private final Configured<C, R> method;
  private final Study.Contributed how;
  private final Progress progress;
  private final BooleanSupplier stop;
  private final List<Fold> folds = new ArrayList<>();
  private final Optional<View> holder; // of the labels
  private final List<View> players;
  private final Map<Long, double[]> right = new ConcurrentHashMap<>(); // by coalition and fold

  Contributions(StudyData data, Configured<C, R> method, Progress progress, BooleanSupplier stop) {
    this.data = data;
    this.method = method;
    this.how = data.study().extras().contribution().orElseThrow();
    this.progress = progress;
    this.stop = stop;
    if (method.method().clusters()) {
      throw unfit(method.method().about().title());
    }
    Rng rng = Rng.of(data.study().seed()).child("contribution");
    int[] codes = data.select(data.everything().train());
    requireTwoOfEach(codes, data.classes());
    for (Split split : Splits.shares(codes, how.holdout(), how.repeats(), rng)) {
      folds.add(data.fold(split, "contribution-" + (folds.size() + 1)));
    }
    if (folds.get(0).horizontal()) {
      throw unfit("this study");
    }
    holder = folds.get(0).views().stream().filter(view -> view.labels().isPresent()).findFirst();
    players = folds.get(0).views().stream().filter(view -> view.labels().isEmpty()).toList();
  }

  /** Every class is trained on and judged. */
  private static void requireTwoOfEach(int[] codes, List<String> classes) {
    for (int c = 0; c < classes.size(); c++) {
      int code = c;
      long rows = Arrays.stream(codes).filter(one -> one == code).count();
      if (rows == 1) {
        throw new BadInput(
            "contribution trains on each class and judges it, and a class has one row only; leave its row out, add others of it, or remove contribution",
            " (class " + classes.get(c) + ")");
      }
    }
  }

  private static BadInput unfit(String what) {
    return new BadInput(
        "contribution is what parties with other views add for the one that has the labels, and %s has none such; remove it"
            .formatted(what));
  }

  Contribution measure() {
    Map<Long, Double> values = players.size() <= Shapley.EXACT ? all() : Map.of();
    Shapley game =
        new Shapley(players.size(), c -> values.containsKey(c) ? values.get(c) : value(c));
    double[] shapley = game.values(how.orders(), orders());
    return new Contribution(
        game.value(0),
        game.together(),
        folds.stream().mapToInt(fold -> fold.truth().length).sum(),
        game.asked() * folds.size(),
        players.size() <= Shapley.EXACT,
        folds.size(),
        shares(game, shapley));
  }

  private List<Contribution.Share> shares(Shapley game, double[] shapley) {
    double[] lost = game.leaveOneOut();
    double[] errors = game.standardErrors(how.orders(), orders());
    double[][] repeats = repeats();
    List<Contribution.Share> shares = new ArrayList<>();
    for (int p = 0; p < players.size(); p++) {
      View view = players.get(p);
      int player = p;
      double[] own = Arrays.stream(repeats).mapToDouble(values -> values[player]).toArray();
      Double deviation = own.length > 1 ? (Double) Summary.of(own).sd() : null;
      Double error = players.size() > Shapley.EXACT ? (Double) errors[p] : null;
      shares.add(
          new Contribution.Share(
              view.owner().name(), view.name(), lost[p], shapley[p], deviation, error));
    }
    return shares;
  }

  /** Returns the players' values of each repeat alone, by the trainings that are done. */
  private double[][] repeats() {
    double[][] values = new double[folds.size()][];
    for (int f = 0; f < values.length; f++) {
      int fold = f;
      values[f] =
          new Shapley(players.size(), c -> right.get(c)[fold]).values(how.orders(), orders());
    }
    return values;
  }

  /** Returns the same random orders each time. */
  private Rng orders() {
    return Rng.of(data.study().seed()).child("orders");
  }

  /** The values of all coalitions, several trained at a time. */
  private Map<Long, Double> all() {
    double[] found = new double[1 << players.size()];
    AtomicInteger done = new AtomicInteger();
    Threads.forEach(
        found.length,
        i -> {
          found[i] = value(i);
          progress.stage(
              "contributions: %d of %d coalitions".formatted(done.incrementAndGet(), found.length));
        });
    Map<Long, Double> values = new LinkedHashMap<>();
    for (int i = 0; i < found.length; i++) {
      values.put((long) i, found[i]);
    }
    return values;
  }

  /** The share of the held-out rows that is right, where only these players take part. */
  private double value(long coalition) {
    double[] shares = new double[folds.size()];
    double sum = 0;
    for (int f = 0; f < shares.length; f++) {
      if (stop.getAsBoolean()) {
        throw new Stopped(0);
      }
      Fold fold = folds.get(f);
      shares[f] = right(fold.among(views(fold, coalition))) / fold.truth().length;
      sum += shares[f];
    }
    right.put(coalition, shares);
    return sum / shares.length;
  }

  private List<String> views(Fold fold, long coalition) {
    return fold.views().stream()
        .filter(view -> taken(view.name(), coalition))
        .map(View::name)
        .toList();
  }

  private boolean taken(String view, long coalition) {
    for (int p = 0; p < players.size(); p++) {
      if (players.get(p).name().equals(view)) {
        return (coalition >> p & 1) == 1;
      }
    }
    return true;
  }

  private double right(Fold fold) {
    List<String> views = fold.views().stream().map(View::name).toList();
    Study.Stop until = data.study().stop();
    Simulation.Outcome<R> outcome =
        Simulation.train(
            method.method(),
            SettingsBinder.among(method.config(), views),
            fold.views(),
            fold.roster(),
            new Rounds(until.rounds(), until.tolerance(), round -> {}, stop),
            Simulation.Options.inMemory().allowing(data.study().layout().allowed()));
    Matrix scores =
        outcome
            .result()
            .scores()
            .orElseGet(
                () ->
                    holder
                        .flatMap(view -> outcome.parties().get(view.owner()).scores())
                        .orElseThrow());
    int[] found = scores.argmaxRows();
    int right = 0;
    for (int i = 0; i < found.length; i++) {
      right += found[i] == fold.truth()[i] ? 1 : 0;
    }
    return right;
  }
}
