package io.parallax.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.parallax.core.Target;
import io.parallax.data.Split;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.privacy.RandomisedResponse;
import io.parallax.study.Study;
import io.parallax.study.file.StudyFile;
import io.parallax.study.rows.RowOwners;
import io.parallax.study.rows.StudyData;
import io.parallax.study.rows.StudySplits;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * The labels of 400 people under epsilon 1, guessed from everything that is told: the labels drawn,
 * which rows are held out in ten splits, and how many held-out rows of each class were taken for
 * which. Features say nothing, so that only what is told beside training can.
 */
class SplitInversionAttackTest {
  private static final int ROWS = 400;
  private static final double EPSILON = 1;
  private static final int SEEDS = 30;

  /** A study with the evaluation of a file that says nothing about it, or something. */
  private static StudyData data(String evaluate, int seed, int[] codes) {
    Study study =
        StudyFile.remote(
            "test",
            """
            study: test
            method: vfedmv
            parties: {maple: {view: a, labels: true}, birch: {view: b}, cedar: {view: c}}
            %s
            seed: %d
            """
                .formatted(evaluate, seed));
    return new StudyData(
        study,
        Map.of(),
        Map.of(),
        codes,
        List.of("well", "ill"),
        Optional.empty(),
        new int[0],
        List.of());
  }

  /** What an attacker may suppose of any study: that classes were kept in proportion. */
  private static Function<int[], List<Split>> supposed(StudyData data) {
    return labels -> new StudySplits(data).of(labels, data.study().evaluation().repeats());
  }

  private static int[] labels(int seed) {
    Rng rng = Rng.of(seed).child("labels");
    return IntStream.range(0, ROWS).map(i -> rng.below(2)).toArray();
  }

  /** The mean over many seeds of the share of labels that are guessed rightly. */
  private static double[] guessed(String evaluate) {
    double[] right = new double[4];
    for (int seed = 1; seed <= SEEDS; seed++) {
      int[] truth = labels(seed);
      StudyData data = data(evaluate, seed, truth);
      List<Split> splits = new StudySplits(data).all();
      int[] drawn = drawn(truth, seed);
      double[] prior = prior(drawn);
      double[] counted = counted(prior, equations(splits, truth, seed));
      int[] sizes = {(int) IntStream.of(truth).filter(c -> c == 0).count(), 0};
      sizes[1] = ROWS - sizes[0];
      double[][] read =
          new SplitInversionAttack(sizes, supposed(data), splits)
              .posterior(
                  IntStream.range(0, ROWS)
                      .mapToObj(i -> new double[] {Math.log(1 - prior[i]), Math.log(prior[i])})
                      .toArray(double[][]::new));
      right[0] += right(truth, i -> drawn[i]);
      right[1] += right(truth, i -> counted[i] > 0.5 ? 1 : 0);
      right[2] += right(truth, i -> SplitInversionAttack.best(read[i]));
      right[3] += new SplitInversionAttack(sizes, supposed(data), splits).right(truth);
    }
    double[] shares = IntStream.range(0, right.length).mapToDouble(k -> right[k] / SEEDS).toArray();
    System.out.printf(
        "labels right, %s: as drawn %.3f, with counts %.3f, with held-out rows %.3f, these alone"
            + " %.3f%n",
        evaluate.isEmpty() ? "by default" : evaluate, shares[0], shares[1], shares[2], shares[3]);
    return shares;
  }

  /** Randomised response, by a seed: a test must not fail by chance. */
  private static int[] drawn(int[] truth, int seed) {
    double truthful = new RandomisedResponse(EPSILON, 2).truthful();
    Rng rng = Rng.of(seed).child("drawn");
    return IntStream.of(truth).map(c -> rng.uniform() < truthful ? c : 1 - c).toArray();
  }

  private static double right(int[] truth, IntUnaryOperator guess) {
    return (double) IntStream.range(0, ROWS).filter(i -> guess.applyAsInt(i) == truth[i]).count()
        / ROWS;
  }

  /** How likely each label is 1, from the one drawn. */
  private static double[] prior(int[] drawn) {
    double kept = Math.exp(EPSILON) / (1 + Math.exp(EPSILON));
    return IntStream.of(drawn).mapToDouble(label -> label == 1 ? kept : 1 - kept).toArray();
  }

  /** Of each split and each class that rows were taken for, the rows and how many are ill. */
  private record Equation(int[] rows, double ill) {}

  private static List<Equation> equations(List<Split> splits, int[] truth, int seed) {
    List<Equation> told = new ArrayList<>();
    Rng rng = Rng.of(seed).child("guesses");
    for (Split split : splits) {
      int[] guesses = IntStream.of(split.test()).map(row -> rng.below(2)).toArray();
      for (int taken = 0; taken < 2; taken++) {
        int wanted = taken;
        int[] rows =
            IntStream.range(0, guesses.length)
                .filter(k -> guesses[k] == wanted)
                .map(k -> split.test()[k])
                .toArray();
        told.add(new Equation(rows, IntStream.of(rows).map(row -> truth[row]).sum()));
      }
    }
    return told;
  }

  /** The most likely numbers that fit all equations, near what is likely from the drawing. */
  private static double[] counted(double[] prior, List<Equation> told) {
    Matrix a = // one column for each equation
        Matrix.fill(
            ROWS,
            told.size(),
            (i, k) -> IntStream.of(told.get(k).rows()).anyMatch(row -> row == i) ? 1 : 0);
    Matrix missing =
        Matrix.fill(
            told.size(),
            1,
            (k, j) ->
                told.get(k).ill()
                    - IntStream.of(told.get(k).rows()).mapToDouble(row -> prior[row]).sum());
    Matrix both = a.transposeTimes(a);
    Matrix near =
        Matrix.fill(both.rows(), both.cols(), (i, j) -> both.get(i, j) + (i == j ? 1e-6 : 0));
    Matrix shift = a.times(near.cholesky().solve(missing));
    return IntStream.range(0, ROWS).mapToDouble(i -> prior[i] + shift.get(i, 0)).toArray();
  }

