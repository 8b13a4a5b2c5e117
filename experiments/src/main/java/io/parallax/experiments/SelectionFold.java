package io.parallax.experiments;

import io.parallax.core.Eq;
import io.parallax.core.Labels;
import io.parallax.core.Method;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.Result;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.Selection;
import io.parallax.core.View;
import io.parallax.data.ColumnMoments;
import io.parallax.data.Scaler;
import io.parallax.data.Split;
import io.parallax.engine.Simulation;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.RowSparseRegression;
import io.parallax.math.Threads;
import io.parallax.study.file.Settings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** One fold of MMVFL's experiments: every method at every β, each view by its best features. */
final class SelectionFold<C extends Record, R extends Result> {
  static final String RIVAL = "supFL = supMVLFL";
  private static final double CONVERGED = 1e-8;
  private static final double SOLVED = 1e-9;
  private static final int MOST_ROUNDS = 200;
  private final Method<C, R> method;
  private final FeatureSelection.Settings settings;
  private final List<View> views = new ArrayList<>();
  private final Roster roster;
  private final int[] truth;
  private final Matrix y;
  private final ExperimentContext context;

  SelectionFold(
      Method<C, R> method,
      FeatureSelection.Settings settings,
      MultiViewSet set,
      Split fold,
      long seed,
      ExperimentContext context) {
    this.method = method;
    this.settings = settings;
    this.context = context;
    Labels labels = new Labels(set.codes(), set.classes().size()).select(fold.train());
    this.y = labels.oneHot();
    this.truth = Arrays.stream(fold.test()).map(row -> set.codes()[row]).toArray();
    set.views()
        .forEach(
            (name, x) -> {
              Matrix train = x.selectRows(fold.train());
              Scaler scaler = Scaler.from(ColumnMoments.of(train));
              views.add(
                  new View(
                      PartyId.of(name),
                      name,
                      IntStream.range(0, x.cols()).mapToObj(Integer::toString).toList(),
                      Features.of(scaler.apply(train)),
                      Optional.of(Features.of(scaler.apply(x.selectRows(fold.test())))),
                      views.isEmpty() ? Optional.of(labels) : Optional.empty()));
            });
    this.roster = Roster.vertical(views, set.classes().size(), seed);
  }

  /** By method, the accuracy of each view at each percentage, with the best β for it. */
  Map<String, double[][]> accuracies() {
    Map<String, double[][]> found = new LinkedHashMap<>();
    found.put("MMVFL, converged", best(this::converged));
    for (int rounds : settings.early()) {
      found.put("MMVFL after " + rounds, best(beta -> stopped(beta, rounds)));
    }
    found.put(RIVAL, best(this::rival));
    return found;
  }

  /** Trains with one β: each view's W. */
  private interface Training {
    List<Matrix> models(double beta);
  }

  private double[][] best(Training training) {
    double[][][] all = new double[settings.beta().size()][][];
    Threads.forEach(
        all.length,
        b -> {
          context.checkStop();
          all[b] = judged(training.models(settings.beta().get(b)));
        });
    double[][] best = all[0];
    for (double[][] other : all) {
      for (int v = 0; v < best.length; v++) {
        for (int p = 0; p < best[v].length; p++) {
          best[v][p] = Math.max(best[v][p], other[v][p]);
        }
      }
    }
    return best;
  }

  private double[][] judged(List<Matrix> models) {
    double[][] accuracy = new double[views.size()][settings.percents().size()];
    for (int v = 0; v < accuracy.length; v++) {
      double[] importance = models.get(v).rowNorms();
      for (int p = 0; p < accuracy[v].length; p++) {
        int[] kept = Selection.top(importance, settings.percents().get(p));
        Matrix scores = Selection.scores(views.get(v).toScore(), models.get(v), kept);
        accuracy[v][p] = accuracy(scores.argmaxRows());
      }
    }
    return accuracy;
  }

  private double accuracy(int[] predicted) {
    long right = IntStream.range(0, truth.length).filter(i -> predicted[i] == truth[i]).count();
    return (double) right / truth.length;
  }

  private List<Matrix> converged(double beta) {
    return train("best", beta, Rounds.of(MOST_ROUNDS, CONVERGED));
  }

  private List<Matrix> stopped(double beta, int rounds) {
    return train("paper", beta, Rounds.of(rounds, 0));
  }

  private List<Matrix> train(String mode, double beta, Rounds rounds) {
    C config =
        Settings.read(
            method.defaults(),
            "settings.yaml",
            "settings: {mode: %s, beta: %s, zeta: %s, eta: %s}"
                .formatted(mode, beta, settings.zeta(), settings.eta()));
    Map<PartyId, Party> parties = Simulation.train(method, config, views, roster, rounds).parties();
    return views.stream().map(view -> parties.get(view.owner()).model().get(view.name())).toList();
  }

  /** Returns the weights that every participant would learn if it knew the labels. */
  @Eq("15, 16")
  private List<Matrix> rival(double beta) {
    return views.stream()
        .map(view -> new RowSparseRegression(view.features()).solve(y, beta, null, SOLVED).w())
        .toList();
  }
}
