package io.parallax.run.certainty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.parallax.core.PartyId;
import io.parallax.core.Target;
import io.parallax.engine.SumProtocol;
import io.parallax.eval.ConformalQuantile;
import io.parallax.eval.ScoreBins;
import io.parallax.eval.Temperature;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.privacy.MaskedSum;
import io.parallax.study.Certainty;
import io.parallax.study.Certainty.Per;
import io.parallax.study.model.ModelCertainty;
import io.parallax.study.model.ModelCertainty.Score;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Thresholds and temperatures from rows that a model has not seen. */
class CertaintyFittingTest {
  private static final List<PartyId> SITES =
      List.of(PartyId.of("maple"), PartyId.of("birch"), PartyId.of("cedar"));
  private static final Function<SortedSet<PartyId>, SumProtocol> PLAIN = ids -> SumProtocol.plain();

  private static Certainty how(Per per, boolean temperature) {
    return new Certainty(0.1, 0.2, per, temperature);
  }

  private static CertaintyFitting vertical(Certainty how, Score score, int classes) {
    return new CertaintyFitting(how, score, classes, List.of(), 3, PLAIN);
  }

  /** Rows of numbers whose errors are larger at later parties. */
  private static JudgedRows numbers(int rows, long seed) {
    Rng rng = Rng.of(seed);
    double[] values = new double[rows];
    int[] parties = IntStream.range(0, rows).map(i -> i % 3).toArray();
    Arrays.setAll(values, i -> 50 + (1 + parties[i]) * rng.gaussian());
    return new JudgedRows(
        Matrix.fill(rows, 1, (i, j) -> 50),
        new int[rows],
        Optional.of(new Target.Numbers(values)),
        new int[rows],
        parties);
  }

  /** Rows of three classes whose probabilities are right with 3 views and too sure with fewer. */
  private static JudgedRows classes(int rows, long seed) {
    Rng rng = Rng.of(seed);
    int[] views = IntStream.range(0, rows).map(i -> i % 10 == 0 ? 0 : 1 + i % 3).toArray();
    double[][] told = new double[rows][];
    int[] truth = new int[rows];
    for (int i = 0; i < rows; i++) {
      Matrix right = Temperature.apply(Matrix.fill(1, 3, (r, c) -> Math.exp(rng.gaussian())), 0.5);
      double u = rng.uniform();
      truth[i] = u < right.get(0, 0) ? 0 : u < right.get(0, 0) + right.get(0, 1) ? 1 : 2;
      told[i] = Temperature.apply(right, views[i] == 3 ? 1 : 0.4).row(0);
    }
    return new JudgedRows(Matrix.of(told), truth, Optional.empty(), views, new int[rows]);
  }

  @Test
  void partiesWithPeopleOfTheirOwnAddUpCountsMaskedOrNot() {
    JudgedRows rows = numbers(300, 4);
    Certainty all = how(Per.ALL, false);
    double exact = ConformalQuantile.of(rows.own(Score.NUMBER), 3, 0.1);
    CertaintyFitting.Fitted plain = counted(all, PLAIN, rows);
    CertaintyFitting.Fitted masked =
        counted(all, ids -> MaskedSum.inProcess(ids, new byte[32]), rows);
    double found = plain.certainty().threshold(0, 0);
    assertThat(found).isGreaterThanOrEqualTo(exact);
    assertThat(ScoreBins.ALL.bin(found)).isEqualTo(ScoreBins.ALL.bin(exact));
    assertThat(masked.certainty().thresholds()).isDeepEqualTo(plain.certainty().thresholds());
    assertThat(plain.bytesUp()).as("three parties' counts").isGreaterThan(3L * ScoreBins.COUNT);
    assertThat(plain.certainty().rows()).isEqualTo(300);
  }

  private static CertaintyFitting.Fitted counted(
      Certainty how, Function<SortedSet<PartyId>, SumProtocol> sums, JudgedRows rows) {
    return new CertaintyFitting(how, Score.NUMBER, 1, SITES, 1, sums).of(rows, new int[0]);
  }

  @Test
  void eachPartyHasAThresholdOfItsOwnIfAsked() {
    JudgedRows rows = numbers(300, 5);
    ModelCertainty found = counted(how(Per.PARTY, false), PLAIN, rows).certainty();
    assertThat(found.groups()).containsExactly("maple", "birch", "cedar");
    for (int p = 0; p < 3; p++) {
      int party = p;
      double[] own = rows.where(i -> rows.parties()[i], party).own(Score.NUMBER);
      assertThat(found.threshold(p, 0)).isEqualTo(ConformalQuantile.of(own, 1, 0.1));
    }
    assertThat(found.threshold(2, 0)).isGreaterThan(2 * found.threshold(0, 0));
    assertThat(found.threshold(ModelCertainty.ANY, 0)).isEqualTo(found.threshold(2, 0));
  }

