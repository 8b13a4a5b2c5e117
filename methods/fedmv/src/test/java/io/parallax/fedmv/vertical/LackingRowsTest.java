package io.parallax.fedmv.vertical;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.PerView;
import io.parallax.core.Presence;
import io.parallax.core.Reveals;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.View;
import io.parallax.engine.Simulation;
import io.parallax.engine.Transcript;
import io.parallax.fedmv.vertical.VFedMvConfig.Mode;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.testkit.BlankRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** V-FedMV among parties that lack rows. */
class LackingRowsTest {
  private static final VFedMv METHOD = new VFedMv();
  private static final double BETA = 0.8;
  private static final Map<String, Double> ZETA = Map.of("v0", 2.0, "v1", 4.0, "v2", 7.0);
  private static final double ETA = 3;
  private final SmallStudy study = SmallStudy.make(36, 40, 21);
  private final List<View> views = BlankRows.of(study.views(), 0.6, 5);

  private static VFedMvConfig config(Mode mode) {
    return VFedMvConfig.DEFAULTS.with(mode).with(PerView.of(BETA), PerView.of(ZETA), ETA);
  }

  private static Simulation.Outcome<VFedMvResult> train(
      VFedMvConfig config, List<View> views, int rounds) {
    Roster roster = Roster.vertical(views, 3, 4);
    return Simulation.train(METHOD, config, views, roster, Rounds.of(rounds, 1e-10));
  }

