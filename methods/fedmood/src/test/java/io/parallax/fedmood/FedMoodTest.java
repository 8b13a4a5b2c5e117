package io.parallax.fedmood;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.parallax.core.BadInput;
import io.parallax.core.Baseline;
import io.parallax.core.Diverged;
import io.parallax.core.HiddenSeed;
import io.parallax.core.Labels;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Refused;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.View;
import io.parallax.engine.Simulation;
import io.parallax.fedmood.FedMoodConfig.Fusion;
import io.parallax.fedmood.FedMoodConfig.Mode;
import io.parallax.fedmood.FedMoodConfig.Taking;
import io.parallax.fedmood.FedMoodConfig.Weighting;
import io.parallax.fedmood.FedMoodMessages.ModelChange;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.tensor.Scope;
import io.parallax.tensor.Tensor;
import io.parallax.testkit.SequenceStudy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FedMoodTest {
  private static final List<View> VIEWS = SequenceStudy.views(3, 60, 30, 2);
  private static final Roster ROSTER = SequenceStudy.roster(VIEWS, 2);

  private static FedMoodConfig config(Fusion fusion, Weighting weights, double rate) {
    return new FedMoodConfig(
        Mode.BEST, fusion, 4, 4, 0, 20, 4, 16, rate, Taking.ALL, weights, 0, 0, 0, 1e-5);
  }

  private static FedMoodConfig secret(int epochs, double noise, double epsilon) {
    return new FedMoodConfig(
        Mode.BEST,
        Fusion.DMVM,
        4,
        4,
        0,
        20,
        epochs,
        20,
        0.01,
        Taking.ALL,
        Weighting.ROWS,
        1,
        noise,
        epsilon,
        1e-3);
  }

  private static double accuracy(Simulation.Outcome<FedMoodResult> outcome) {
    List<Matrix> scores = new ArrayList<>();
    outcome.parties().values().forEach(party -> scores.add(party.scores().orElseThrow()));
    return accuracy(Matrix.stackRows(scores));
  }

  private static double accuracy(Matrix scores) {
    int[] found = scores.argmaxRows();
    return IntStream.range(0, found.length).filter(i -> found[i] == i % 2).count()
        / (double) found.length;
  }

  private static Simulation.Outcome<FedMoodResult> train(FedMoodConfig config, int rounds) {
    return Simulation.train(new FedMood(), config, VIEWS, ROSTER, Rounds.of(rounds, 0));
  }

  @ParameterizedTest
  @EnumSource(Fusion.class)
  void everyFusionLearns(Fusion fusion) {
    var outcome = train(config(fusion, Weighting.ROWS, 0.01), 15);
    assertThat(accuracy(outcome)).isGreaterThan(0.85);
    List<Double> losses = outcome.result().trace();
    assertThat(losses.get(14)).isLessThan(0.7 * losses.get(0));
  }

  @Test
  void fusionsAreWhatTheirEquationsSay() {
    Matrix[] found =
        Scope.within(
            () -> {
              Tensor k1 = Tensor.of(new float[] {2}, 1, 1, 1);
              Tensor k2 = Tensor.of(new float[] {3}, 1, 1, 1);
              List<Tensor> k = List.of(k1, k2);
              Tensor dnn =
                  FedMoodEquations.dnn(
                      k,
                      Tensor.of(new float[] {1, -1, 5, -1, -1, 0}, 1, 2, 3),
                      Tensor.of(new float[] {10, 1}, 1, 1, 2));
              Tensor dfm =
                  FedMoodEquations.dfm(
                      k,
                      Tensor.of(new float[] {1, 1, 1, -1}, 1, 2, 2),
                      Tensor.of(new float[] {10, 100, 1000}, 1, 1, 3));
              Tensor dmvm =
                  FedMoodEquations.dmvm(
                      k,
                      List.of(
                          Tensor.of(new float[] {1, 1, 2, 0}, 1, 2, 2),
                          Tensor.of(new float[] {1, 0, 0, 7}, 1, 2, 2)),
                      1);
              return new Matrix[] {dnn.toMatrix(), dfm.toMatrix(), dmvm.toMatrix()};
            });
    assertThat(found[0].get(0, 0)).isEqualTo(10 * (2 - 3 + 5)); // the second unit is below 0
    assertThat(found[1].get(0, 0)).isEqualTo(25 + 1 + 20 + 300 + 1000);
    assertThat(found[2].get(0, 0)).isEqualTo((2 + 1) * 3 + 4 * 7);
  }

  @Test
  void oneRoundIsTheMeanOfTheLocalModelsByRows() {
    FedMoodConfig config = config(Fusion.DNN, Weighting.ROWS, 0.01);
    List<View> views = new ArrayList<>(SequenceStudy.views(1, 60, 30, 2));
    List<View> other =
        SequenceStudy.views(2, 20, 30, 2).stream()
            .filter(v -> v.owner().name().equals("party-1"))
            .toList();
    views.addAll(other);
    Roster roster = Roster.horizontal(views, 2, 7);
    FedMood method = new FedMood();
    Matrix together =
        Simulation.train(method, config, views, roster, Rounds.of(1, 0)).result().model();
    Matrix sum =
        FedMood.network(config, other, 2).layout().start(roster.rng("coordinator", "start"));
    for (var own : View.byOwner(views).entrySet()) {
      FedMoodParty party = (FedMoodParty) method.party(config, own.getValue(), roster);
      DeepMood network = FedMood.network(config, own.getValue(), 2);
      Matrix start = network.layout().start(roster.rng("coordinator", "start"));
      var answer =
          (FedMoodMessages.ModelChange) party.answers().to(new FedMoodMessages.Train(1, start));
      assertThat(answer.weight())
          .isCloseTo(own.getKey().name().equals("party-0") ? 0.75 : 0.25, within(1e-12));
      sum = sum.plus(answer.weighted());
    }
    assertThat(together.maxAbsDifference(sum)).isLessThan(1e-9);
  }

  @Test
  void aRandomSetOfPartiesIsTheSameForAllAndChangesWithTheRound() {
    FedMoodConfig random =
        new FedMoodConfig(
            Mode.BEST,
            Fusion.DNN,
            2,
            2,
            0,
            5,
            1,
            8,
            0.01,
            Taking.RANDOM,
            Weighting.ROWS,
            0,
            0,
            0,
            1e-5);
    List<Integer> sizes = new ArrayList<>();
    for (int round = 1; round <= 60; round++) {
      assertThat(FedMood.chosen(random, ROSTER, round))
          .isEqualTo(FedMood.chosen(random, ROSTER, round))
          .isNotEmpty();
      sizes.add(FedMood.chosen(random, ROSTER, round).size());
    }
    assertThat(sizes).contains(1, 2, 3);
  }

  @Test
  void aPartyWithWrongLabelsCountsLittleByAgreement() {
    List<View> spoilt =
        VIEWS.stream()
            .map(
                view ->
                    view.owner().name().equals("party-2")
                        ? view.with(view.labels().map(FedMoodTest::opposite))
                        : view)
            .toList();
    var byRows =
        Simulation.train(
            new FedMood(), config(Fusion.DMVM, Weighting.ROWS, 0.01), spoilt, ROSTER, rounds());
    var byAgreement =
        Simulation.train(
            new FedMood(),
            config(Fusion.DMVM, Weighting.AGREEMENT, 0.01),
            spoilt,
            ROSTER,
            rounds());
    assertThat(accuracy(byAgreement)).isGreaterThan(accuracy(byRows)).isGreaterThan(0.85);
  }

  private static Rounds rounds() {
    return Rounds.of(15, 0);
  }

  private static Labels opposite(Labels labels) {
    return new Labels(IntStream.of(labels.codes()).map(c -> 1 - c).toArray(), 2);
  }

  @Test
  void whatItIsComparedWithLearnsToo() {
    FedMoodConfig config = config(Fusion.DMVM, Weighting.ROWS, 0.01);
    for (Baseline baseline : new FedMood().baselines(config, ROSTER, 12)) {
      List<Matrix> scores = ((Baseline.Models) baseline).scores().apply(VIEWS);
      assertThat(scores)
          .hasSize(baseline.name().contains("Local") ? 3 : 1)
          .allMatch(s -> s.rows() == 90)
          .allMatch(s -> accuracy(s) > 0.75);
    }
    assertThat(new FedMood().baselines(config, ROSTER, 12)).hasSize(5);
  }

  @Test
  void aModelThatWasTakenApartScoresTheSame() {
    FedMoodConfig config = config(Fusion.DFM, Weighting.ROWS, 0.01);
    Party trained = train(config, 2).parties().get(PartyId.of("party-1"));
    List<View> own = VIEWS.stream().filter(v -> v.owner().name().equals("party-1")).toList();
    Party fresh = new FedMood().party(config, own, ROSTER);
    fresh.adopt(trained.model());
    assertThat(fresh.scores()).isEqualTo(trained.scores());
    assertThat(trained.model()).containsKey("gru.drift.weight_ih_l0_reverse");
    assertThatThrownBy(() -> fresh.adopt(Map.of()))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("no parameter 'gru.drift.weight_ih_l0' of 24 numbers");
  }

  @Test
  void anExplodingLossIsAnErrorWithItsRound() {
    assertThatThrownBy(() -> train(config(Fusion.DFM, Weighting.ROWS, 1e30), 5))
        .isInstanceOf(Diverged.class)
        .hasMessageContaining("round ")
        .hasMessageContaining("smaller rate");
  }

  @Test
  void privacyIsPaidForAndTheBudgetEndsTraining() {
    var free = train(secret(1, 1, 0), 4).result();
    assertThat(free.rounds()).isEqualTo(4);
    assertThat(free.figures()).containsKey("epsilon");
    double afterTwo = new Budget(secret(1, 1, 0)).epsilon(60, 2);
    var limited = train(secret(1, 1, afterTwo + 1e-6), 4).result();
    assertThat(limited.rounds()).isEqualTo(2);
    assertThat(limited.epsilon()).isCloseTo(afterTwo, within(1e-9)).isLessThan(free.epsilon());
    assertThatThrownBy(() -> train(secret(1, 1, 1e-6), 4))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("but one round costs");
  }

  @Test
  void aPartyRefusesARoundBeyondItsBudgetWhateverTheCoordinatorSays() {
    FedMoodConfig config = secret(1, 1, new Budget(secret(1, 1, 0)).epsilon(60, 2) + 1e-6);
    List<View> own = VIEWS.stream().filter(v -> v.owner().name().equals("party-1")).toList();
    Party party = new FedMood().party(config, own, ROSTER);
    Matrix model =
        FedMood.network(config, own, 2).layout().start(ROSTER.rng("coordinator", "start"));
    party.answers().to(new FedMoodMessages.Train(1, model));
    party.answers().to(new FedMoodMessages.Train(2, model));
    assertThatThrownBy(() -> party.answers().to(new FedMoodMessages.Train(3, model)))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("has spent its privacy budget: training 3");
  }

  /** The same round again used to be free, and to have the same noise. */
  @Test
  void aPartyCountsItsOwnTrainingsAndNeverGoesBackToARound() {
    FedMoodConfig config = secret(1, 1, 0);
    List<View> own = VIEWS.stream().filter(v -> v.owner().name().equals("party-1")).toList();
    Matrix model =
        FedMood.network(config, own, 2).layout().start(ROSTER.rng("coordinator", "start"));
    Party party = new FedMood().party(config, own, ROSTER);
    party.answers().to(new FedMoodMessages.Train(1, model));
    Record after = party.state();
    assertThatThrownBy(() -> party.answers().to(new FedMoodMessages.Train(1, model.scale(2))))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining("round 1, but has already been in round 1");
    var second = (ModelChange) party.answers().to(new FedMoodMessages.Train(5, model));
    Party again = new FedMood().party(config, own, ROSTER);
    again.restore(after);
    assertThat(again.answers().to(new FedMoodMessages.Train(5, model))).isEqualTo(second);
  }

  /**
   * A party that is taken back to its beginning has the noise and the budget of what it answers.
   */
  @Test
  void aPartyThatIsTakenBackHasNoiseOfItsOwnForEveryModelAndTheSameBudget() {
    FedMoodConfig config = secret(1, 1, new Budget(secret(1, 1, 0)).epsilon(60, 2) + 1e-6);
    List<View> own = VIEWS.stream().filter(v -> v.owner().name().equals("party-1")).toList();
    assertThat(new FedMood().party(config, own, ROSTER).sizes()).containsEntry("R", 2L);
    byte[] key = new byte[32];
    double[] one = {1, 2, 3};
    double[] other = {1, 2, Math.nextUp(3.0)};
    assertThat(Rng.secret(key).child(one).bits()).isEqualTo(Rng.secret(key).child(one).bits());
    assertThat(Rng.secret(key).child(one).bits()).isNotEqualTo(Rng.secret(key).child(other).bits());
  }

  @Test
  void anotherSecretGivesOtherNoise() {
    List<View> own = VIEWS.stream().filter(v -> v.owner().name().equals("party-1")).toList();
    FedMoodConfig config = secret(1, 1, 0);
    Matrix model =
        FedMood.network(config, own, 2).layout().start(ROSTER.rng("coordinator", "start"));
    var ask = new FedMoodMessages.Train(1, model);
    var known = new FedMood().party(config, own, ROSTER).answers().to(ask);
    var hidden =
        new FedMood().party(config, own, ROSTER.keeping(HiddenSeed.ofSeed(99))).answers().to(ask);
    assertThat(hidden).isNotEqualTo(known);
  }

  @Test
  void settingsThatMakeNoSenseAreRefused() {
    assertThatThrownBy(() -> secret(1, 1, -1)).hasMessageContaining("epsilon is -1.0");
    assertThatThrownBy(() -> secret(1, 0, 0)).hasMessageContaining("set both");
    assertThatThrownBy(() -> secret(0, 1, 0)).hasMessageContaining("epochs is 0");
    assertThatThrownBy(() -> config(Fusion.DNN, Weighting.ROWS, 0)).hasMessageContaining("rate");
  }

  @Test
  void aViewOfSingleRowsIsRefused() {
    View single =
        View.of("party-0", "drift", new double[][] {{1}}, new double[][] {{1}}, Optional.empty());
    FedMoodConfig config = config(Fusion.DNN, Weighting.ROWS, 0.1);
    Rounds rounds = Rounds.of(1, 0);
    assertThatThrownBy(
            () -> Simulation.train(new FedMood(), config, List.of(single), ROSTER, rounds))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("view drift has a single row");
  }
}
