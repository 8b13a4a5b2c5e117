package io.parallax.mmvfl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.parallax.core.Baseline;
import io.parallax.core.Labels;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.PerView;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.Selection;
import io.parallax.core.View;
import io.parallax.engine.Simulation;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.mmvfl.MmvflConfig.Mode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class MmvflTest {
  private static final Mmvfl METHOD = new Mmvfl();
  private final SmallStudy study = SmallStudy.make(36, 12, 21);

  private Simulation.Outcome<MmvflResult> train(MmvflConfig config, Rounds rounds) {
    return Simulation.train(METHOD, config, study.views(), study.roster(), rounds);
  }

  private static MmvflConfig config(Mode mode, double beta, double zeta, double eta) {
    return MmvflConfig.DEFAULTS.with(mode).with(PerView.of(beta), PerView.of(zeta), eta);
  }

  private SortedMap<PartyId, Party> parties(MmvflConfig config) {
    SortedMap<PartyId, Party> parties = new TreeMap<>();
    for (View view : study.views()) {
      parties.put(view.owner(), METHOD.party(config, List.of(view), study.roster()));
    }
    return parties;
  }

  private static List<Matrix> transformations(Map<PartyId, Party> parties) {
    return parties.values().stream()
        .map(party -> party.model().values().iterator().next())
        .toList();
  }

  @ParameterizedTest
  @CsvSource({
    "0.5, 0.5, 2, 2, 1",
    "3, 1, 8, 2, 16",
    "0.05, 0.5, 32, 8, 1",
    "30, 30, 1, 1, 1",
    "400, 400, 4, 4, 4",
    "1, 1, 1000, 1000, 1000"
  })
  void bothModesReachTheOptimumOfAnIndependentConvexSolver(
      double beta, double betaOfLast, double zeta, double zetaOfLast, double eta) {
    ConvexOracle oracle =
        new ConvexOracle(
            study.views(),
            study.y(),
            new double[] {beta, beta, betaOfLast},
            new double[] {zeta, zeta, zetaOfLast},
            eta);
    List<Matrix> w = oracle.minimise(40_000);
    double optimum = oracle.objective(w);
    PerView betas = PerView.of(Map.of("v0", beta, "v1", beta, "v2", betaOfLast));
    PerView zetas = PerView.of(Map.of("v0", zeta, "v1", zeta, "v2", zetaOfLast));
    for (Mode mode : Mode.values()) {
      MmvflConfig config = MmvflConfig.DEFAULTS.with(mode).with(betas, zetas, eta);
      var outcome = train(config, Rounds.of(60_000, 1e-10));
      assertThat(outcome.result().objective())
          .as("%s", mode)
          .isCloseTo(optimum, within(1e-6 * optimum));
      assertThat(outcome.result().consensus().maxAbsDifference(oracle.consensus(w)))
          .isLessThan(1e-3);
      assertThat(oracle.objective(transformations(outcome.parties())))
          .isCloseTo(optimum, within(1e-6 * optimum));
    }
  }

  /** Algorithm 1 as one reads it, in one place, from the same start. */
  @Test
  void modePaperIsAlgorithm1LineByLine() {
    MmvflConfig config = config(Mode.PAPER, 0.4, 6, 3);
    SortedMap<PartyId, Party> parties = parties(config);
    List<Matrix> w = new ArrayList<>(transformations(parties));
    List<Matrix> zk = new ArrayList<>();
    parties.values().forEach(party -> zk.add(((MmvflParty) party).state().zk()));
    Matrix start = Matrix.orthonormal(36, 3, Rng.of(2));
    Matrix z = start;
    for (int round = 0; round < 8; round++) {
      Matrix sum = Matrix.zeros(36, 3);
      for (int k = 0; k < 3; k++) {
        Matrix x = study.views().get(k).features().toMatrix();
        double[] norms = w.get(k).rowNorms();
        Matrix a =
            Matrix.fill(x.cols(), x.cols(), (i, j) -> i == j ? 1 / (2 * (norms[i] + 1e-8)) : 0);
        w.set(k, x.gram().plusScaled(0.4, a).cholesky().solve(x.transposeTimes(zk.get(k))));
        Matrix local = x.times(w.get(k)).plusScaled(6, z);
        zk.set(k, k == 1 ? local.plusScaled(3, study.y()).scale(0.1) : local.scale(1.0 / 7));
        sum = sum.plusScaled(6, zk.get(k));
      }
      z = sum.scale(1.0 / 18);
    }
    MmvflCoordinator coordinator = new MmvflCoordinator(config, study.roster(), () -> start);
    MmvflResult result =
        Simulation.run(METHOD, coordinator, parties, Rounds.of(8, 0), Simulation.Options.inMemory())
            .result();
    assertThat(result.consensus().maxAbsDifference(z)).isLessThan(1e-9);
    for (int k = 0; k < 3; k++) {
      assertThat(transformations(parties).get(k).maxAbsDifference(w.get(k))).isLessThan(1e-9);
    }
  }

  @ParameterizedTest
  @CsvSource({"0.5, 2, 1, 1", "4, 8, 16, 1", "4, 32, 1, 5", "10, 1000, 1000, 1"})
  void theSmoothedObjectiveNeverRisesInModePaper(double beta, double zeta, double eta, int inner) {
    MmvflConfig config =
        new MmvflConfig(Mode.PAPER, PerView.of(beta), PerView.of(zeta), eta, inner, 1e-8, 100);
    SortedMap<PartyId, Party> parties = parties(config);
    List<Double> smoothed = new ArrayList<>();
    Rounds rounds =
        new Rounds(
            300, 0, r -> smoothed.add(r.objective() - smoothing(parties, beta)), () -> false);
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

  private static double smoothing(Map<PartyId, Party> parties, double beta) {
    double sum = 0;
    for (Matrix w : transformations(parties)) {
      for (double norm : w.rowNorms()) {
        sum += beta * 1e-8 * Math.log1p(norm / 1e-8);
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
  void withThePapersWeightsBestNeedsAFewRoundsAndPaperMany() {
    Rounds paper = Rounds.of(5000, 1e-6);
    Rounds best = Rounds.of(5000, 1e-6);
    double a = train(config(Mode.PAPER, 1, 1000, 1000), paper).result().objective();
    double b = train(config(Mode.BEST, 1, 1000, 1000), best).result().objective();
    assertThat(best.count()).isLessThanOrEqualTo(4);
    assertThat(paper.count()).isGreaterThan(50);
    assertThat(b).isCloseTo(a, within(1e-4 * a));
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void withThePapersWeightsTheConsensusIsTheLabels(Mode mode) {
    MmvflResult result = train(config(mode, 1, 1000, 1000), Rounds.of(200, 1e-6)).result();
    assertThat(result.consensus().argmaxRows()).isEqualTo(study.y().argmaxRows());
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void everyPartyPredictsAloneAndTheirMeanIsTheJointPrediction(Mode mode) {
    MmvflConfig config = config(mode, 1, 8, 16).keeping(50);
    var outcome = train(config, Rounds.of(100, 1e-8));
    Matrix sum = Matrix.zeros(12, 3);
    for (View view : study.views()) {
      Party party = outcome.parties().get(view.owner());
      MmvflModel model = new MmvflModel(party.model().values().iterator().next());
      int[] kept = Selection.top(party.importance().get(view.name()), 50);
      assertThat(kept).hasSize(view.columns().size() / 2);
      Matrix x = view.toScore().toMatrix();
      Matrix own = x.selectColumns(kept).times(model.w().selectRows(kept));
      assertThat(party.scores().orElseThrow().maxAbsDifference(own)).isLessThan(1e-12);
      sum = sum.plus(own);
    }
    assertThat(outcome.result().scores().orElseThrow().maxAbsDifference(sum.scale(1.0 / 3)))
        .isLessThan(1e-9);
  }

  @Test
  void newRowsAreScoredByTheTrainedPartiesTogether() {
    MmvflConfig config = config(Mode.BEST, 1, 8, 16);
    var trained = train(config, Rounds.of(100, 1e-8));
    SortedMap<PartyId, Party> later = new TreeMap<>();
    int[] rows = {4, 2};
    for (View view : study.views()) {
      Features some = Features.of(view.toScore().toMatrix().selectRows(rows));
      View fresh =
          new View(
              view.owner(),
              view.name(),
              view.columns(),
              view.features(),
              Optional.of(some),
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
    Matrix expected = trained.result().scores().orElseThrow().selectRows(rows);
    assertThat(scores.maxAbsDifference(expected)).isLessThan(1e-12);
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void onePartyTwoClassesAndNothingHeldOutWorkToo(Mode mode) {
    View only = study.views().get(1);
    int[] binary = new int[36];
    Arrays.setAll(binary, i -> i % 2);
    View view =
        new View(
            only.owner(),
            only.name(),
            only.columns(),
            only.features(),
            Optional.empty(),
            Optional.of(new Labels(binary, 2)));
    Roster roster = Roster.vertical(List.of(view), 2, 5);
    var outcome =
        Simulation.train(
            METHOD, config(mode, 0.1, 1, 1), List.of(view), roster, Rounds.of(5000, 1e-8));
    assertThat(outcome.result().converged()).isTrue();
    assertThat(outcome.result().scores()).isEmpty();
    assertThat(outcome.parties().get(view.owner()).scores()).isEmpty();
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
              METHOD, config(mode, 1, 4, 4), views, study.roster(), Rounds.of(60, 1e-6));
      double[] importance = outcome.parties().get(first.owner()).importance().get("v0");
      assertThat(importance[2]).isLessThan(1e-7);
      assertThat(importance[0]).isGreaterThan(1e-3);
    }
  }

  @Test
  void theBaselinesOfTheTableAreThere() {
    List<Baseline> baselines = METHOD.baselines(MmvflConfig.DEFAULTS, study.roster());
    assertThat(baselines.stream().map(Baseline::name))
        .containsExactly("supFL v0", "supFL v1", "supFL v2", "supMVLFL, views together");
    for (Baseline baseline : baselines) {
      Matrix scores = ((Baseline.Pooled) baseline).scores().apply(study.views());
      assertThat(scores.rows()).isEqualTo(12);
      assertThat(scores.cols()).isEqualTo(3);
    }
  }
}
