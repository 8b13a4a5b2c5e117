package io.parallax.fedmv.horizontal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.parallax.core.BadInput;
import io.parallax.core.Baseline;
import io.parallax.core.PartyId;
import io.parallax.core.PerView;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.View;
import io.parallax.engine.Simulation;
import io.parallax.fedmv.horizontal.HFedMvConfig.Fit;
import io.parallax.fedmv.horizontal.HFedMvConfig.Mode;
import io.parallax.fedmv.vertical.VFedMv;
import io.parallax.fedmv.vertical.VFedMvConfig;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HFedMvTest {
  private static final HFedMv METHOD = new HFedMv();
  private final SpreadStudy study = SpreadStudy.make(9);

  private Simulation.Outcome<HFedMvResult> train(HFedMvConfig config, Rounds rounds) {
    return Simulation.train(
        METHOD, config, study.views(), study.roster(), rounds, Simulation.Options.inMemory());
  }

  private static HFedMvConfig config(Mode mode, double beta, double zeta, double eta) {
    return HFedMvConfig.DEFAULTS.with(mode).with(PerView.of(beta), PerView.of(zeta), eta);
  }

  @ParameterizedTest
  @CsvSource({"0.5, 2, 1", "3, 8, 16", "0.05, 32, 1", "30, 1, 1"})
  void exactIsTheOptimumOfAllRowsInOnePlace(double beta, double zeta, double eta) {
    var exact = train(config(Mode.EXACT, beta, zeta, eta), Rounds.of(5, 1e-6));
    List<View> pooled = new ArrayList<>();
    List<Roster.Member> members = new ArrayList<>();
    for (String name : List.of("v0", "v1")) {
      View own = study.views().stream().filter(v -> v.name().equals(name)).findFirst().get();
      boolean first = pooled.isEmpty();
      PartyId id = PartyId.of(name);
      pooled.add(
          new View(
              id,
              name,
              own.columns(),
              Features.of(study.pooled(name)),
              own.heldOut(), // the first party's held-out rows
              first
                  ? Optional.of(new io.parallax.core.Labels(study.pooledLabels().argmaxRows(), 3))
                  : Optional.empty()));
      members.add(Roster.Member.vertical(id, name, first, study.roster().samples()));
    }
    Roster roster = new Roster(members, study.roster().samples(), 5, 3, 1);
    var central =
        Simulation.train(
                new VFedMv(),
                VFedMvConfig.DEFAULTS.with(PerView.of(beta), PerView.of(zeta), eta),
                pooled,
                roster,
                Rounds.of(2000, 1e-13),
                Simulation.Options.inMemory())
            .result();
    assertThat(exact.result().objective())
        .isCloseTo(central.objective(), within(1e-8 * central.objective()));
    Matrix scores = exact.parties().get(PartyId.of("p0")).scores().orElseThrow();
    assertThat(scores.maxAbsDifference(central.scores().orElseThrow())).isLessThan(1e-8);
    assertThat(exact.result().trace()).hasSize(1);
  }

  @Test
  void noNudgeMakesTheExactModelBetter() {
    HFedMvConfig config = config(Mode.EXACT, 1, 4, 2);
    HFedMvResult result = train(config, Rounds.of(1, 0)).result();
    assertThat(eq1(result.model(), 1, 4, 2))
        .isCloseTo(result.objective(), within(1e-8 * result.objective()));
    Rng rng = Rng.of(5);
    for (int i = 0; i < 300; i++) {
      double size = Math.pow(10, -1 - rng.below(5));
      Matrix nudged = result.model().plusScaled(size, Matrix.gaussian(10, 3, rng));
      assertThat(eq1(nudged, 1, 4, 2)).isGreaterThanOrEqualTo(result.objective() * (1 - 1e-9));
    }
  }

  /** Eq. (1) over all rows at the best Z_k and Z. */
  private double eq1(Matrix w, double beta, double zeta, double eta) {
    double rho = zeta / (1 + zeta);
    List<Matrix> parts = new Stack(new int[] {6, 4}).cut(w);
    Matrix y = study.pooledLabels();
    Matrix p0 = study.pooled("v0").times(parts.get(0));
    Matrix p1 = study.pooled("v1").times(parts.get(1));
    Matrix z = y.scale(eta).plusScaled(rho, p0).plusScaled(rho, p1).scale(1 / (eta + 2 * rho));
    return rho * p0.squaredDistance(z)
        + rho * p1.squaredDistance(z)
        + eta * z.squaredDistance(y)
        + beta * (parts.get(0).normL21() + parts.get(1).normL21());
  }

  @Test
  void aConvergedLocalLoopForgetsWhatTheOthersSent() {
    HFedMvConfig many =
        new HFedMvConfig(
            Mode.PAPER, Fit.CONSENSUS, PerView.of(0.5), PerView.of(2), 2, 3000, 1, 1e-8);
    Matrix one = train(many, Rounds.of(1, 0)).result().model();
    Matrix three = train(many, Rounds.of(3, 0)).result().model();
    assertThat(three.maxAbsDifference(one)).isLessThan(1e-6);
  }

  /** The first W is chance, of length √30, and counts as 0. */
  @Test
  void limitsHoldTheAveragedModelNearZeroInTheFirstRound() {
    HFedMvConfig config = config(Mode.PAPER, 0.5, 2, 2);
    for (double clip : new double[] {0.01, 0.1}) {
      Simulation.Options cut =
          Simulation.Options.inMemory().limiting(METHOD.limits(config, study.roster(), clip));
      var one =
          Simulation.train(METHOD, config, study.views(), study.roster(), Rounds.of(1, 0), cut);
      assertThat(one.result().model().norm()).isBetween(0.1 * clip, 0.7 * clip * Math.sqrt(3));
    }
  }

  @Test
  void everyPartyEndsWithTheSameModelAndScoresItsOwnRows() {
    for (Mode mode : Mode.values()) {
      var outcome = train(config(mode, 0.5, 4, 4), Rounds.of(30, 1e-6));
      var first = outcome.parties().get(PartyId.of("p0")).importance();
      outcome
          .parties()
          .values()
          .forEach(
              party -> {
                assertThat(party.importance().get("v1")).isEqualTo(first.get("v1"));
                assertThat(party.scores().orElseThrow().rows()).isEqualTo(5);
              });
    }
  }

  @Test
  void theBaselinesOfTheTableAreThere() {
    List<Baseline> baselines = METHOD.baselines(HFedMvConfig.DEFAULTS, study.roster());
    assertThat(baselines.stream().map(Baseline::name))
        .containsExactly("every party for itself", "v0 alone, averaged", "v1 alone, averaged");
    for (Baseline baseline : baselines) {
      Matrix scores =
          (baseline instanceof Baseline.Alone alone
                  ? alone.scores()
                  : ((Baseline.Pooled) baseline).scores())
              .apply(study.views());
      assertThat(scores.rows()).isEqualTo(15);
    }
  }

  @Test
  void partiesThatDoNotHoldAllViewsOrHaveTooFewRowsAreRefused() {
    Roster lacking =
        new Roster(
            List.of(
                new Roster.Member(PartyId.of("a"), List.of("v0", "v1"), true, 9),
                new Roster.Member(PartyId.of("b"), List.of("v0"), true, 9)),
            18,
            0,
            3,
            1);
    assertThatThrownBy(() -> METHOD.check(HFedMvConfig.DEFAULTS, lacking))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("party b does not");
    Roster small =
        new Roster(List.of(new Roster.Member(PartyId.of("a"), List.of("v0"), true, 2)), 2, 0, 3, 1);
    assertThatThrownBy(() -> METHOD.check(HFedMvConfig.DEFAULTS, small))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("2 training samples, fewer than the 3 classes");
    assertThatThrownBy(() -> config(Mode.EXACT, 0, 1, 1))
        .isInstanceOf(BadInput.class)
        .hasMessage("beta is 0.0 and must be above 0.0");
  }
}
