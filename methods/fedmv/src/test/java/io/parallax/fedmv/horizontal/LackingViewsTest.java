package io.parallax.fedmv.horizontal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.parallax.core.Labels;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.PerView;
import io.parallax.core.Presence;
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
import io.parallax.testkit.BlankRows;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** H-FedMV among parties that lack views. */
class LackingViewsTest {
  private static final HFedMv METHOD = new HFedMv();
  private final SpreadStudy study = SpreadStudy.make(9);
  private final List<View> views = lacking(study.views());

  /** Party p0 lacks view v1, and p2 lacks v0. */
  private static List<View> lacking(List<View> views) {
    return BlankRows.filled(
        views.stream()
            .map(
                view -> {
                  String place = view.owner().name() + view.name();
                  return place.equals("p0v1") || place.equals("p2v0")
                      ? view.withPresence(Optional.of(new Presence(new BitSet(), new BitSet())))
                      : BlankRows.none(List.of(view)).get(0);
                })
            .toList(),
        0);
  }

  private static Simulation.Outcome<HFedMvResult> train(
      HFedMvConfig config, List<View> views, Rounds rounds) {
    return Simulation.train(METHOD, config, views, Roster.horizontal(views, 3, 9), rounds);
  }

  private static HFedMvConfig config(Mode mode, double beta, double zeta, double eta) {
    return HFedMvConfig.DEFAULTS.with(mode).with(PerView.of(beta), PerView.of(zeta), eta);
  }

  @ParameterizedTest
  @CsvSource({"0.5, 2, 1", "3, 8, 16", "0.05, 32, 1", "30, 1, 1"})
  void exactIsVFedMvOnAllRowsInOnePlace(double beta, double zeta, double eta) {
    var exact = train(config(Mode.EXACT, beta, zeta, eta), views, Rounds.of(5, 1e-6));
    List<View> pooled = List.of(pooled("v0"), pooled("v1"));
    VFedMvConfig like = VFedMvConfig.DEFAULTS.with(PerView.of(beta), PerView.of(zeta), eta);
    Roster roster = Roster.vertical(pooled, 3, 1);
    var central =
        Simulation.train(new VFedMv(), like, pooled, roster, Rounds.of(2000, 1e-13)).result();
    assertThat(exact.result().objective())
        .isCloseTo(central.objective(), within(1e-8 * central.objective()));
    Matrix scores = central.scores().orElseThrow();
    for (int l = 0; l < 3; l++) {
      Matrix own = exact.parties().get(PartyId.of("p" + l)).scores().orElseThrow();
      int from = 5 * l;
      for (int i = 0; i < 5; i++) {
        for (int c = 0; c < 3; c++) {
          assertThat(own.get(i, c)).isCloseTo(scores.get(from + i, c), within(1e-7));
        }
      }
    }
  }

  /** All parties' rows of one view, at one party; the first view's has the labels. */
  private View pooled(String name) {
    List<View> own = views.stream().filter(view -> view.name().equals(name)).toList();
    BitSet training = new BitSet();
    BitSet heldOut = new BitSet();
    int rows = 0;
    int later = 0;
    for (View view : own) {
      int from = rows;
      int to = later;
      view.presence().orElseThrow().training().stream().forEach(i -> training.set(from + i));
      view.presence().orElseThrow().heldOut().stream().forEach(i -> heldOut.set(to + i));
      rows += view.features().samples();
      later += view.toScore().samples();
    }
    return new View(
            PartyId.of(name),
            name,
            own.get(0).columns(),
            stacked(own.stream().map(View::features).toList()),
            Optional.of(stacked(own.stream().map(View::toScore).toList())),
            name.equals("v0")
                ? Optional.of(new Labels(study.pooledLabels().argmaxRows(), 3))
                : Optional.empty())
        .withPresence(Optional.of(new Presence(training, heldOut)));
  }

  private static Features stacked(List<Features> parts) {
    return Features.of(Matrix.stackRows(parts.stream().map(Features::toMatrix).toList()));
  }

  /** Eq. (1) at the best Z_k and Z, row by row. */
  private double eq1(Matrix w, double beta, double zeta, double eta) {
    double rho = zeta / (1 + zeta);
    List<Matrix> parts = new Stack(new int[] {6, 4}).cut(w);
    double sum = beta * (parts.get(0).normL21() + parts.get(1).normL21());
    for (int at = 0; at < views.size(); at += 2) {
      Matrix y = views.get(at).labels().orElseThrow().oneHot();
      for (int n = 0; n < y.rows(); n++) {
        List<double[]> p = new ArrayList<>();
        for (int k = 0; k < 2; k++) {
          View view = views.get(at + k);
          if (view.presence().orElseThrow().training().get(n)) {
            Matrix row = view.features().toMatrix().selectRows(new int[] {n});
            p.add(row.times(parts.get(k)).row(0));
          }
        }
        for (int c = 0; c < 3; c++) {
          int column = c;
          double z = eta * y.get(n, c);
          z += rho * p.stream().mapToDouble(row -> row[column]).sum();
          z /= eta + rho * p.size();
          double all = z;
          sum += eta * Math.pow(z - y.get(n, c), 2);
          sum += rho * p.stream().mapToDouble(row -> Math.pow(row[column] - all, 2)).sum();
        }
      }
    }
    return sum;
  }