  @Test
  void uniformSplitsTellNoMoreThanTheLabelsDrawn() {
    double promised = Math.exp(EPSILON) / (1 + Math.exp(EPSILON)); // 73 %
    double[] right = guessed("");
    for (int k = 0; k < 3; k++) {
      assertThat(right[k]).isLessThan(promised + 0.02);
    }
    assertThat(Math.max(right[0], Math.max(right[1], right[2])))
        .as("the best of three ways to guess")
        .isCloseTo(promised, within(0.02));
    assertThat(right[3]).as("from held-out rows alone").isLessThan(0.56);
  }

  /** The control: without the mend, epsilon says nothing. */
  @Test
  void splitsByTrueLabelsTellNearlyAllOfThem() {
    double[] right = guessed("evaluate: {split: stratified, test: 0.2, repeats: 10}");
    assertThat(right[2]).isGreaterThan(0.99);
    assertThat(right[3]).isGreaterThan(0.98);
  }

  /** Ten classes of 200 rows: what is followed is a part of all that could be. */
  @Test
  void manyClassesAreReadToo() {
    Rng rng = Rng.of(1).child("ten");
    int[] truth = IntStream.range(0, 2000).map(i -> rng.below(10)).toArray();
    int[] sizes = new int[10];
    IntStream.of(truth).forEach(c -> sizes[c]++);
    StudyData data = data("evaluate: {split: stratified, test: 0.2, repeats: 20}", 1, truth);
    List<Split> told = supposed(data).apply(truth);
    double right = new SplitInversionAttack(sizes, supposed(data), told).right(truth);
    System.out.printf("labels right, 10 classes, 20 splits: %.3f%n", right);
    assertThat(right).isGreaterThan(0.5);
  }

  @Test
  void foldsByTrueLabelsDoSoToo() {
    int[] truth = labels(3);
    StudyData data = data("evaluate: {split: stratified-folds, folds: 10}", 3, truth);
    int ill = IntStream.of(truth).sum();
    double right =
        new SplitInversionAttack(
                new int[] {ROWS - ill, ill}, supposed(data), new StudySplits(data).all())
            .right(truth);
    assertThat(right).isGreaterThan(0.9);
  }

  /**
   * Splits that share events evenly are one of 32 draws each, which look at no event. The control
   * is a draw by events.
   */
  @Test
  void splitsThatShareEventsEvenlyDoNotTellThem() {
    double[] right = new double[2];
    for (int seed = 1; seed <= 5; seed++) {
      int[] events = labels(seed);
      StudyData data = times(events, seed);
      List<Split> told = new StudySplits(data).all();
      double share = IntStream.of(events).average().orElseThrow();
      for (Split split : told) { // at random, by 5.7 on average
        assertThat(IntStream.of(split.test()).map(row -> events[row]).sum())
            .isCloseTo((int) Math.round(share * split.test().length), within(2));
      }
      int happened = IntStream.of(events).sum();
      int[] sizes = {ROWS - happened, happened};
      Function<int[], List<Split>> known = supposed(data);
      right[0] += new SplitInversionAttack(sizes, known, told).right(events) / 5;
      right[1] += new SplitInversionAttack(sizes, known, known.apply(events)).right(events) / 5;
    }
    assertThat(right[0]).as("of two kinds of rows").isLessThan(0.56);
    assertThat(right[1]).as("the control: draws by events").isGreaterThan(0.95);
  }

  /** Parties with people of their own, in one process: each holds out its share of its events. */
  @Test
  void everyPartyHoldsOutItsShareOfEvents() {
    String parties = "views: {a: [x]}\nparties: {maple: {target: time}, birch: {target: time}}";
    Study study = study("hregression\nsettings: {grid: 5}", parties, 3);
    int[] events = IntStream.range(0, ROWS).map(i -> i < 100 || i % 10 == 0 ? 1 : 0).toArray();
    List<Integer> sizes = List.of(100, 300);
    StudyData data = times(study, events, Optional.of(RowOwners.inOrder(study.members(), sizes)));
    for (Split split : new StudySplits(data).all()) {
      int[] held = IntStream.of(split.test()).filter(row -> events[row] == 1).toArray();
      assertThat(IntStream.of(held).filter(row -> row < 100)).hasSize(20);
      assertThat(held).hasSize(26);
      assertThat(split.test()).hasSize(80);
    }
  }

  private static Study study(String method, String parties, int seed) {
    return StudyFile.remote(
        "test",
        """
        study: test
        method: %s
        %s
        evaluate: {split: stratified, test: 0.2, repeats: 10}
        seed: %d
        """
            .formatted(method, parties, seed));
  }

  private static StudyData times(int[] events, int seed) {
    String parties =
        "parties: {maple: {view: a, target: time}, birch: {view: b}, cedar: {view: c}}";
    return times(study("joint", parties, seed), events, Optional.empty());
  }

  private static StudyData times(Study study, int[] events, Optional<RowOwners> owners) {
    double[] times = IntStream.range(0, ROWS).mapToDouble(i -> 1 + i % 50).toArray();
    return new StudyData(
            study, Map.of(), Map.of(), new int[ROWS], List.of("all"), owners, new int[0], List.of())
        .withTarget(new Target.Survival(times, events));
  }
}
