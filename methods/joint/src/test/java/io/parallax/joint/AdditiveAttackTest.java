package io.parallax.joint;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.core.Answers;
import io.parallax.core.Ask;
import io.parallax.core.Labels;
import io.parallax.core.Often;
import io.parallax.core.Reveals;
import io.parallax.core.Roster;
import io.parallax.core.View;
import io.parallax.joint.AdditiveMessages.Fit;
import io.parallax.joint.AdditiveMessages.Fitted;
import io.parallax.joint.AdditiveMessages.Teach;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.trees.Bins;
import io.parallax.trees.TreeGrower;
import io.parallax.trees.TreeSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What modes trees and network tell: the outputs of learners for every training row, in sum, to the
 * coordinator; labels and scores to the parties. Every attack has a control in which it succeeds.
 */
class AdditiveAttackTest {
  private static final Joint METHOD = new Joint();
  private static final int ROWS = 600;
  private static final int KNOWN = 300;
  private static final int NEIGHBOURS = 5;
  private static final int MOST_ROUNDS = 12;
  private final Matrix x = Matrix.gaussian(ROWS, 6, Rng.of(41));
  private final Matrix noise = Matrix.gaussian(ROWS, 1, Rng.of(42));
  private final List<View> views = views();
  private final Roster roster = Roster.vertical(views, 2, 3);

  static Stream<JointConfig> configs() {
    return Stream.of(JointConfig.DEFAULTS.withTrees(10), JointConfig.DEFAULTS.withNetwork(16, 5));
  }

  /** The first of a view's two columns tells the class, the same in every view. */
  private int truth(int i) {
    return x.get(i, 0) + x.get(i, 2) + x.get(i, 4) + noise.get(i, 0) > 0 ? 1 : 0;
  }

  private List<View> views() {
    Labels labels = new Labels(IntStream.range(0, ROWS).map(this::truth).toArray(), 2);
    List<View> all = new ArrayList<>();
    for (int k = 0; k < 3; k++) {
      double[][] own = x.selectColumns(new int[] {2 * k, 2 * k + 1}).toRows();
      Optional<Labels> told = k == 1 ? Optional.of(labels) : Optional.empty();
      all.add(View.of("p" + k, "v" + k, own, new double[1][2], told));
    }
    return all;
  }

  /** All that crosses in a training: what each party answers, and what the parties are told. */
  private record Training(List<List<Matrix>> answers, Matrix taught, AdditiveScores scores) {
    /** What is seen of one party where sums are not masked, round beside round. */
    Matrix of(int party) {
      return Matrix.stackColumns(answers.stream().map(round -> round.get(party)).toList());
    }

    /** What is seen where they are. */
    Matrix inSum() {
      return Matrix.stackColumns(
          answers.stream()
              .map(round -> round.stream().reduce(Matrix::plus).orElseThrow())
              .toList());
    }
  }

  private Training train(JointConfig config) {
    Matrix y = views.get(1).labels().orElseThrow().oneHot();
    AdditiveScores scores = new AdditiveScores(y, config.judges(), roster);
    List<Answers> parties =
        views.stream().map(v -> METHOD.party(config, List.of(v), roster).answers()).toList();
    parties.forEach(party -> party.to(new Teach(scores.toTeach())));
    List<List<Matrix>> answers = new ArrayList<>();
    do {
      Fit ask = new Fit(scores.scores());
      answers.add(parties.stream().map(p -> ((Fitted) p.to(ask)).scores()).toList());
      scores.add(answers.get(answers.size() - 1).stream().reduce(Matrix::plus).orElseThrow());
    } while (scores.gain() > METHOD.tolerance(config) && answers.size() < MOST_ROUNDS);
    return new Training(answers, scores.toTeach(), scores);
  }

  /**
   * The share of a column's variance that somebody works out who knows the first rows: every other
   * row is given the mean of the known rows whose outputs are nearest to its own.
   */
  private double workedOut(Matrix outputs, int column) {
    double error = 0;
    double spread = 0;
    for (int i = KNOWN; i < ROWS; i++) {
      double guess = guess(outputs, i, column);
      error += Math.pow(x.get(i, column) - guess, 2);
      spread += Math.pow(x.get(i, column), 2);
    }
    return 1 - error / spread;
  }

  private double guess(Matrix outputs, int row, int column) {
    double[] own = outputs.row(row);
    return IntStream.range(0, KNOWN)
        .boxed()
        .sorted(Comparator.comparingDouble(j -> distance(own, outputs.row(j))))
        .limit(NEIGHBOURS)
        .mapToDouble(j -> x.get(j, column))
        .average()
        .orElseThrow();
  }

  private static double distance(double[] a, double[] b) {
    return IntStream.range(0, a.length).mapToDouble(c -> Math.pow(a[c] - b[c], 2)).sum();
  }