  @Test
  void noNudgeMakesTheExactModelBetter() {
    HFedMvResult result = train(config(Mode.EXACT, 1, 4, 2), views, Rounds.of(1, 0)).result();
    double least = eq1(result.model(), 1, 4, 2);
    assertThat(result.objective()).isCloseTo(least, within(1e-8 * least));
    Rng rng = Rng.of(5);
    for (int i = 0; i < 300; i++) {
      double size = Math.pow(10, -1 - rng.below(5));
      Matrix nudged = result.model().plusScaled(size, Matrix.gaussian(10, 3, rng));
      assertThat(eq1(nudged, 1, 4, 2)).isGreaterThanOrEqualTo(least * (1 - 1e-9));
    }
  }

  /** A converged local loop forgets the incoming model: then W_k is the mean of who has view k. */
  @Test
  void modePaperAveragesAViewsModelsOverThePartiesThatHaveIt() {
    HFedMvConfig many =
        new HFedMvConfig(
            Mode.PAPER, Fit.CONSENSUS, PerView.of(0.5), PerView.of(2), 2, 3000, 1, 1e-8);
    Matrix together = train(many, views, Rounds.of(1, 0)).result().model();
    Matrix mean = Matrix.zeros(10, 3);
    double[] rows = {14, 25, 9};
    for (int l = 0; l < 3; l++) {
      Matrix own = train(many, views.subList(2 * l, 2 * l + 2), Rounds.of(1, 0)).result().model();
      double first = rows[l] / (14 + 25);
      double second = rows[l] / (25 + 9);
      int party = l;
      Matrix before = mean;
      mean =
          Matrix.fill(
              10,
              3,
              (i, c) -> {
                double share = i < 6 ? (party == 2 ? 0 : first) : party == 0 ? 0 : second;
                return before.get(i, c) + share * own.get(i, c);
              });
    }
    assertThat(together.maxAbsDifference(mean)).isLessThan(1e-5);
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void cellsOfBlankRowsChangeNoBit(Mode mode) {
    HFedMvConfig config = config(mode, 0.5, 4, 4);
    var plain = train(config, views, Rounds.of(10, 0));
    var filled = train(config, BlankRows.filled(views, 7.5), Rounds.of(10, 0));
    assertThat(filled.result().model()).isEqualTo(plain.result().model());
    plain
        .parties()
        .forEach(
            (id, party) -> assertThat(filled.parties().get(id).scores()).isEqualTo(party.scores()));
  }

  @Test
  void aPartyScoresByTheViewsThatItHas() {
    var outcome = train(config(Mode.EXACT, 0.5, 4, 4), views, Rounds.of(1, 0));
    var party = outcome.parties().get(PartyId.of("p2"));
    Matrix own = views.get(5).toScore().toMatrix().times(party.model().get("v1"));
    assertThat(party.scores().orElseThrow().maxAbsDifference(own)).isLessThan(1e-12);
  }

  /**
   * The coordinator's attack on sums over one party, as masks leave them; complete views are the
   * control.
   */
  @Test
  void productsOfTheOnePartyThatLacksAViewAreReadFromTheSum() {
    double rho = 4.0 / 5;
    Matrix lacking = lackingProducts(views).scale(1 / (1 / (rho + 2) - 1 / (2 * rho + 2)));
    int[] first = {0, 1, 2, 3, 4, 5};
    Matrix read = lacking.selectRows(first).selectColumns(first);
    assertThat(read.maxAbsDifference(views.get(0).features().toMatrix().gram())).isLessThan(1e-6);
    assertThat(lackingProducts(BlankRows.none(study.views())).maxAbs()).isZero();
  }

  private static Matrix lackingProducts(List<View> views) {
    HFedMvConfig config = config(Mode.EXACT, 1, 4, 2);
    Roster roster = Roster.horizontal(views, 3, 9);
    SortedMap<PartyId, Party> parties = new TreeMap<>();
    View.byOwner(views).forEach((id, own) -> parties.put(id, METHOD.party(config, own, roster)));
    return Simulation.connect(METHOD, parties)
        .sum(new HFedMvMessages.AskLacking(10))
        .total()
        .gram();
  }

  @Test
  void thePooledFitTakesAViewThatARowLacksForItsMean() {
    HFedMvConfig pooled = HFedMvConfig.DEFAULTS.with(Fit.POOLED);
    List<View> zeros = views.stream().map(view -> view.withPresence(Optional.empty())).toList();
    assertThat(train(pooled, views, Rounds.of(1, 0)).result().model())
        .isEqualTo(train(pooled, zeros, Rounds.of(1, 0)).result().model());
    assertThat(METHOD.blankRows(HFedMvConfig.DEFAULTS.with(Fit.CHOSEN))).isFalse();
  }
}