  /** Eq. (1) with o_kn before every square of row n and view k, term by term. */
  private double objective(List<Matrix> w, List<Matrix> zk, Matrix z) {
    double f = ETA * z.squaredDistance(study.y());
    for (int k = 0; k < 3; k++) {
      Matrix p = views.get(k).features().toMatrix().times(w.get(k));
      BitSet held = views.get(k).presence().orElseThrow().training();
      for (int n = 0; n < z.rows(); n++) {
        for (int c = 0; c < z.cols() && held.get(n); c++) {
          double own = zk.get(k).get(n, c);
          f += Math.pow(p.get(n, c) - own, 2);
          f += ZETA.get("v" + k) * Math.pow(own - z.get(n, c), 2);
        }
      }
      f += BETA * w.get(k).normL21();
    }
    return f;
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void noNudgeMakesTheResultBetter(Mode mode) {
    var outcome = train(config(mode), views, 20_000);
    Matrix z = outcome.result().consensus();
    List<Matrix> w = new ArrayList<>();
    List<Matrix> zk = new ArrayList<>();
    for (View view : views) {
      Matrix own = outcome.parties().get(view.owner()).model().get(view.name());
      double zeta = ZETA.get(view.name());
      w.add(own);
      zk.add(view.features().toMatrix().times(own).plusScaled(zeta, z).scale(1 / (1 + zeta)));
    }
    double least = objective(w, zk, z);
    assertThat(outcome.result().objective()).isCloseTo(least, within(1e-6 * least));
    Rng rng = Rng.of(1);
    for (int i = 0; i < 300; i++) {
      double size = Math.pow(10, -1 - rng.below(3));
      List<Matrix> otherW = w.stream().map(m -> nudged(m, size, rng)).toList();
      List<Matrix> otherZk = zk.stream().map(m -> nudged(m, size, rng)).toList();
      Matrix otherZ = nudged(z, size, rng);
      assertThat(objective(otherW, zk, z)).isGreaterThan(least - 1e-7 * least);
      assertThat(objective(w, otherZk, otherZ)).isGreaterThan(least - 1e-7 * least);
      assertThat(objective(otherW, otherZk, otherZ)).isGreaterThan(least - 1e-7 * least);
    }
  }

  private static Matrix nudged(Matrix at, double size, Rng rng) {
    return at.plusScaled(size, Matrix.gaussian(at.rows(), at.cols(), rng));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void cellsOfBlankRowsChangeNoBit(boolean bias) {
    for (Mode mode : Mode.values()) {
      VFedMvConfig config =
          new VFedMvConfig(
              mode,
              PerView.of(BETA),
              PerView.of(ZETA),
              ETA,
              VFedMvConfig.LabelsAt.HOLDER,
              bias,
              1,
              1e-8);
      assertThat(train(config, BlankRows.filled(views, 7.5), 15).result().essence())
          .isEqualTo(train(config, views, 15).result().essence());
    }
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void newRowsAreScoredByThePartiesThatHaveThem(Mode mode) {
    var outcome = train(config(mode), views, 3000);
    Matrix scores = outcome.result().scores().orElseThrow();
    int lonely = 0;
    for (int n = 0; n < scores.rows(); n++) {
      double weights = 0;
      double[] expected = new double[3];
      for (View view : views) {
        if (view.presence().orElseThrow().heldOut().get(n)) {
          Matrix w = outcome.parties().get(view.owner()).model().get(view.name());
          double[] own = view.toScore().toMatrix().selectRows(new int[] {n}).times(w).row(0);
          double rho = VFedMvEquations.rho(ZETA.get(view.name()));
          weights += rho;
          IntStream.range(0, 3).forEach(c -> expected[c] += rho * own[c]);
        }
      }
      lonely += weights == 0 ? 1 : 0;
      for (int c = 0; c < 3; c++) {
        double mean = weights == 0 ? 0 : expected[c] / weights;
        assertThat(scores.get(n, c)).isCloseTo(mean, within(1e-7));
      }
    }
    assertThat(lonely).as("rows that nobody has").isPositive();
    assertThat(predicted(config(mode), outcome.parties()).maxAbsDifference(scores))
        .isLessThan(1e-7);
  }

  private Matrix predicted(VFedMvConfig config, Map<PartyId, Party> trained) {
    List<View> fresh =
        views.stream()
            .map(
                view -> {
                  BitSet held = view.presence().orElseThrow().heldOut();
                  return View.toPredict(
                          view.owner(),
                          view.name(),
                          view.columns(),
                          view.toScore(),
                          3,
                          Optional.empty())
                      .withPresence(Optional.of(Presence.ofNew(held, 3)));
                })
            .toList();
    Roster roster = Roster.vertical(fresh, 3, 4);
    SortedMap<PartyId, Party> parties = new TreeMap<>();
    for (View view : fresh) {
      Party party = METHOD.party(config, List.of(view), roster);
      party.adopt(trained.get(view.owner()).model());
      parties.put(view.owner(), party);
    }
    return Simulation.score(
        METHOD,
        config,
        METHOD.predictor(config, roster).orElseThrow(),
        parties,
        Rounds.of(2000, 1e-12),
        Simulation.Options.inMemory());
  }

  @Test
  void theyAreWorthMoreThanTheRowsThatAllPartiesHave() {
    SmallStudy large = SmallStudy.make(150, 600, 2);
    List<View> lacking = BlankRows.ofTraining(large.views(), 0.5, 9);
    List<View> complete = BlankRows.complete(lacking);
    double some = accuracy(train(config(Mode.BEST), complete, 100).result(), large.truth());
    double all = accuracy(train(config(Mode.BEST), lacking, 100).result(), large.truth());
    assertThat(complete.get(0).features().samples()).isBetween(10, 30);
    assertThat(all).isGreaterThan(some + 0.05);
  }

  private static double accuracy(VFedMvResult result, int[] truth) {
    int[] found = result.scores().orElseThrow().argmaxRows();
    return IntStream.range(0, truth.length).filter(i -> found[i] == truth[i]).count()
        / (double) truth.length;
  }

  /** The coordinator's attack on the sum of weights; equal weights are the control. */
  @Test
  void weightsThatDifferTellTheCoordinatorWhoHasARowAndEqualOnesHowMany() {
    assertThat(guessed(PerView.of(ZETA))).isEqualTo(1);
    assertThat(guessed(PerView.of(4))).isLessThan(0.7);
  }

  /** Returns the share of rows of which the sum of weights names the parties. */
  private double guessed(PerView zeta) {
    VFedMvConfig config = config(Mode.BEST).with(PerView.of(BETA), zeta, ETA);
    Roster roster = Roster.vertical(views, 3, 4);
    SortedMap<PartyId, Party> parties = new TreeMap<>();
    views.forEach(v -> parties.put(v.owner(), METHOD.party(config, List.of(v), roster)));
    Matrix sums =
        Simulation.connect(METHOD, parties).sum(new VFedMvMessages.WeighRows()).total().weights();
    Map<Long, Set<Integer>> groups = new HashMap<>();
    for (int group = 0; group < 8; group++) {
      double weight = 0;
      for (int k = 0; k < 3; k++) {
        weight += (group >> k & 1) * VFedMvEquations.rho(zeta.of("v" + k));
      }
      groups.computeIfAbsent(Math.round(1e9 * weight), key -> new HashSet<>()).add(group);
    }
    int named = 0;
    for (int n = 0; n < sums.rows(); n++) {
      Set<Integer> possible = groups.get(Math.round(1e9 * sums.get(n, 0)));
      int group = 0;
      for (int k = 0; k < 3; k++) {
        group |= views.get(k).presence().orElseThrow().training().get(n) ? 1 << k : 0;
      }
      assertThat(possible).contains(group);
      named += possible.size() == 1 ? 1 : 0;
    }
    return named / (double) sums.rows();
  }

  /**
   * Any party's attack: the first consensus after the start is the label over the sum of weights,
   * which the party so knows as the coordinator does. The control: rows that nobody lacks are all
   * alike.
   */
  @Test
  void theConsensusTellsEveryPartyTheWeightsOfARow() {
    Matrix z = secondConsensus(views);
    double rho = VFedMvEquations.rho(4);
    for (int n = 0; n < z.rows(); n++) {
      int row = n;
      long held =
          views.stream().filter(v -> v.presence().orElseThrow().training().get(row)).count();
      double most = Arrays.stream(z.row(n)).max().orElseThrow();
      assertThat((ETA / most - ETA) / rho).isCloseTo(held, within(1e-6));
    }
    Matrix control = secondConsensus(BlankRows.none(study.views()));
    for (int n = 0; n < control.rows(); n++) {
      assertThat(Arrays.stream(control.row(n)).max().orElseThrow())
          .isCloseTo(ETA / (3 * rho + ETA), within(1e-6));
    }
    assertThat(VFedMvMessages.Target.class.getAnnotation(Reveals.class).value())
        .contains("the weights of those that have each row");
  }

  private static Matrix secondConsensus(List<View> views) {
    List<byte[]> words = new ArrayList<>();
    VFedMvConfig config = config(Mode.BEST).with(PerView.of(BETA), PerView.of(4), ETA);
    Simulation.train(
        METHOD,
        config,
        views,
        Roster.vertical(views, 3, 4).lacking(true),
        Rounds.of(3, 0),
        Simulation.Options.inMemory().through(link -> Transcript.recording(link, words::add)));
    List<Matrix> told =
        Transcript.read(words, VFedMvMessages.ASKS).stream()
            .map(Transcript.Exchange::ask)
            .filter(VFedMvMessages.Target.class::isInstance)
            .map(ask -> ((VFedMvMessages.Target) ask).z())
            .toList();
    return told.get(1);
  }
}
