package io.parallax.regression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.parallax.core.BadInput;
import io.parallax.core.FittedCoefficients;
import io.parallax.core.PartyId;
import io.parallax.core.PerView;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.Target;
import io.parallax.core.Target.Adjustment;
import io.parallax.core.Target.Counts;
import io.parallax.core.Target.Numbers;
import io.parallax.core.Target.Outcomes;
import io.parallax.core.Target.Survival;
import io.parallax.core.View;
import io.parallax.engine.Simulation;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.regression.RegressionConfig.Model;
import io.parallax.regression.RegressionConfig.Ties;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Mistakes of parties with different people end with a sentence that says what to do. */
class HBadInputTest {
  private static final HRegression METHOD = new HRegression();
  private static final int N = 90;
  private static final int EACH = 30;
  private final Matrix x = Matrix.gaussian(N, 3, Rng.of(5));

  private static HRegressionConfig config(Model model) {
    return model == Model.COX
        ? HRegressionConfig.DEFAULTS.survival(1, Ties.EFRON)
        : HRegressionConfig.DEFAULTS.with(model);
  }

  /** Spreads rows over three parties, 30 at each. */
  private static List<View> spread(Matrix rows, Target target) {
    List<View> views = new ArrayList<>();
    for (int l = 0; l < 3; l++) {
      int[] own = IntStream.range(l * EACH, (l + 1) * EACH).toArray();
      views.add(view("p" + l, rows.selectRows(own), target.select(own)));
    }
    return views;
  }

  private static View view(String owner, Matrix rows, Target target) {
    return view(owner, "ward", rows, target);
  }

  private static View view(String owner, String name, Matrix rows, Target target) {
    List<String> columns = IntStream.range(0, rows.cols()).mapToObj(j -> "c" + j).toList();
    return new View(
            PartyId.of(owner), name, columns, Features.of(rows), Optional.empty(), Optional.empty())
        .withTarget(Optional.of(target));
  }

  private static Simulation.Outcome<HRegressionResult> train(
      HRegressionConfig config, List<View> views) {
    Roster roster = Roster.horizontal(views, 1, 5);
    return Simulation.train(
        METHOD, config, views, roster, Rounds.of(100, METHOD.tolerance(config)));
  }

  private static void assertRefused(String words, HRegressionConfig config, List<View> views) {
    assertThatThrownBy(() -> train(config, views))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining(words);
  }

  private Target target(Model model) {
    return switch (model) {
      case SQUARED ->
          new Numbers(IntStream.range(0, N).mapToDouble(i -> x.get(i, 0) + i % 3).toArray());
      case LOGISTIC ->
          new Outcomes(IntStream.range(0, N).map(i -> i % 2).toArray(), Adjustment.NONE);
      case POISSON -> new Counts(IntStream.range(0, N).mapToDouble(i -> i % 4).toArray());
      case COX ->
          new Survival(
              IntStream.range(0, N).mapToDouble(i -> 1 + i % 9).toArray(),
              IntStream.range(0, N).map(i -> i % 2).toArray());
    };
  }

  @ParameterizedTest
  @EnumSource(Model.class)
  void columnsThatRepeatOthersAreNamed(Model model) {
    Matrix twice = Matrix.fill(N, 3, (i, j) -> j < 2 ? x.get(i, j) : x.get(i, 0) - x.get(i, 1));
    assertRefused(
        "column 3 of view ward is a combination", config(model), spread(twice, target(model)));
    Matrix constant = Matrix.fill(N, 2, (i, j) -> j == 0 ? x.get(i, 0) : 0.1);
    assertRefused(
        "column 2 of view ward has the same value", config(model), spread(constant, target(model)));
    assertThat(
            train(config(model).with(PerView.of(0.5)), spread(twice, target(model)))
                .result()
                .converged())
        .isTrue();
  }

  private static int rare(int i) {
    return i % 10 == 3 ? 1 : 0;
  }

