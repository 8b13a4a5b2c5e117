package io.parallax.joint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.parallax.core.Answers;
import io.parallax.core.BadInput;
import io.parallax.core.Labels;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.PerView;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.View;
import io.parallax.engine.Simulation;
import io.parallax.joint.AdditiveMessages.Fit;
import io.parallax.joint.AdditiveMessages.Keep;
import io.parallax.joint.AdditiveMessages.Teach;
import io.parallax.joint.JointConfig.Views;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.math.SoftmaxLoss;
import io.parallax.trees.BoostSettings;
import io.parallax.trees.BoostedTrees;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TreesTest {
  private static final Joint METHOD = new Joint();
  private static final JointConfig CONFIG = JointConfig.DEFAULTS.withTrees(10);
  private static final int ROWS = 800;
  private static final int HELD_OUT = 400;
  private final Matrix x = Matrix.gaussian(ROWS + HELD_OUT, 6, Rng.of(5));
  private final Matrix noise = Matrix.gaussian(ROWS + HELD_OUT, 1, Rng.of(6));

  /** Every view tells a part of the class, and none by a line. */
  private int rings(int i) {
    double first = Math.hypot(x.get(i, 0), x.get(i, 1)) > 1.2 ? 2 : -2;
    double second = Math.abs(x.get(i, 3)) > 0.7 ? 1.5 : -1.5;
    double third = Math.abs(x.get(i, 4) + 0.5) > 1 ? 1 : -1;
    return first + second + third + 0.8 * noise.get(i, 0) > 0 ? 1 : 0;
  }

  private List<View> views(IntUnaryOperator truth, int classes, int rows) {
    int[] codes = IntStream.range(0, rows).map(truth).toArray();
    List<View> views = new ArrayList<>();
    for (int k = 0; k < 3; k++) {
      Matrix own = x.selectColumns(new int[] {2 * k, 2 * k + 1});
      views.add(
          View.of(
              "p" + k,
              "v" + k,
              Arrays.copyOf(own.toRows(), rows),
              Arrays.copyOfRange(own.toRows(), ROWS, ROWS + HELD_OUT),
              k == 1 ? Optional.of(new Labels(codes, classes)) : Optional.empty()));
    }
    return views;
  }

  private static Simulation.Outcome<JointResult> train(
      JointConfig config, List<View> views, int classes) {
    Roster roster = Roster.vertical(views, classes, 3);
    METHOD.check(config, roster);
    return Simulation.train(METHOD, config, views, roster, Rounds.of(20, 1e-6));
  }

  private static Matrix scores(JointConfig config, List<View> views, int classes) {
    return train(config, views, classes).result().scores().orElseThrow();
  }

  private static double accuracy(Matrix scores, IntUnaryOperator truth) {
    int[] guesses = scores.argmaxRows();
    return IntStream.range(0, HELD_OUT)
            .filter(i -> guesses[i] == truth.applyAsInt(ROWS + i))
            .count()
        / (double) HELD_OUT;
  }

  @Test
  void itLearnsWhatNoLineTellsAsWellAsTreesOnPooledColumns() {
    List<View> views = views(this::rings, 2, ROWS);
    double trees = accuracy(scores(CONFIG, views, 2), this::rings);
    double linear = accuracy(scores(JointConfig.DEFAULTS, views, 2), this::rings);
    int[] train = IntStream.range(0, ROWS).toArray();
    int[] test = IntStream.range(ROWS, ROWS + HELD_OUT).toArray();
    BoostedTrees pooled =
        BoostedTrees.fit(
            x.selectRows(train),
            IntStream.of(train).map(this::rings).toArray(),
            2,
            BoostSettings.defaults(),
            Rng.of(1));
    assertThat(trees).isGreaterThan(linear + 0.15);
    assertThat(trees)
        .isGreaterThan(accuracy(pooled.probabilities(x.selectRows(test)), this::rings) - 0.02);
  }

  @Test
  void viewsCompleteEachOther() {
    List<View> views = views(this::rings, 2, ROWS);
    double all = accuracy(scores(CONFIG, views, 2), this::rings);
    double alone = accuracy(scores(CONFIG, List.of(views.get(1)), 2), this::rings);
    assertThat(all).isGreaterThan(alone + 0.05);
  }

  /** The loss of rows that judge falls, and what is kept is the best round's. */
  @Test
  void theBestRoundIsKept() {
    IntUnaryOperator noisy = i -> x.get(i, 0) + noise.get(i, 0) > 0 ? 1 : 0;
    JointResult result = train(CONFIG, views(noisy, 2, ROWS), 2).result();
    double least = result.trace().stream().mapToDouble(v -> v).min().orElseThrow();
    assertThat(result.objective()).isEqualTo(least).isLessThan(Math.log(2));
    assertThat(result.converged()).isTrue();
    assertThat(result.trace()).hasSizeGreaterThan(AdditiveScores.PATIENCE);
    assertThat(result.trace().get(result.trace().size() - 1)).isGreaterThan(least);
  }

  @Test
  void scoresOfTrainingRowsAreThoseThatTheKeptModelGives() {
    List<View> views = views(this::rings, 2, ROWS);
    var outcome = train(CONFIG, views, 2);
    List<View> again = new ArrayList<>();
    for (View view : views) {
      again.add(
          View.toPredict(
              view.owner(), view.name(), view.columns(), view.features(), 2, Optional.empty()));
    }
    Matrix probabilities = predict(again, outcome);
    Matrix fitted = SoftmaxLoss.probabilities(outcome.result().fitted().orElseThrow());
    assertThat(probabilities.maxAbsDifference(fitted)).isLessThan(1e-6);
  }

  @Test
  void aModelThatWasKeptScoresAsBefore() {
    List<View> views = views(this::rings, 2, ROWS);
    var outcome = train(CONFIG, views, 2);
    List<View> rows = new ArrayList<>();
    for (View view : views) {
      rows.add(
          View.toPredict(
              view.owner(), view.name(), view.columns(), view.toScore(), 2, Optional.empty()));
    }
    assertThat(predict(rows, outcome)).isEqualTo(outcome.result().scores().orElseThrow());
    Party first = outcome.parties().get(PartyId.of("p0"));
    assertThat(first.model()).containsOnlyKeys("learnt");
    double[] splits = first.importance().get("v0");
    assertThat(splits).hasSize(2);
    assertThat(Arrays.stream(splits).min().orElseThrow()).isPositive();
  }

  private static Matrix predict(List<View> rows, Simulation.Outcome<JointResult> trained) {
    Roster roster = Roster.vertical(rows, 2, 99);
    SortedMap<PartyId, Party> parties = parties(rows, roster);
    parties.forEach((id, party) -> party.adopt(trained.parties().get(id).model()));
    return Simulation.run(
            METHOD,
            METHOD.predictor(CONFIG, roster).orElseThrow(),
            parties,
            Rounds.of(1, 0),
            Simulation.Options.inMemory())
        .result();
  }

  private static SortedMap<PartyId, Party> parties(List<View> views, Roster roster) {
    SortedMap<PartyId, Party> parties = new TreeMap<>();
    views.forEach(v -> parties.put(v.owner(), METHOD.party(CONFIG, List.of(v), roster)));
    return parties;
  }

  /** Checks that a constant view adds at most a constant, of which the intercept is the best. */
  @Test
  void aConstantViewAddsNothing() {
    List<View> views = new ArrayList<>(views(this::rings, 2, ROWS));
    views.set(
        0, View.of("p0", "v0", new double[ROWS][3], new double[HELD_OUT][3], Optional.empty()));
    var outcome = train(CONFIG, views, 2);
    assertThat(outcome.result().scores().orElseThrow().isFinite()).isTrue();
    assertThat(outcome.parties().get(PartyId.of("p0")).importance().get("v0"))
        .containsExactly(0, 0, 0);
    View alone = View.of("p", "v", new double[ROWS][1], new double[3][1], views.get(1).labels());
    Matrix shares = scores(CONFIG, List.of(alone), 2);
    double ones = IntStream.range(0, ROWS).map(this::rings).average().orElseThrow();
    assertThat(shares.get(0, 1)).isCloseTo(ones, within(0.02));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aClassThatNoTrainingRowHasIsNeverLikely(boolean balance) {
    JointConfig config = balance ? CONFIG.balanced() : CONFIG;
    Matrix scores = scores(config, views(this::rings, 3, ROWS), 3);
    assertThat(scores.selectColumns(new int[] {2}).maxAbs()).isLessThan(1e-12);
    assertThat(accuracy(scores, this::rings)).isGreaterThan(0.8);
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 7, 40})
  void fewRowsGiveProbabilities(int rows) {
    for (JointConfig config : List.of(CONFIG, CONFIG.withJudges(0), CONFIG.withJudges(0.5))) {
      Matrix scores = scores(config, views(i -> i % 2, 2, rows), 2);
      assertThat(scores.isFinite()).isTrue();
      assertThat(scores.maxAbs()).isLessThanOrEqualTo(1);
    }
  }

  @Test
  void balancedClassesCountAlike() {
    IntUnaryOperator rare = i -> x.get(i, 0) + 0.3 * x.get(i, 1) > 1.6 ? 1 : 0;
    List<View> views = views(rare, 2, ROWS);
    double plain = share(scores(CONFIG, views, 2));
    double alike = share(scores(CONFIG.balanced(), views, 2));
    assertThat(alike).isGreaterThan(plain);
  }

  private static double share(Matrix scores) {
    return IntStream.range(0, scores.rows()).mapToDouble(i -> scores.get(i, 1)).average().orElse(0);
  }

  @Test
  void settingsOfOtherModesAreRefused() {
    assertThatThrownBy(() -> CONFIG.with(PerView.of(2), PerView.of(0)))
        .isInstanceOf(BadInput.class)
        .hasMessage(
            "lambda is set, but mode trees has no such setting; leave it out, or use mode linear");
    assertThatThrownBy(() -> CONFIG.with(Views.EQUAL)).hasMessageContaining("views is set");
    assertThatThrownBy(() -> CONFIG.withFourier(3)).hasMessageContaining("fourier is set");
    assertThatThrownBy(CONFIG::withoutIntercept).hasMessageContaining("intercept is set");
    assertThatThrownBy(() -> CONFIG.withTrees(3).withLandmarks(9))
        .hasMessageContaining("trees is set, but mode kernel")
        .hasMessageContaining("use mode trees");
    assertThatThrownBy(() -> CONFIG.withTrees(0)).hasMessageContaining("must be from 1 to 1000");
    assertThatThrownBy(() -> CONFIG.withJudges(0.6)).hasMessageContaining("judges is 0.6");
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    List<View> views = views(this::rings, 2, 60);
    Roster roster = Roster.vertical(views, 2, 3);
    Answers party = parties(views, roster).get(PartyId.of("p0")).answers();
    Matrix zeros = Matrix.zeros(60, 2);
    Matrix y = Matrix.fill(60, 2, (i, c) -> i % 2 == c ? 1 : 0);
    assertThatThrownBy(() -> party.to(new Fit(zeros)))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining("before the labels");
    for (Matrix lie : List.of(zeros, y.scale(-1), y.scale(1e9), y.scale(Double.NaN))) {
      assertThatThrownBy(() -> party.to(new Teach(lie))).isInstanceOf(ProtocolViolation.class);
    }
    party.to(new Teach(y));
    assertThatThrownBy(() -> party.to(new Fit(zeros.map(v -> Double.NaN))))
        .isInstanceOf(ProtocolViolation.class);
    party.to(new Fit(zeros));
    for (double step : new double[] {-0.1, 1.1, Double.NaN}) {
      Matrix steps = Matrix.of(1, 3, new double[] {step, 0, 0});
      assertThatThrownBy(() -> party.to(new Keep(steps, Matrix.zeros(1, 2))))
          .isInstanceOf(ProtocolViolation.class);
    }
    Matrix later = Matrix.of(1, 3, new double[] {1, 0.5, 0});
    assertThatThrownBy(() -> party.to(new Keep(later, Matrix.zeros(1, 2))))
        .hasMessageContaining("round 2");
  }
}