  /** Without masks, the coordinator reads p0's outputs one by one: the control. */
  @ParameterizedTest
  @MethodSource("configs")
  void columnsAreWorkedOutFromOnePartysOutputsAndHardlyFromSums(JointConfig config) {
    Training seen = train(config);
    assertThat(workedOut(seen.of(0), 0)).isGreaterThan(0.9);
    assertThat(workedOut(seen.inSum(), 0)).isLessThan(0.4);
    assertThat(workedOut(seen.inSum(), 1)).isLessThan(0.1); // a column that tells no class
  }

  /** Where no row judges, every label is told: the control. */
  @ParameterizedTest
  @MethodSource("configs")
  void aPartyReadsTheLabelsThatAreTaughtAndGuessesThoseOfRowsThatJudge(JointConfig config) {
    int[] all = IntStream.range(0, ROWS).toArray();
    assertThat(labelsRead(train(config.withJudges(0)), all)).isEqualTo(1);
    Training seen = train(config);
    int[] judges = Arrays.stream(all).filter(i -> total(seen.taught().row(i)) == 0).toArray();
    int[] taught = Arrays.stream(all).filter(i -> total(seen.taught().row(i)) > 0).toArray();
    assertThat(judges).hasSizeBetween(ROWS / 5 - 5, ROWS / 5 + 5);
    assertThat(labelsRead(seen, taught)).isEqualTo(1);
    double best = IntStream.of(judges).filter(i -> truth(i) == byColumns(i)).count();
    assertThat(labelsRead(seen, judges)).isLessThan(best / judges.length + 0.05).isLessThan(0.9);
  }

  /** What the columns of all parties tell of a class, but for the noise. */
  private int byColumns(int i) {
    return x.get(i, 0) + x.get(i, 2) + x.get(i, 4) > 0 ? 1 : 0;
  }

  private static double total(double[] row) {
    return Arrays.stream(row).sum();
  }

  /** The share of labels that a party gets right: as taught, else by the newest scores. */
  private double labelsRead(Training seen, int[] rows) {
    int[] taught = seen.taught().argmaxRows();
    int[] likely = seen.scores().scores().argmaxRows();
    return IntStream.of(rows)
            .filter(i -> (total(seen.taught().row(i)) > 0 ? taught[i] : likely[i]) == truth(i))
            .count()
        / (double) rows.length;
  }

  /**
   * A coordinator that lies says that one row is of a class of its own, to see where that row lies.
   * A leaf holds as many rows as ever; with leaves of one row, the control, the answer would point
   * at the row alone.
   */
  @Test
  void labelsThatSingleARowOutAreAnsweredForAllRowsOfALeaf() {
    int target = IntStream.range(0, ROWS).boxed().max(Comparator.comparing(i -> x.get(i, 0))).get();
    Matrix lie = Matrix.fill(ROWS, 2, (i, c) -> (i == target) == (c == 1) ? 1 : 0);
    Answers party =
        METHOD.party(JointConfig.DEFAULTS.withTrees(1), views.subList(0, 1), roster).answers();
    party.to(new Teach(lie));
    Matrix answer = ((Fitted) party.to(new Fit(Matrix.zeros(ROWS, 2)))).scores();
    TreeSettings usual = TreeSettings.defaults();
    assertThat(alike(answer, target)).isGreaterThanOrEqualTo(usual.minimumRows());
    Matrix slopes = Matrix.fill(ROWS, 1, (i, c) -> i == target ? -0.5 : 0.5);
    Matrix bends = Matrix.fill(ROWS, 1, (i, c) -> 0.25);
    Matrix own = views.get(0).features().toMatrix();
    TreeSettings single = new TreeSettings(8, usual.depth(), 1, usual.l2(), 0.1);
    Bins bins = Bins.of(own);
    Matrix control = new TreeGrower(bins.bin(own), single).grow(slopes, bends).predict(own);
    assertThat(alike(control, target)).isLessThan(usual.minimumRows() / 4);
  }

  /** How many rows have the target's answer. */
  private static long alike(Matrix answer, int target) {
    return IntStream.range(0, ROWS)
        .filter(i -> Arrays.equals(answer.row(i), answer.row(target)))
        .count();
  }

  @Test
  void everyMessageSaysWhatItTellsAndHowOften() {
    for (Class<? extends Ask<?>> ask : AdditiveMessages.ASKS) {
      assertThat(ask).hasAnnotation(Reveals.class);
      Often often = ask.getAnnotation(Often.class);
      assertThat(often == null ? "once" : often.value())
          .isEqualTo(ask == Fit.class ? Often.EACH_ROUND : "once");
    }
    assertThat(Fitted.class).hasAnnotation(Reveals.class);
  }
}
