package io.parallax.audit;

import io.parallax.audit.AttackResult.Scale;
import io.parallax.data.Split;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.privacy.RandomisedResponse;
import io.parallax.study.Study;
import io.parallax.study.Study.Evaluation.Kind;
import io.parallax.study.rows.StudyData;
import io.parallax.study.rows.StudySplits;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Attacks on the labels of parties that hold the same people. */
final class LabelAttacks {
  private static final int CANARIES = 200;
  private final StudyData data;
  private final Split split;
  private final Function<int[], List<Matrix>> sent;

  /**
   * @param sent returns what every party is sent about all training rows, if training is taught
   *     these classes
   */
  LabelAttacks(StudyData data, Split split, Function<int[], List<Matrix>> sent) {
    this.data = data;
    this.split = split;
    this.sent = sent;
  }

  /** Reads labels from the rows that are held out, if splits go by labels. */
  Optional<AttackResult> heldOutRows() {
    Study.Evaluation how = data.study().evaluation();
    if (how.kind() != Kind.STRATIFIED && how.kind() != Kind.STRATIFIED_FOLDS) {
      return Optional.empty();
    }
    int[] sizes = new int[data.classes().size()];
    IntStream.of(data.codes()).forEach(code -> sizes[code]++);
    StudySplits splits = new StudySplits(data);
    double found =
        new SplitInversionAttack(sizes, classes -> splits.of(classes, how.repeats()), splits.all())
            .right(data.codes());
    double epsilon = data.study().protection().labelEpsilon();
    int rows = data.codes().length;
    double allowed =
        epsilon == 0 ? Double.NaN : allowed(new RandomisedResponse(epsilon, sizes.length), rows);
    return Optional.of(
        new AttackResult(
            "labels from held-out rows", rows + " rows", Scale.LABELS, found, found, allowed));
  }

  /** Returns the share of labels that a randomised response reveals, three deviations above. */
  private static double allowed(RandomisedResponse response, int rows) {
    double p = response.truthful();
    return p + 3 * Math.sqrt(p * (1 - p) / rows);
  }

  /** Reads labels that nothing but the labels themselves can tell. */
  Optional<AttackResult> canaries() {
    int[] train = split.train();
    int count = Math.min(CANARIES, train.length / 10);
    int[] places = IntStream.range(0, count).map(i -> i * (train.length / count)).toArray();
    Rng rng = Rng.of(data.study().seed()).child("canaries");
    int classes = data.classes().size();
    int[] told = data.codes().clone();
    for (int place : places) {
      told[train[place]] = rng.below(classes);
    }
    double control = recovered(told, told, places);
    if (control < 0) {
      return Optional.empty();
    }
    double epsilon = data.study().protection().labelEpsilon();
    double found = control;
    double allowed = Double.NaN;
    if (epsilon > 0) {
      RandomisedResponse response = new RandomisedResponse(epsilon, classes);
      found = recovered(response.draw(told), told, places);
      allowed = allowed(response, count);
    }
    return Optional.of(
        new AttackResult(
            "labels of canaries", count + " rows", Scale.LABELS, control, found, allowed));
  }

  /** Returns the share of the canaries' labels that every party reads from the last consensus. */
  private double recovered(int[] taught, int[] truth, int[] places) {
    List<Matrix> scores =
        sent.apply(taught).stream().filter(m -> m.cols() == data.classes().size()).toList();
    if (scores.isEmpty()) {
      return -1;
    }
    int[] read = scores.get(scores.size() - 1).argmaxRows();
    long right = IntStream.of(places).filter(i -> read[i] == truth[split.train()[i]]).count();
    return (double) right / places.length;
  }
}
