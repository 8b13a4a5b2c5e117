package io.parallax.run;

import io.parallax.core.BadInput;
import io.parallax.core.Coordinator;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Refused;
import io.parallax.core.Result;
import io.parallax.core.Rounds;
import io.parallax.core.View;
import io.parallax.engine.Simulation;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.study.Configured;
import io.parallax.study.rows.Fold;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * An attack by whoever has the trained model and a row with its label: a model is surer of rows
 * that it was trained on (Yeom, Giacomelli, Fredrikson, Jha 2018). Its advantage is how much more
 * often training rows are taken for such than held-out ones: 0 is guessing, 1 is certainty.
 */
public final class Membership<C extends Record, R extends Result> {
  public static final String FIGURE = "membership advantage";
  private static final int FEWEST = 4; // rows on either side
  private static final int MOST = 2000;
  private static final long MOST_CELLS = 20_000_000; // of a view, which is copied for it
  private static final int ROUNDS = 1000;
  private static final double TOLERANCE = 1e-9;
  private final Configured<C, R> method;
  private final C config;
  private final Fold fold;

  public Membership(Configured<C, R> method, C config, Fold fold) {
    this.method = method;
    this.config = config;
    this.fold = fold;
  }

  /**
   * The advantage; none where a method cannot score rows with its model, or there are too few rows
   * or too many.
   *
   * @param heldOut the scores of the rows that were not trained on
   * @param trainLabels the classes of the training rows, in the order of the fold's views
   */
  public OptionalDouble advantage(
      SortedMap<PartyId, Party> trained, Matrix heldOut, int[] trainLabels) {
    boolean large =
        fold.views().stream()
            .map(View::features)
            .anyMatch(x -> (long) x.samples() * x.size() > MOST_CELLS);
    int few = Math.min(heldOut.rows(), trainLabels.length);
    if (heldOut.rows() != fold.truth().length || few < FEWEST || large) {
      return OptionalDouble.empty();
    }
    List<Integer> labels = new ArrayList<>();
    Optional<Matrix> members = members(trained, trainLabels, labels);
    if (members.isEmpty() || members.get().rows() != labels.size()) {
      return OptionalDouble.empty();
    }
    int[] own = labels.stream().mapToInt(i -> i).toArray();
    double[] in = margins(members.get(), own);
    double[] out = margins(heldOut, fold.truth());
    return OptionalDouble.of((half(in, out, 0) + half(in, out, 1)) / 2);
  }

  /** Scores of training rows by the trained model, as if they were new. */
  private Optional<Matrix> members(
      SortedMap<PartyId, Party> trained, int[] trainLabels, List<Integer> labels) {
    List<View> asNew = new ArrayList<>();
    int from = 0;
    for (List<View> own : View.byOwner(fold.views()).values()) {
      int rows = own.get(0).features().samples();
      int[] some = evenly(rows, fold.horizontal() ? MOST / fold.roster().ids().size() : MOST);
      own.forEach(view -> asNew.add(asNew(view, some)));
      if (fold.horizontal() || from == 0) {
        for (int row : some) {
          labels.add(trainLabels[from + row]);
        }
        from += rows;
      }
    }
    try {
      return Optional.of(
          fold.horizontal()
              ? Matrix.stackRows(
                  View.byOwner(asNew).values().stream().map(own -> scores(own, trained)).toList())
              : scores(asNew, trained));
    } catch (Refused | BadInput | ProtocolViolation noModel) { // a figure less, not a study less
      return Optional.empty();
    }
  }

  private View asNew(View view, int[] rows) {
    Features some = Features.of(view.features().toMatrix().selectRows(rows));
    return View.toPredict(
        view.owner(), view.name(), view.columns(), some, fold.classes(), view.shape());
  }

  private static int[] evenly(int rows, int most) {
    int count = Math.min(rows, Math.max(1, most));
    return IntStream.range(0, count).map(i -> (int) ((long) i * rows / count)).toArray();
  }

  private Matrix scores(List<View> views, SortedMap<PartyId, Party> trained) {
    Fold rows =
        new Fold(views, new int[0], new int[0], fold.classes(), fold.seed(), fold.horizontal());
    SortedMap<PartyId, Party> parties = new TreeMap<>();
    for (Map.Entry<PartyId, List<View>> own : View.byOwner(views).entrySet()) {
      Map<String, Matrix> model = trained.get(own.getKey()).model();
      if (!model.isEmpty()) { // passive parties keep none
        Party party = method.method().party(config, own.getValue(), rows.roster());
        party.adopt(model);
        parties.put(own.getKey(), party);
      }
    }
    Optional<Coordinator<Matrix>> joint = method.method().predictor(config, rows.roster());
    if (joint.isPresent()) {
      Simulation.Options options = Simulation.Options.inMemory();
      Rounds rounds = Rounds.of(ROUNDS, TOLERANCE);
      return Simulation.run(method.method(), joint.get(), parties, rounds, options).result();
    }
    List<Matrix> alone = parties.values().stream().flatMap(p -> p.scores().stream()).toList();
    if (alone.isEmpty()) {
      throw new Refused("no party scores rows");
    }
    return Matrix.stackRows(alone);
  }

  /** By how much the label's class is ahead of all others. */
  private static double[] margins(Matrix scores, int[] labels) {
    double[] margins = new double[labels.length];
    for (int i = 0; i < labels.length; i++) {
      double best = Double.NEGATIVE_INFINITY;
      for (int c = 0; c < scores.cols(); c++) {
        best = c == labels[i] ? best : Math.max(best, scores.get(i, c));
      }
      margins[i] = scores.get(i, labels[i]) - best;
    }
    return margins;
  }

  /** The threshold is chosen on one half of the rows and judged on the other. */
  private static double half(double[] in, double[] out, int parity) {
    double[] chosenIn = every(in, parity);
    double[] chosenOut = every(out, parity);
    double best = 0;
    double threshold = Double.POSITIVE_INFINITY;
    for (double t : chosenIn) {
      double advantage = above(chosenIn, t) - above(chosenOut, t);
      if (advantage > best) {
        best = advantage;
        threshold = t;
      }
    }
    return above(every(in, 1 - parity), threshold) - above(every(out, 1 - parity), threshold);
  }

  private static double[] every(double[] all, int parity) {
    double[] half =
        IntStream.range(0, all.length)
            .filter(i -> i % 2 == parity)
            .mapToDouble(i -> all[i])
            .toArray();
    Arrays.sort(half);
    return half;
  }

  /** The share of values, in rising order, that are not below. */
  private static double above(double[] sorted, double threshold) {
    int low = 0;
    int high = sorted.length;
    while (low < high) {
      int middle = (low + high) / 2;
      if (sorted[middle] < threshold) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return (double) (sorted.length - low) / sorted.length;
  }
}
