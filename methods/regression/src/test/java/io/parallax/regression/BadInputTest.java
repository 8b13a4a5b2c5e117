package io.parallax.regression;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.core.Labels;
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
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Mistakes end with a sentence that says what to do, and names no value of a row. */
class BadInputTest {
  private static final Regression METHOD = new Regression();
  private static final int N = 60;
  private final Matrix x = Matrix.gaussian(N, 3, Rng.of(5));
  private final Matrix noise = Matrix.gaussian(N, 2, Rng.of(6));

  private static View view(String name, Matrix rows) {
    return new View(
        PartyId.of("owner-" + name),
        name,
        IntStream.range(0, rows.cols()).mapToObj(j -> name + "-column-" + j).toList(),
        Features.of(rows),
        Optional.empty(),
        Optional.empty());
  }

  private static void train(RegressionConfig config, View... views) {
    train(config, 400, views);
  }

  private static void train(RegressionConfig config, int most, View... views) {
    Roster roster = Roster.vertical(List.of(views), 1, 5);
    METHOD.check(config, roster);
    Rounds rounds = Rounds.of(most, METHOD.tolerance(config));
    Simulation.train(METHOD, config, List.of(views), roster, rounds);
  }

  private static RegressionConfig config(Model model) {
    return RegressionConfig.DEFAULTS.with(model);
  }

  private Target numbers() {
    return new Numbers(IntStream.range(0, N).mapToDouble(i -> x.get(i, 0) + i % 3).toArray());
  }

  private void assertRefused(String words, RegressionConfig config, View... views) {
    assertThatThrownBy(() -> train(config, views))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining(words);
  }

  /** The last column of b tells the outcome, or the order of times. */
  private Target monotone(Model model) {
    int[] above = IntStream.range(0, N).map(i -> x.get(i, 2) > 0 ? 1 : 0).toArray();
    return switch (model) {
      case LOGISTIC -> new Outcomes(above, Adjustment.NONE);
      case POISSON ->
          new Counts(
              IntStream.range(0, N).mapToDouble(i -> rare(i) == 1 ? 0 : 1 + i % 4).toArray());
      default ->
          new Survival(
              IntStream.range(0, N).mapToDouble(i -> 10 + i % 7).toArray(),
              IntStream.range(0, N).map(i -> rare(i) == 1 ? 0 : 1).toArray());
    };
  }

  private static int rare(int i) {
    return i % 10 == 3 ? 1 : 0;
  }

  /** Separated outcomes; a group without any count; a group without any event. */
  @ParameterizedTest
  @EnumSource(
      value = Model.class,
      names = {"LOGISTIC", "POISSON", "COX"})
  void anInfiniteLikelihoodIsBlamedOnItsColumnByItsOwner(Model model) {
    Matrix group =
        model == Model.LOGISTIC ? x : Matrix.fill(N, 3, (i, j) -> j == 2 ? rare(i) : x.get(i, j));
    View a = view("a", noise).withTarget(Optional.of(monotone(model)));
    View b = view("b", group);
    assertRefused("column 3 of view b", config(model), a, b);
    assertRefused("'b-column-2'", config(model), a, b);
    assertRefused("lambda must be above 0", config(model), a, b);
    train(config(model).with(PerView.of(1)), a, b);
  }

  /** The likelihood still rises when the rounds end, with predictors beyond all doubt. */
  @Test
  void theOrderOfAllEventsIsBlamedOnItsColumnAlsoWhenRoundsEndBefore() {
    int rows = 120;
    double[] times = IntStream.range(0, rows).mapToDouble(i -> 1 + i).toArray();
    int[] events = IntStream.range(0, rows).map(i -> i % 10 < 7 ? 1 : 0).toArray();
    View a =
        view("a", Matrix.gaussian(rows, 2, Rng.of(7)))
            .withTarget(Optional.of(new Survival(times, events)));
    View b = view("b", Matrix.fill(rows, 1, (i, j) -> rows - i));
    for (int most : new int[] {60, 100, 400}) {
      assertThatThrownBy(() -> train(config(Model.COX), most, a, b))
          .isInstanceOf(BadInput.class)
          .hasMessageContaining("column 1 of view b");
    }
    train(config(Model.COX).with(PerView.of(1)), a, b);
  }