  /** Separated outcomes; a group without any count; a group without any event. */
  @ParameterizedTest
  @EnumSource(
      value = Model.class,
      names = {"LOGISTIC", "POISSON", "COX"})
  void anInfiniteLikelihoodIsBlamedOnItsColumn(Model model) {
    boolean separated = model == Model.LOGISTIC;
    Matrix rows = separated ? x : Matrix.fill(N, 3, (i, j) -> j == 2 ? rare(i) : x.get(i, j));
    Target target =
        switch (model) {
          case LOGISTIC ->
              new Outcomes(
                  IntStream.range(0, N).map(i -> x.get(i, 2) > 0 ? 1 : 0).toArray(),
                  Adjustment.NONE);
          case POISSON ->
              new Counts(
                  IntStream.range(0, N).mapToDouble(i -> rare(i) == 1 ? 0 : 1 + i % 4).toArray());
          default ->
              new Survival(
                  IntStream.range(0, N).mapToDouble(i -> 10 + i % 7).toArray(),
                  IntStream.range(0, N).map(i -> 1 - rare(i)).toArray());
        };
    assertRefused("column 3 of view ward", config(model), spread(rows, target));
    assertRefused("the likelihood has no maximum", config(model), spread(rows, target));
    assertThat(train(config(model).with(PerView.of(1)), spread(rows, target)).result().converged())
        .isTrue();
  }

  /** A penalty that leaves columns out of one view does not hold those of another. */
  @ParameterizedTest
  @EnumSource(
      value = Model.class,
      names = {"LOGISTIC", "COX"})
  void aPenaltyOnAnotherViewDoesNotHoldAnInfiniteLikelihood(Model model) {
    int[] above = IntStream.range(0, N).map(i -> x.get(i, 2) > 0 ? 1 : 0).toArray();
    Target separated =
        model == Model.LOGISTIC
            ? new Outcomes(above, Adjustment.NONE)
            : new Survival(IntStream.range(0, N).mapToDouble(i -> 1 + i % 9).toArray(), above);
    List<View> views = new ArrayList<>();
    for (int l = 0; l < 3; l++) {
      int[] own = IntStream.range(l * EACH, (l + 1) * EACH).toArray();
      Matrix rows = x.selectRows(own);
      Target some = separated.select(own);
      views.add(view("p" + l, "ward", rows.selectColumns(new int[] {0, 1}), some));
      Matrix alone = Matrix.fill(EACH, 1, (i, j) -> rows.get(i, 2) > 0 ? 1 : 0);
      views.add(view("p" + l, "lab", alone, some));
    }
    HRegressionConfig some = config(model).sparse(new PerView(0, Map.of("ward", 2.0, "lab", 0.0)));
    assertRefused("column 1 of view lab", some, views);
    assertThat(train(config(model).sparse(PerView.of(2)), views).result().converged()).isTrue();
  }

  /** One party alone could not fit anything, but adds to the risk of the others. */
  @ParameterizedTest
  @EnumSource(Model.class)
  void aPartyWithoutEventsTakesPart(Model model) {
    Target all =
        switch (model) {
          case SQUARED -> target(model);
          case LOGISTIC ->
              new Outcomes(
                  IntStream.range(0, N).map(i -> i < EACH ? 0 : i % 2).toArray(), Adjustment.NONE);
          case POISSON ->
              new Counts(IntStream.range(0, N).mapToDouble(i -> i < EACH ? 0 : i % 4).toArray());
          case COX ->
              new Survival(
                  IntStream.range(0, N).mapToDouble(i -> 1 + i % 9).toArray(),
                  IntStream.range(0, N).map(i -> i < EACH ? 0 : i % 2).toArray());
        };
    List<View> pooled = List.of(view("all", x, all));
    Regression peer = new Regression();
    RegressionConfig same = RegressionConfig.DEFAULTS.with(model);
    FittedCoefficients expected =
        Simulation.train(peer, same, pooled, Roster.vertical(pooled, 1, 5), Rounds.of(200, 1e-11))
            .parties()
            .get(PartyId.of("all"))
            .coefficients()
            .get(0);
    FittedCoefficients found =
        train(config(model), spread(x, all)).parties().get(PartyId.of("p0")).coefficients().get(0);
    for (int j = 0; j < 3; j++) {
      assertThat(found.values()[j] / expected.values()[j]).isCloseTo(1, within(1e-8));
      assertThat(found.errors()[j] / expected.errors()[j]).isCloseTo(1, within(1e-8));
    }
    assertThat(found.wald() / expected.wald()).isCloseTo(1, within(1e-8));
  }