  @Test
  void classesOfSeveralPartiesAreCountedApart() {
    JudgedRows some = classes(600, 6);
    JudgedRows rows =
        new JudgedRows(
            some.scores(),
            some.truth(),
            some.target(),
            some.views(),
            IntStream.range(0, 600).map(i -> i % 3).toArray());
    ModelCertainty found =
        new CertaintyFitting(how(Per.CLASS, false), Score.PROBABILITY, 3, SITES, 1, PLAIN)
            .of(rows, new int[0])
            .certainty();
    assertThat(found.classes()).isEqualTo(3);
    for (int c = 0; c < 3; c++) {
      int own = c;
      double[] values = rows.where(i -> rows.truth()[i], own).own(Score.PROBABILITY);
      double exact = ConformalQuantile.of(values, 3, 0.1);
      assertThat(ScoreBins.ALL.bin(found.threshold(0, c))).isEqualTo(ScoreBins.ALL.bin(exact));
    }
  }

  @Test
  void aClassWithTooFewRowsIsInEverySet() {
    JudgedRows all = classes(400, 7);
    int[] few = IntStream.range(0, 400).filter(i -> all.truth()[i] != 2 || i < 12).toArray();
    JudgedRows rows = all.at(few);
    ModelCertainty found =
        vertical(how(Per.CLASS, false), Score.PROBABILITY, 3).of(rows, new int[10]).certainty();
    assertThat(found.thresholds()[0][2]).isNull();
    Regions regions = Regions.of(found, rows.scores(), i -> 0);
    assertThat(regions.sets()).allMatch(set -> set.get(2));
    assertThat(regions.sets()).anyMatch(set -> !set.get(0));
  }

  @Test
  void temperaturesCoolWhatIsTooSureAndSetsHoldTheirPromiseForEveryNumberOfViews() {
    JudgedRows rows = classes(6000, 8);
    int[] training = rows.views();
    ModelCertainty found =
        vertical(how(Per.VIEWS, true), Score.PROBABILITY, 3).of(rows, training).certainty();
    assertThat(found.rows()).isEqualTo(6000);
    assertThat(found.temperature(1)).isCloseTo(2.5, within(0.3));
    assertThat(found.temperature(3)).isCloseTo(1, within(0.1));
    CertaintyResult judged =
        new CertaintyJudging(found, classes(6000, 9), List.of("a", "b", "c"), List.of()).result(7);
    assertThat(judged.coverage())
        .extracting(Coverage::name)
        .containsExactly("all", "0 views", "1 view", "2 views", "3 views");
    assertThat(judged.coverage()).allSatisfy(one -> assertThat(one.share()).isBetween(0.86, 0.94));
    assertThat(judged.probabilities())
        .filteredOn(one -> !one.name().equals("3 views"))
        .allSatisfy(one -> assertThat(one.after()).isLessThan(one.before() - 0.05));
    assertThat(judged.probabilities().get(0).rows()).isEqualTo(6000);
    assertThat(judged.bytesUp()).isEqualTo(7);
  }

  @Test
  void numbersOfViewsThatAreRareArePooledWithNeighboursByTrainingRowsAlone() {
    int[] training =
        IntStream.range(0, 1000).map(i -> i < 20 ? 0 : i < 400 ? 1 : i < 980 ? 2 : 3).toArray();
    assertThat(ViewPools.of(training, 3, 0.25, 50)).containsExactly(0, 0, 2, 2);
    assertThat(ViewPools.of(training, 3, 0.25, 5)).containsExactly(0, 1, 2, 3);
    assertThat(ViewPools.of(training, 3, 0.25, 1000)).containsExactly(0, 0, 0, 0);
    assertThat(ViewPools.of(new int[0], 1, 0, 50)).containsExactly(0, 0);
  }

  @Test
  void tooFewRowsAreKnownBefore() {
    assertThat(vertical(how(Per.ALL, false), Score.SCORE, 3).fewest()).isEqualTo(9);
    assertThat(new CertaintyFitting(how(Per.ALL, false), Score.SCORE, 3, SITES, 1, PLAIN).fewest())
        .isEqualTo(27);
  }
}
