package io.parallax.joint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.parallax.core.BadInput;
import io.parallax.core.Labels;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.PerView;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.View;
import io.parallax.engine.Simulation;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JointTest {
  private static final Joint METHOD = new Joint();
  private final SmallStudy study = SmallStudy.make(90, 12, 21);

  private Simulation.Outcome<JointResult> train(JointConfig config, Rounds rounds) {
    return Simulation.train(METHOD, config, study.views(), study.roster(), rounds);
  }

  @ParameterizedTest
  @CsvSource({"1, 0", "0.01, 0", "0.1, 0.5", "0, 1", "0, 4"})
  void itReachesTheOptimumOfACentralisedSolver(double lambda, double beta) {
    double optimum = new ConvexOracle(study.pooled(), study.y(), lambda, beta).minimise(60_000);
    JointConfig config = JointConfig.DEFAULTS.with(PerView.of(lambda), PerView.of(beta));
    JointResult result = train(config, Rounds.of(300, 1e-11)).result();
    assertThat(result.objective()).isCloseTo(optimum, within(1e-8 * optimum));
  }

  private static View view(String name, Matrix rows, Matrix heldOut, Optional<Labels> labels) {
    return View.of("owner-" + name, name, rows.toRows(), heldOut.toRows(), labels);
  }

  private static JointResult train(JointConfig config, Rounds rounds, View... views) {
    Roster roster = Roster.vertical(List.of(views), 2, 5);
    METHOD.check(config, roster);
    return Simulation.train(METHOD, config, List.of(views), roster, rounds).result();
  }

  private static Optional<Labels> halves(int rows) {
    return Optional.of(new Labels(IntStream.range(0, rows).map(i -> i % 2).toArray(), 2));
  }

  @Test
  void separatedClassesWithoutAPenaltyEndWithAdvice() {
    Matrix apart = Matrix.fill(40, 2, (i, j) -> (i % 2 == 0 ? 3 : -3) + 0.01 * i * j);
    Matrix noise = Matrix.gaussian(40, 3, Rng.of(2));
    JointConfig free = JointConfig.DEFAULTS.with(PerView.of(0), PerView.of(0));
    assertThatThrownBy(
            () ->
                train(
                    free,
                    Rounds.of(300, 1e-9),
                    view("a", apart, apart, halves(40)),
                    view("b", noise, noise, Optional.empty())))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("lambda must be above 0");
  }

  @Test
  void aClassThatNoTrainingRowHasIsNeverLikely() {
    Labels two = new Labels(IntStream.range(0, 60).map(i -> i % 2).toArray(), 3);
    List<View> views = new ArrayList<>();
    for (View view : SmallStudy.make(60, 9, 4).views()) {
      views.add(view.with(view.labels().map(all -> two)));
    }
    Roster roster = Roster.vertical(views, 3, 5);
    Rounds rounds = Rounds.of(50, 1e-8);
    JointResult result =
        Simulation.train(METHOD, JointConfig.DEFAULTS, views, roster, rounds).result();
    assertThat(result.scores().orElseThrow().selectColumns(new int[] {2}).maxAbs())
        .isLessThan(1e-6);
    assertThat(result.converged()).isTrue();
  }

  @Test
  void repeatedAndConstantViewsChangeNothing() {
    Matrix x = Matrix.gaussian(50, 4, Rng.of(3));
    Matrix constant = Matrix.zeros(50, 2);
    JointConfig config = JointConfig.DEFAULTS.with(PerView.of(1), PerView.of(0));
    View own = view("a", x, x, halves(50));
    JointResult alone = train(config, Rounds.of(100, 1e-12), own);
    JointResult with =
        train(config, Rounds.of(100, 1e-12), own, view("b", constant, constant, Optional.empty()));
    JointConfig twice = JointConfig.DEFAULTS.with(PerView.of(2), PerView.of(0));
    JointResult repeated =
        train(twice, Rounds.of(100, 1e-12), own, view("b", x, x, Optional.empty()));
    assertThat(with.objective()).isCloseTo(alone.objective(), within(1e-9 * alone.objective()));
    assertThat(repeated.objective()).isCloseTo(alone.objective(), within(1e-9 * alone.objective()));
  }

  @Test
  void balancedClassesCountAlike() {
    Matrix x = Matrix.zeros(60, 1);
    Optional<Labels> few =
        Optional.of(new Labels(IntStream.range(0, 60).map(i -> i < 6 ? 1 : 0).toArray(), 2));
    View view = view("a", x, x, few);
    Rounds rounds = Rounds.of(20, 1e-9);
    Matrix plain = train(JointConfig.DEFAULTS, rounds, view).scores().orElseThrow();
    Matrix alike =
        train(JointConfig.DEFAULTS.balanced(), Rounds.of(20, 1e-9), view).scores().orElseThrow();
    assertThat(plain.get(0, 1)).isCloseTo(0.1, within(1e-6));
    assertThat(alike.get(0, 1)).isCloseTo(0.5, within(1e-6));
  }

  @Test
  void settingsThatMakeNoSenseAreRefused() {
    assertThatThrownBy(() -> JointConfig.DEFAULTS.with(PerView.of(-1), PerView.of(0)))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("lambda");
    assertThatThrownBy(() -> JointConfig.DEFAULTS.withFourier(-1))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("fourier is -1");
    View view = view("a", Matrix.zeros(20, 1), Matrix.zeros(2, 1), Optional.empty());
    assertThatThrownBy(() -> train(JointConfig.DEFAULTS, Rounds.of(5, 1e-3), view))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("labels at exactly one party, but 0 have them");
    Roster.Member one = Roster.Member.vertical(PartyId.of("a"), "v", true, 2000);
    Roster many = new Roster(List.of(one), 2000, 1, 1000, 1);
    assertThatThrownBy(() -> METHOD.check(JointConfig.DEFAULTS, many))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("1000 classes; the joint model takes at most 512");
  }

  @Test
  void aModelThatWasKeptScoresAsBefore() {
    for (int fourier : new int[] {0, 20}) {
      JointConfig config = JointConfig.DEFAULTS.withFourier(fourier);
      var outcome = train(config, Rounds.of(30, 1e-6));
      SortedMap<PartyId, Party> fresh = new TreeMap<>();
      for (View view : study.views()) {
        View rows =
            View.toPredict(
                view.owner(),
                view.name(),
                view.columns(),
                view.toScore(),
                SmallStudy.CLASSES,
                Optional.empty());
        Party party = METHOD.party(config, List.of(rows), study.roster());
        party.adopt(outcome.parties().get(view.owner()).model());
        fresh.put(view.owner(), party);
      }
      Matrix again =
          JointCoordinator.test(config, study.roster(), Simulation.connect(METHOD, fresh));
      assertThat(again).isEqualTo(outcome.result().scores().orElseThrow());
    }
  }
}
