package io.parallax.fedmsgl;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.core.Baseline;
import io.parallax.core.Rounds;
import io.parallax.engine.Simulation;
import io.parallax.eval.Clustering;
import io.parallax.fedmsgl.FedMsglConfig.Manifold;
import io.parallax.fedmsgl.FedMsglConfig.Mode;
import io.parallax.fedmsgl.FedMsglConfig.Projection;
import io.parallax.fedmsgl.FedMsglConfig.Weighting;
import io.parallax.math.Matrix;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FedMsglTest {
  private static final FedMsgl METHOD = new FedMsgl();
  private static final FedMsglConfig SMALL = FedMsglConfig.DEFAULTS.with(1, 0.5, 0.1, 8);
  private final SmallStudy study = SmallStudy.make(60, 30, 5);

  private FedMsglResult train(FedMsglConfig config, int rounds) {
    return train(config, study, rounds);
  }

  private static FedMsglResult train(FedMsglConfig config, SmallStudy study, int rounds) {
    return Simulation.train(METHOD, config, study.views(), study.roster(), Rounds.of(rounds, 0))
        .result();
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void everyModeFindsTheClusters(Mode mode) {
    FedMsglResult result = train(SMALL.with(mode), 2);
    assertThat(result.clusters().orElseThrow()).isEqualTo(study.truth());
    assertThat(result.trace()).hasSize(2).doesNotContain(Double.NaN);
  }

  @Test
  void anchorsFindTheSameClusters() {
    FedMsglResult result = train(SMALL.edit().hyperedge(3).anchors(20).done(), 2);
    assertThat(result.assignment()).isEqualTo(study.truth());
    assertThat(result.global().cols()).isEqualTo(20);
    assertThat(result.scores().orElseThrow().argmaxRows()).isEqualTo(study.heldOutTruth());
  }

  @Test
  void newRowsGoToTheClustersOfTheirLikes() {
    Matrix scores = train(SMALL, 2).scores().orElseThrow();
    assertThat(scores.argmaxRows()).isEqualTo(study.heldOutTruth());
  }

  @Test
  void clustersKeepTheirNamesWhateverTheSeed() {
    int[] first = train(SMALL, 1).assignment();
    for (long seed = 1; seed < 6; seed++) {
      assertThat(train(SMALL, study.seeded(seed), 1).assignment()).isEqualTo(first);
    }
  }

  @ParameterizedTest
  @EnumSource(Weighting.class)
  void everyWeightingWorks(Weighting weighting) {
    FedMsglResult result = train(SMALL.edit().weighting(weighting).done(), 3);
    assertThat(result.assignment()).isEqualTo(study.truth());
  }

  @ParameterizedTest
  @EnumSource(Projection.class)
  void everyProjectionWorks(Projection projection) {
    FedMsglResult result = train(SMALL.edit().projection(projection).done(), 2);
    assertThat(Clustering.accuracy(study.truth(), result.assignment())).isGreaterThan(0.9);
  }

  @ParameterizedTest
  @EnumSource(Manifold.class)
  void everyManifoldTermWorks(Manifold manifold) {
    FedMsglResult result = train(SMALL.edit().manifold(manifold).done(), 2);
    assertThat(result.assignment()).isEqualTo(study.truth());
  }

  @Test
  void withoutCouplingTheShiftForgetsG() {
    FedMsglConfig config = SMALL.edit().steps(30, 1).done();
    Matrix one = train(config, 1).global();
    Matrix four = train(config, 4).global();
    assertThat(four.maxAbsDifference(one)).isLessThan(0.02);
  }

  @Test
  void couplingPullsThePartiesTogether() {
    double free = disagreement(SMALL);
    double coupled = disagreement(SMALL.edit().coupling(50).done());
    assertThat(coupled).isLessThan(0.5 * free);
  }

  private double disagreement(FedMsglConfig config) {
    var outcome = Simulation.train(METHOD, config, study.views(), study.roster(), Rounds.of(4, 0));
    return outcome.parties().values().stream()
        .mapToDouble(party -> ((FedMsglParty) party).state().distance())
        .sum();
  }

  @Test
  void constantColumnsAndConstantRowsAreNoTrouble() {
    double[][] rows = study.views().get(0).features().toMatrix().toRows();
    for (double[] row : rows) {
      row[2] = 7;
    }
    rows[4] = new double[] {7, 7, 7, 7, 7, 7};
    var view = io.parallax.core.View.of("p0", "v0", rows, rows, java.util.Optional.empty());
    var roster = io.parallax.core.Roster.vertical(List.of(view), 3, 1);
    FedMsglResult result =
        Simulation.train(METHOD, SMALL, List.of(view), roster, Rounds.of(2, 0)).result();
    assertThat(result.global().isFinite()).isTrue();
  }

  /** But for FedMVL, which follows the view of the smallest error, here one of four columns. */
  @Test
  void baselinesClusterTheSameRows() {
    List<Baseline> baselines = METHOD.baselines(SMALL, study.roster());
    assertThat(baselines).hasSize(8);
    for (Baseline baseline : baselines) {
      int[] clusters = ((Baseline.Clustered) baseline).clusters().apply(study.views());
      double least = baseline.name().startsWith("FedMVL") ? 0.33 : 0.9;
      assertThat(Clustering.accuracy(study.truth(), clusters))
          .as(baseline.name())
          .isGreaterThan(least);
    }
  }

  /** Checks the criterion of {@code search:} in a study file. */
  @Test
  void theClearestOfSeveralSettingsFindsTheGroups() {
    FedMsglResult clearest =
        Stream.of(1e-4, 1.0, 100.0)
            .map(lambda3 -> train(SMALL.with(100, lambda3, SMALL.beta(), SMALL.k()), 1))
            .max(Comparator.comparingDouble(result -> result.clarity().orElseThrow()))
            .orElseThrow();
    assertThat(clearest.clarity()).hasValue(clearest.eigengap());
    assertThat(clearest.assignment()).isEqualTo(study.truth());
  }
}
