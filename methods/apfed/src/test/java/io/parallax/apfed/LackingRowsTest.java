package io.parallax.apfed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.parallax.apfed.ApFedConfig.Mode;
import io.parallax.apfed.ApFedMessages.Assist;
import io.parallax.apfed.ApFedMessages.Gradient;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.Presence;
import io.parallax.core.Result;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.View;
import io.parallax.engine.Simulation;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.testkit.BlankRows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** APFed and TVFL among parties that lack rows. */
class LackingRowsTest {
  private static final ApFed METHOD = new ApFed();
  private static final PartyId ACTIVE = PartyId.of("party-a");
  private final SmallStudy study = SmallStudy.plain(48, 30);
  private final List<View> views = BlankRows.of(study.views(), 0.6, 4);

  private static Simulation.Outcome<ApFedResult> train(
      ApFedConfig config, List<View> views, int epochs) {
    Roster roster = Roster.vertical(views, 3, 11);
    return Simulation.train(METHOD, config, views, roster, Rounds.of(epochs, 0));
  }

  private static Matrix scores(Simulation.Outcome<?> trained) {
    return trained.parties().get(ACTIVE).scores().orElseThrow();
  }

  private static View with(View view, IntStream training) {
    BitSet held = new BitSet();
    training.forEach(held::set);
    BitSet all = new BitSet();
    all.set(0, view.toScore().samples());
    return view.withPresence(Optional.of(new Presence(held, all)));
  }

  private List<View> withLast(IntStream rows) {
    List<View> some = new ArrayList<>(BlankRows.none(study.views()));
    some.set(2, with(study.views().get(2), rows));
    return some;
  }

  @ParameterizedTest
  @ValueSource(strings = {"reconstruction", "contrastive"})
  void aPartyWithoutRowsIsAsIfItWereNotThere(String loss) {
    ApFedConfig config = SmallStudy.config(Mode.PAPER, loss);
    Matrix two = scores(train(config, study.views().subList(0, 2), 4));
    assertThat(scores(train(config, withLast(IntStream.empty()), 4))).isEqualTo(two);
    assertThat(scores(train(config, withLast(IntStream.range(0, 24)), 4))).isNotEqualTo(two);
  }

  @ParameterizedTest
  @EnumSource(Mode.class)
  void cellsOfBlankRowsChangeNoBit(Mode mode) {
    for (String loss : List.of("reconstruction", "contrastive")) {
      ApFedConfig config = SmallStudy.config(mode, loss);
      var plain = train(config, views, 4);
      var filled = train(config, BlankRows.filled(views, 7.5), 4);
      assertThat(filled.result().essence()).isEqualTo(plain.result().essence());
      assertThat(scores(filled)).isEqualTo(scores(plain));
    }
  }

  /** The mean over a batch is taken over all its rows, so that a row counts as it always does. */
  @Test
  void aRowsGradientIsTheSameWhetherOthersAreThereOrNot() {
    View view = study.views().get(1);
    Roster roster = Roster.vertical(study.views(), 3, 11).lacking(true);
    ApFedConfig config = SmallStudy.config(Mode.PAPER, "reconstruction");
    Matrix h = Matrix.gaussian(16, 8, Rng.of(1)).map(Math::abs);
    Matrix all = Matrix.fill(16, 9, (i, j) -> j == 8 ? 1 : h.get(i, j));
    Matrix without = Matrix.fill(16, 9, (i, j) -> i == 3 ? 0 : all.get(i, j));
    int[] batch = new Batches(roster, 16).rows(1, 0);
    BitSet held = new BitSet();
    IntStream.of(batch).limit(10).forEach(held::set);
    Matrix whole = gradient(METHOD.party(config, List.of(view), roster), all);
    View some = with(view, held.stream());
    Matrix part = gradient(METHOD.party(config, List.of(some), roster), without);
    for (int i = 0; i < 16; i++) {
      double expected = i < 10 && i != 3 ? 1 : 0; // the active party lacks row 3
      for (int j = 0; j < 9; j++) {
        assertThat(part.get(i, j)).isCloseTo(expected * whole.get(i, j), within(1e-7));
      }
    }
    assertThat(whole.maxAbs()).isGreaterThan(1e-4);
  }

  private static Matrix gradient(Party party, Matrix h) {
    return ((Gradient) party.answers().to(new Assist(1, 0, h))).weighted();
  }

  @Test
  void theyAreWorthMoreThanTheRowsThatAllPartiesHave() {
    SmallStudy large = SmallStudy.plain(90, 300);
    List<View> noisy = large.views().stream().map(LackingRowsTest::noisy).toList();
    List<View> lacking = new ArrayList<>(BlankRows.ofTraining(noisy, 0.3, 2));
    lacking.set(0, BlankRows.none(noisy).get(0));
    ApFedConfig config = SmallStudy.config(Mode.PAPER, "reconstruction");
    double some = accuracy(scores(train(config, BlankRows.complete(lacking), 20)), large.truth());
    double all = accuracy(scores(train(config, lacking, 20)), large.truth());
    assertThat(all).isGreaterThan(some + 0.03);
  }

