package io.parallax.fedmv.vertical;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.parallax.core.BadInput;
import io.parallax.core.Baseline;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.PerView;
import io.parallax.core.Refused;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.View;
import io.parallax.engine.Simulation;
import io.parallax.fedmv.vertical.VFedMvConfig.LabelsAt;
import io.parallax.fedmv.vertical.VFedMvConfig.Mode;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class VFedMvTest {
  private static final VFedMv METHOD = new VFedMv();
  private final SmallStudy study = SmallStudy.make(36, 12, 21);

  private Simulation.Outcome<VFedMvResult> train(VFedMvConfig config, Rounds rounds) {
    return Simulation.train(
        METHOD, config, study.views(), study.roster(), rounds, Simulation.Options.inMemory());
  }

  private static VFedMvConfig config(Mode mode, double beta, double zeta, double eta) {
    return VFedMvConfig.DEFAULTS.with(mode).with(PerView.of(beta), PerView.of(zeta), eta);
  }

  @ParameterizedTest
  @CsvSource({"0.5, 2, 1", "3, 8, 16", "0.05, 32, 1", "30, 1, 1", "400, 4, 4"})
  void bothModesReachTheOptimumOfAnIndependentConvexSolver(double beta, double zeta, double eta) {
    ConvexOracle oracle = new ConvexOracle(study.views(), study.y(), beta, zeta, eta);
    List<Matrix> w = oracle.minimise(40_000);
    double optimum = oracle.objective(w);
    for (Mode mode : Mode.values()) {
      var outcome = train(config(mode, beta, zeta, eta), Rounds.of(60_000, 1e-10));
      assertThat(outcome.result().objective())
          .as("%s", mode)
          .isCloseTo(optimum, within(1e-6 * optimum));
      assertThat(outcome.result().consensus().maxAbsDifference(oracle.consensus(w)))
          .isLessThan(1e-3);
      assertThat(oracle.objective(transformations(outcome)))
          .isCloseTo(optimum, within(1e-6 * optimum));
    }
  }

  private static List<Matrix> transformations(Simulation.Outcome<VFedMvResult> outcome) {
    List<Matrix> w = new ArrayList<>();
    for (Party party : outcome.parties().values()) {
      w.add(
          party instanceof VFedMvParty p ? p.state().wk() : ((CollapsedParty) party).state().wk());
    }
    return w;
  }

  @ParameterizedTest
  @CsvSource({"0.5, 2, 1, 1", "4, 8, 16, 1", "4, 32, 1, 5", "100, 8, 16, 1"})
  void theSmoothedObjectiveNeverRisesInModePaper(double beta, double zeta, double eta, int inner) {
    VFedMvConfig config =
        new VFedMvConfig(
            Mode.PAPER,
            PerView.of(beta),
            PerView.of(zeta),
            eta,
            LabelsAt.HOLDER,
            false,
            inner,
            1e-8);
    SortedMap<PartyId, Party> parties = new TreeMap<>();
    study
        .views()
        .forEach(v -> parties.put(v.owner(), METHOD.party(config, List.of(v), study.roster())));
    List<Double> smoothed = new ArrayList<>();
    Rounds rounds =
        new Rounds(
            300,
            0,
            round -> smoothed.add(round.objective() - smoothing(parties, beta, 1e-8)),
            () -> false);
    Simulation.run(
        METHOD,
        METHOD.coordinator(config, study.roster()),
        parties,
        rounds,
        Simulation.Options.inMemory());
    assertThat(smoothed).hasSizeGreaterThan(20);
    for (int i = 1; i < smoothed.size(); i++) {
      assertThat(smoothed.get(i)).isLessThanOrEqualTo(smoothed.get(i - 1) * (1 + 1e-12));
    }
  }

  private static double smoothing(SortedMap<PartyId, Party> parties, double beta, double epsilon) {
    double sum = 0;
    for (Party party : parties.values()) {
      for (double norm : ((VFedMvParty) party).state().wk().rowNorms()) {
        sum += beta * epsilon * Math.log1p(norm / epsilon);
      }
    }
    return sum;
  }

  @Test
  void theObjectiveOfModeBestNeverRises() {
    List<Double> trace = train(config(Mode.BEST, 1, 32, 1), Rounds.of(100, 1e-9)).result().trace();
    for (int i = 1; i < trace.size(); i++) {
      assertThat(trace.get(i)).isLessThanOrEqualTo(trace.get(i - 1));
    }
  }

  @Test
  void bestNeedsTenTimesFewerRoundsThanPaperWhereViewsAreTiedTightly() {
    Rounds paper = Rounds.of(20_000, 1e-6);
    Rounds best = Rounds.of(20_000, 1e-6);
    double a = train(config(Mode.PAPER, 1, 32, 1), paper).result().objective();
    double b = train(config(Mode.BEST, 1, 32, 1), best).result().objective();
    assertThat(paper.count()).isGreaterThanOrEqualTo(10 * best.count());
    assertThat(b).isLessThanOrEqualTo(a * (1 + 1e-6));
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void sharedLabelsGiveTheSameModelAndNeedTheOwnersConsent(Mode mode) {
    VFedMvConfig holder = config(mode, 1, 4, 4);
    VFedMvConfig shared = holder.with(LabelsAt.SHARED);
    Matrix z = train(holder, Rounds.of(30, 0)).result().consensus();
    Map<PartyId, Set<String>> consent =
        study.roster().ids().stream()
            .collect(Collectors.toMap(id -> id, id -> Set.of("shared-labels")));
    Matrix same =
        Simulation.train(
                METHOD,
                shared,
                study.views(),
                study.roster(),
                Rounds.of(30, 0),
                Simulation.Options.inMemory().allowing(consent))
            .result()
            .consensus();
    assertThat(same.maxAbsDifference(z)).isLessThan(1e-9);
    assertThatThrownBy(() -> train(shared, Rounds.of(30, 0)))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("allow: [shared-labels]");
  }

  @Test
  void theTestingPhaseOfBothModesHasTheSameLimit() {
    var best = train(config(Mode.BEST, 1, 4, 4), Rounds.of(200, 1e-10));
    Matrix closed = best.result().scores().orElseThrow();
    VFedMvConfig paper = config(Mode.PAPER, 1, 4, 4);
    SortedMap<PartyId, Party> parties = new TreeMap<>();
    for (View view : study.views()) {
      VFedMvParty party = (VFedMvParty) METHOD.party(paper, List.of(view), study.roster());
      Matrix wk = ((CollapsedParty) best.parties().get(view.owner())).state().wk();
      party.restore(new VFedMvParty.State(wk, party.state().zk()));
      parties.put(view.owner(), party);
    }
    Matrix iterated =
        Simulation.run(
                METHOD,
                METHOD.predictor(paper, study.roster()).orElseThrow(),
                parties,
                Rounds.of(500, 1e-13),
                Simulation.Options.inMemory())
            .result();
    assertThat(iterated.maxAbsDifference(closed)).isLessThan(1e-9);
  }

  @Test
  void newRowsAreScoredByTheTrainedPartiesTogether() {
    VFedMvConfig config = config(Mode.BEST, 1, 8, 16);
    var trained = train(config, Rounds.of(100, 1e-8));
    SortedMap<PartyId, Party> later = new TreeMap<>();
    List<Matrix> rows = new ArrayList<>();
    for (View view : study.views()) {
      Matrix some = view.toScore().toMatrix().selectRows(new int[] {4, 2});
      rows.add(some);
      View fresh =
          new View(
              view.owner(),
              view.name(),
              view.columns(),
              view.features(),
              Optional.of(Features.of(some)),
              Optional.empty());
      Party party = METHOD.party(config, List.of(fresh), study.roster());
      party.restore(trained.parties().get(view.owner()).state());
      later.put(view.owner(), party);
    }
    Matrix scores =
        Simulation.run(
                METHOD,
                METHOD.predictor(config, study.roster()).orElseThrow(),
                later,
                Rounds.of(1, 0),
                Simulation.Options.inMemory())
            .result();
    Matrix expected = trained.result().scores().orElseThrow().selectRows(new int[] {4, 2});
    assertThat(scores.maxAbsDifference(expected)).isLessThan(1e-12);
  }

  @Test
  void aFeatureThatIsAlwaysZeroHasNoImportanceAndBreaksNothing() {
    List<View> views = new ArrayList<>(study.views());
    View first = views.get(0);
    Matrix x = first.features().toMatrix();
    Matrix zeroed = Matrix.fill(x.rows(), x.cols(), (i, j) -> j == 2 ? 0 : x.get(i, j));
    views.set(
        0,
        new View(
            first.owner(),
            first.name(),
            first.columns(),
            Features.of(zeroed),
            first.heldOut(),
            first.labels()));
    for (Mode mode : Mode.values()) {
      var outcome =
          Simulation.train(
              METHOD,
              config(mode, 1, 4, 4),
              views,
              study.roster(),
              Rounds.of(60, 1e-6),
              Simulation.Options.inMemory());
      double[] importance = outcome.parties().get(first.owner()).importance().get("v0");
      assertThat(importance).hasSize(SmallStudy.WIDTHS[0]);
      assertThat(importance[2]).isLessThan(1e-7);
      assertThat(importance[0]).isGreaterThan(1e-3);
    }
  }

  @Test
  void aColumnOfOnesCanBeAddedAndIsNotReportedAsAFeature() {
    VFedMvConfig biased =
        new VFedMvConfig(
            Mode.BEST, PerView.of(1), PerView.of(4), 4, LabelsAt.HOLDER, true, 1, 1e-8);
    var outcome = train(biased, Rounds.of(100, 1e-6));
    assertThat(outcome.parties().get(PartyId.of("p0")).importance().get("v0")).hasSize(5);
    assertThat(outcome.result().objective())
        .isLessThan(train(config(Mode.BEST, 1, 4, 4), Rounds.of(100, 1e-6)).result().objective());
  }

  @Test
  void oneViewAndTwoClassesWorkToo() {
    View only = study.views().get(1);
    int[] binary = new int[36];
    for (int i = 0; i < 36; i++) {
      binary[i] = i % 2;
    }
    Roster roster =
        new Roster(
            List.of(Roster.Member.vertical(only.owner(), only.name(), true, 36)), 36, 12, 2, 5);
    View view = only.with(Optional.of(new io.parallax.core.Labels(binary, 2)));
    for (Mode mode : Mode.values()) {
      VFedMvResult result =
          Simulation.train(
                  METHOD,
                  config(mode, 0.1, 1, 1),
                  List.of(view),
                  roster,
                  Rounds.of(5000, 1e-8),
                  Simulation.Options.inMemory())
              .result();
      assertThat(result.converged()).isTrue();
      assertThat(result.scores().orElseThrow().rows()).isEqualTo(12);
    }
  }

  @Test
  void theBaselinesOfTheTableAreThere() {
    List<Baseline> baselines = METHOD.baselines(VFedMvConfig.DEFAULTS, study.roster());
    assertThat(baselines.stream().map(Baseline::name))
        .containsExactly(
            "v0 + v1",
            "v0 + v2",
            "v1 + v2",
            "v0 alone",
            "v1 alone",
            "v2 alone",
            "single views, averaged",
            "all columns in one place");
    for (Baseline baseline : baselines) {
      if (baseline instanceof Baseline.Pooled pooled) {
        Matrix scores = pooled.scores().apply(study.views());
        assertThat(scores.rows()).isEqualTo(12);
        assertThat(scores.cols()).isEqualTo(3);
      }
    }
  }

  @Test
  void theBaselinesHaveTheBiasOfTheMethodAndItsBeta() {
    for (Baseline baseline : METHOD.baselines(VFedMvConfig.DEFAULTS, study.roster())) {
      if (baseline instanceof Baseline.Pooled pooled) {
        assertThat(pooled.uses("beta")).isTrue();
        assertThat(pooled.uses("zeta")).isFalse();
        Matrix without = pooled.scores().apply(study.views());
        Matrix with = biased(pooled.name()).scores().apply(study.views());
        assertThat(with.minus(without).norm()).as(pooled.name()).isGreaterThan(1e-6);
      }
    }
  }

  private Baseline.Pooled biased(String name) {
    VFedMvConfig d = VFedMvConfig.DEFAULTS;
    VFedMvConfig biased =
        new VFedMvConfig(
            d.mode(), d.beta(), d.zeta(), d.eta(), d.labels(), true, d.inner(), d.epsilon());
    return METHOD.baselines(biased, study.roster()).stream()
        .filter(baseline -> baseline.name().equals(name))
        .map(Baseline.Pooled.class::cast)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void settingsThatDoNotFitAreRefusedWithAReason() {
    assertThatThrownBy(() -> config(Mode.BEST, -4, 8, 16))
        .isInstanceOf(BadInput.class)
        .hasMessage("beta is -4.0 and must be at least 0.0");
    assertThatThrownBy(() -> config(Mode.BEST, 4, 0, 16))
        .isInstanceOf(BadInput.class)
        .hasMessage("zeta is 0.0 and must be above 0.0");
    assertThatThrownBy(() -> config(Mode.BEST, 4, 8, Double.NaN))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("eta is NaN");
    VFedMvConfig stranger =
        VFedMvConfig.DEFAULTS.with(PerView.of(4), PerView.of(Map.of("v9", 1.0)), 1);
    assertThatThrownBy(() -> train(stranger, Rounds.of(1, 0)))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("zeta names view 'v9'");
    VFedMvConfig partial =
        VFedMvConfig.DEFAULTS.with(PerView.of(Map.of("v0", 1.0)), PerView.of(1), 1);
    assertThatThrownBy(() -> train(partial, Rounds.of(1, 0)))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("beta has no value for view 'v1'");
  }

  @Test
  void labelsAtNobodyOrAtTwoPartiesAreRefused() {
    Roster nobody =
        new Roster(
            study.roster().members().stream()
                .map(m -> new Roster.Member(m.id(), m.views(), false, m.samples()))
                .toList(),
            36,
            12,
            3,
            1);
    assertThatThrownBy(() -> METHOD.check(VFedMvConfig.DEFAULTS, nobody))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("exactly one party, but 0 have them");
  }
}