  @Test
  void targetsThatDoNotFitAreRefused() {
    assertRefused("it must be counts", config(Model.POISSON), spread(x, target(Model.SQUARED)));
    assertRefused(
        "the same value in all 90", config(Model.SQUARED), spread(x, new Numbers(new double[N])));
    assertRefused(
        "counts of the target are 0", config(Model.POISSON), spread(x, new Counts(new double[N])));
    double[] times = IntStream.range(0, N).mapToDouble(i -> i + 1).toArray();
    assertRefused(
        "of all parties has an event",
        config(Model.COX),
        spread(x, new Survival(times, new int[N])));
    int[] events = IntStream.range(0, N).map(i -> 1).toArray();
    assertRefused(
        "all times are in one cell",
        HRegressionConfig.DEFAULTS.survival(1e6, Ties.EFRON),
        spread(x, target(Model.COX)));
    assertRefused(
        "more than 16384 cells",
        HRegressionConfig.DEFAULTS.survival(0.001, Ties.BRESLOW),
        spread(x, new Survival(times, events)));
    Target far =
        new Survival(times, events)
            .with(
                new Adjustment(
                    Optional.empty(),
                    Optional.of(IntStream.range(0, N).mapToDouble(i -> 60).toArray())));
    assertRefused("beyond ±40", config(Model.COX), spread(x, far));
  }

  @Test
  void partiesThatDoNotFitAreRefused() {
    List<View> views = spread(x, target(Model.SQUARED));
    List<View> other = new ArrayList<>(views);
    View last = views.get(2);
    List<String> names = List.of("c1", "c0", "c2");
    other.set(
        2,
        new View(
                last.owner(),
                last.name(),
                names,
                last.features(),
                Optional.empty(),
                Optional.empty())
            .withTarget(last.target()));
    assertRefused("different names or another order", config(Model.SQUARED), other);
    other.set(2, last.withTarget(Optional.empty()));
    assertRefused("party p2 does not", config(Model.SQUARED), other);
    List<Roster.Member> members = new ArrayList<>(Roster.horizontal(views, 1, 5).members());
    members.set(1, new Roster.Member(PartyId.of("p1"), List.of("ward"), true, 0));
    assertThatThrownBy(() -> METHOD.check(config(Model.SQUARED), new Roster(members, 60, 0, 1, 5)))
        .isInstanceOf(BadInput.class)
        .hasMessage("party p1 has 0 training samples; it must have at least 1; leave it out");
    assertThatThrownBy(
            () -> new Regression().check(RegressionConfig.DEFAULTS, Roster.horizontal(views, 1, 5)))
        .hasMessageContaining("use method hregression");
  }

  @Test
  void settingsThatMakeNoSenseAreRefused() {
    HRegressionConfig cox = HRegressionConfig.DEFAULTS.with(Model.COX);
    List<View> times = spread(x, target(Model.COX));
    assertThatThrownBy(() -> METHOD.check(cox, Roster.horizontal(times, 1, 5)))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("grid is 0.0; with loss cox it must be a width of time above 0");
    assertThatThrownBy(() -> HRegressionConfig.DEFAULTS.survival(-1, Ties.EFRON))
        .hasMessageContaining("grid is -1.0");
    assertThatThrownBy(() -> config(Model.COX).with(Model.POISSON))
        .hasMessageContaining("only loss cox has times");
    assertThatThrownBy(() -> config(Model.COX).withoutIntercept())
        .hasMessageContaining("never has one");
    assertThatThrownBy(() -> HRegressionConfig.DEFAULTS.with(PerView.of(-1)))
        .hasMessageContaining("lambda");
  }
}