  private static View noisy(View view) {
    Rng rng = Rng.of(9).child(view.name());
    return new View(
        view.owner(),
        view.name(),
        view.columns(),
        noisy(view.features(), rng),
        view.heldOut().map(rows -> noisy(rows, rng)),
        view.labels());
  }

  private static Features noisy(Features rows, Rng rng) {
    Matrix noise = Matrix.gaussian(rows.samples(), rows.size(), rng);
    return Features.of(rows.toMatrix().plusScaled(2.5, noise));
  }

  private static double accuracy(Matrix scores, int[] truth) {
    int[] found = scores.argmaxRows();
    return IntStream.range(0, truth.length).filter(i -> found[i] == truth[i]).count()
        / (double) truth.length;
  }

  @Test
  void aRowThatTheActivePartyLacksHasNoScore() {
    Matrix scores = scores(train(SmallStudy.config(Mode.PAPER, "contrastive"), views, 6));
    BitSet held = views.get(0).presence().orElseThrow().heldOut();
    assertThat(held.cardinality()).isBetween(10, 25);
    for (int n = 0; n < scores.rows(); n++) {
      boolean even = Arrays.stream(scores.row(n)).allMatch(p -> p == 1.0 / 3);
      assertThat(even).isEqualTo(!held.get(n));
    }
  }

  /** Everybody's attack on the sum of gradients; that all parties have all rows is the control. */
  @Test
  void zerosTellWhichRowsNoPassivePartyHas() {
    assertThat(zeros(views)).isEqualTo(lackedByPassive(views)).isNotEmpty();
    assertThat(zeros(BlankRows.none(study.views()))).isEmpty();
  }

  private static Set<Integer> lackedByPassive(List<View> views) {
    BitSet held = views.get(1).presence().orElseThrow().training();
    held.or(views.get(2).presence().orElseThrow().training());
    BitSet lacked = new BitSet();
    lacked.set(0, 48);
    lacked.andNot(held);
    return Set.copyOf(lacked.stream().boxed().toList());
  }

  private static Set<Integer> zeros(List<View> views) {
    Roster roster = Roster.vertical(views, 3, 11);
    ApFedConfig config = SmallStudy.config(Mode.PAPER, "reconstruction");
    Matrix h = Matrix.gaussian(16, 9, Rng.of(1)).map(Math::abs);
    List<Party> passive =
        views.stream().skip(1).map(v -> METHOD.party(config, List.of(v), roster)).toList();
    Batches batches = new Batches(roster, 16);
    Set<Integer> found = new TreeSet<>();
    for (int b = 0; b < 3; b++) {
      int[] rows = batches.rows(1, b);
      Assist ask = new Assist(1, b, h);
      Matrix sum =
          passive.stream()
              .map(party -> ((Gradient) party.answers().to(ask)).weighted())
              .reduce(Matrix::plus)
              .orElseThrow();
      IntStream.range(0, 16).filter(i -> sum.rowNorms()[i] == 0).forEach(i -> found.add(rows[i]));
    }
    return found;
  }

  @Test
  void tvflLearnsWithZerosForRowsThatAPartyLacks() {
    SmallStudy large = SmallStudy.plain(240, 300);
    List<View> lacking = BlankRows.of(large.views(), 0.6, 2);
    double taught = tvfl(lacking, large);
    List<View> complete =
        BlankRows.complete(lacking).stream().map(view -> zeroed(view, lacking)).toList();
    assertThat(taught).isGreaterThan(tvfl(complete, large) + 0.03);
    assertThat(tvflResult(BlankRows.filled(lacking, 7.5)).essence())
        .isEqualTo(tvflResult(lacking).essence());
  }

  /** Returns a view of complete training rows with the held-out rows that its party has. */
  private static View zeroed(View complete, List<View> lacking) {
    View own =
        lacking.stream().filter(v -> v.name().equals(complete.name())).findFirst().orElseThrow();
    BitSet all = new BitSet();
    all.set(0, complete.features().samples());
    return complete.withPresence(
        Optional.of(new Presence(all, own.presence().orElseThrow().heldOut())));
  }

  private static double tvfl(List<View> views, SmallStudy study) {
    return accuracy(tvflResult(views).scores().orElseThrow(), study.truth());
  }

  private static Result tvflResult(List<View> views) {
    ApFedConfig like = SmallStudy.config(Mode.PAPER, "reconstruction");
    TvflConfig config = TvflConfig.of(like.architecture(), like.descent(), TvflConfig.Missing.NONE);
    Tvfl method = new Tvfl();
    Set<String> shown = method.disclosures(config);
    Map<PartyId, Set<String>> allowed =
        Map.of(ACTIVE, shown, PartyId.of("party-b"), shown, PartyId.of("party-c"), shown);
    return Simulation.train(
            method,
            config,
            views,
            Roster.vertical(views, 3, 11),
            Rounds.of(20, 0),
            Simulation.Options.inMemory().allowing(allowed))
        .result();
  }
}