  @Test
  void columnsThatRepeatOthersAreNamedByTheirOwner() {
    View a = view("a", noise).withTarget(Optional.of(numbers()));
    Matrix twice = Matrix.fill(N, 3, (i, j) -> j < 2 ? x.get(i, j) : x.get(i, 0) - x.get(i, 1));
    assertRefused(
        "column 3 of view b is a combination", config(Model.SQUARED), a, view("b", twice));
    assertRefused("'b-column-2'", config(Model.SQUARED), a, view("b", twice));
    Matrix constant = Matrix.fill(N, 2, (i, j) -> j == 0 ? x.get(i, 0) : 0.1);
    assertRefused("has the same value in all", config(Model.SQUARED), a, view("b", constant));
    Matrix wide = Matrix.gaussian(N, N + 1, Rng.of(7));
    assertRefused("fewer columns than rows", config(Model.SQUARED), a, view("b", wide));
  }

  @ParameterizedTest
  @EnumSource(Model.class)
  void columnsThatRepeatAnotherPartysAreFound(Model model) {
    Target target =
        switch (model) {
          case SQUARED -> numbers();
          case LOGISTIC ->
              new Outcomes(IntStream.range(0, N).map(i -> i % 2).toArray(), Adjustment.NONE);
          case POISSON -> new Counts(IntStream.range(0, N).mapToDouble(i -> i % 4).toArray());
          case COX ->
              new Survival(
                  IntStream.range(0, N).mapToDouble(i -> 1 + i % 9).toArray(),
                  IntStream.range(0, N).map(i -> i % 2).toArray());
        };
    View a = view("a", noise).withTarget(Optional.of(target));
    Matrix copy = Matrix.fill(N, 2, (i, j) -> j == 0 ? x.get(i, 0) : noise.get(i, 1) - 3);
    assertRefused("one party's columns repeat another's", config(model), a, view("b", copy));
    train(config(model).with(PerView.of(0.5)), a, view("b", copy));
  }

  @Test
  void targetsThatDoNotFitAreRefused() {
    View b = view("b", noise);
    View numbers = view("a", x).withTarget(Optional.of(numbers()));
    assertRefused("needs; it must be counts", config(Model.POISSON), numbers, b);
    assertRefused("it must be times and events", config(Model.COX), numbers, b);
    assertRefused("the target at exactly one party", config(Model.SQUARED), b);
    assertRefused("but 2 have one", config(Model.SQUARED), numbers, b.withTarget(numbers.target()));
    Target same = new Numbers(new double[N]);
    assertRefused(
        "the same value in all", config(Model.SQUARED), numbers.withTarget(Optional.of(same)), b);
    Target none = new Counts(new double[N]);
    assertRefused(
        "counts of the target are 0",
        config(Model.POISSON),
        numbers.withTarget(Optional.of(none)),
        b);
    Target lasting =
        new Survival(IntStream.range(0, N).mapToDouble(i -> i + 1).toArray(), new int[N]);
    assertRefused("has an event", config(Model.COX), numbers.withTarget(Optional.of(lasting)), b);
    Labels three = new Labels(IntStream.range(0, N).map(i -> i % 3).toArray(), 3);
    View classes = view("a", x).with(Optional.of(three));
    assertRefused("3 classes", config(Model.LOGISTIC), classes, b);
  }

  @Test
  void settingsThatMakeNoSenseAreRefused() {
    assertThatThrownBy(() -> RegressionConfig.DEFAULTS.with(PerView.of(-1)))
        .hasMessageContaining("lambda");
    assertThatThrownBy(() -> RegressionConfig.DEFAULTS.with(Ties.BRESLOW))
        .hasMessageContaining("only loss cox");
    assertThatThrownBy(() -> config(Model.COX).withoutIntercept())
        .hasMessageContaining("never has one");
    assertThatThrownBy(() -> RegressionConfig.DEFAULTS.withErrors(-1))
        .hasMessageContaining("errors is -1");
    View a = view("a", x).withTarget(Optional.of(numbers()));
    assertRefused("6 columns in all", RegressionConfig.DEFAULTS.withErrors(5), a, view("b", noise));
  }
}
