package io.parallax.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.Target.Adjustment;
import io.parallax.core.Target.Counts;
import io.parallax.core.Target.Numbers;
import io.parallax.core.Target.Outcomes;
import io.parallax.core.Target.Survival;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class TargetTest {
  private static final double[] TIMES = {5, 7.25, 9};
  private static final int[] EVENTS = {1, 0, 1};

  private static Survival entering(double... entries) {
    return new Survival(TIMES, EVENTS, Optional.of(entries), Optional.empty(), Adjustment.NONE);
  }

  private static Survival stratified(int[] events, int... strata) {
    return new Survival(TIMES, events, Optional.empty(), Optional.of(strata), Adjustment.NONE);
  }

  private static void assertRefused(ThrowingCallable made, String words) {
    assertThatThrownBy(made)
        .isInstanceOf(BadInput.class)
        .hasMessageContaining(words)
        .message()
        .doesNotContain("7.25", "17.5", "-3", "NaN");
  }

  @Test
  void valuesThatCannotBeAreRefusedByTheirRowAndNotQuoted() {
    assertRefused(() -> new Numbers(new double[] {1, Double.NaN}), "number in row 2");
    assertRefused(() -> new Numbers(new double[0]), "no row");
    assertRefused(() -> new Counts(new double[] {0, 17.5}), "a whole number from 0");
    assertRefused(() -> new Counts(new double[] {-3}), "count in row 1");
    assertRefused(() -> new Outcomes(new int[] {0, 1, 2}, Adjustment.NONE), "0 or 1");
    assertRefused(() -> new Outcomes(new int[] {0, -3}, Adjustment.NONE), "outcome in row 2");
    assertRefused(() -> new Survival(new double[] {4, 0, 2}, EVENTS), "time in row 2");
    assertRefused(() -> new Survival(new double[] {4, 2, -3}, EVENTS), "above 0");
    assertRefused(() -> new Survival(TIMES, new int[] {1, 2, 0}), "event in row 2");
    assertRefused(() -> new Survival(TIMES, new int[] {1}), "1 events; there must be 3");
    assertRefused(() -> entering(0, 7.25, 1), "below the row's time");
    assertRefused(() -> entering(0, -3, 1), "at least 0");
  }

  @Test
  void exposuresWeightsAndOffsetsAreChecked() {
    double[] two = {1, 2};
    assertRefused(
        () -> new Counts(two, Optional.of(new double[] {1, 0}), Adjustment.NONE),
        "exposure in row");
    assertRefused(
        () -> new Counts(two, Optional.of(new double[] {1}), Adjustment.NONE), "1 exposures");
    assertRefused(
        () -> new Adjustment(Optional.of(new double[] {1, 0}), Optional.empty()),
        "weight in row 2");
    assertRefused(
        () -> new Adjustment(Optional.empty(), Optional.of(new double[] {Double.NaN})), "offset");
    Adjustment three = new Adjustment(Optional.of(new double[] {1, 1, 1}), Optional.empty());
    assertRefused(() -> new Numbers(two).with(three), "3 weights; there must be 2");
  }

  @Test
  void rowsWithoutAnEventAndStrataOfOneRowSayNothing() {
    stratified(EVENTS, 4, 4, 4).requireInformative();
    assertRefused(() -> stratified(new int[3], 4, 4, 4).requireInformative(), "has an event");
    assertRefused(() -> stratified(EVENTS, 4, 8, 4).requireInformative(), "stratum of row 2");
    Survival tied = new Survival(new double[] {5, 5, 5}, EVENTS);
    assertRefused(tied::requireInformative, "all 3 times of the target are the same, so");
    new Survival(new double[] {5, 5, 6}, EVENTS).requireInformative();
  }

  @Test
  void rowsAreSelectedAndAppendedWithAllThatBelongsToThem() {
    Adjustment weights = new Adjustment(Optional.of(new double[] {1, 2, 3}), Optional.empty());
    Survival all =
        new Survival(
            TIMES,
            EVENTS,
            Optional.of(new double[] {0, 1, 2}),
            Optional.of(new int[] {7, 8, 7}),
            weights);
    Survival some = all.select(new int[] {2, 0});
    assertThat(some.times()).containsExactly(9, 5);
    assertThat(some.entries().orElseThrow()).containsExactly(2, 0);
    assertThat(some.adjustment().weights().orElseThrow()).containsExactly(3, 1);
    Survival more = some.append(all);
    assertThat(more.size()).isEqualTo(5);
    assertThat(more.strata().orElseThrow()).containsExactly(7, 7, 7, 8, 7);
    assertRefused(() -> some.append(new Survival(TIMES, EVENTS)), "strata");
    assertRefused(() -> some.append(new Numbers(TIMES)), "not of the same kind");
  }

  @Test
  void aViewHoldsOneForEachOfItsRows() {
    double[][] rows = {{1}, {2}, {3}};
    View view = View.of("a", "v", rows, rows, Optional.empty());
    assertThat(view.holdsTarget()).isFalse();
    View with = view.withTarget(Optional.of(new Numbers(TIMES)));
    assertThat(with.holdsTarget()).isTrue();
    assertThat(Roster.vertical(List.of(with), 1, 5).labelHolders()).isEqualTo(1);
    assertThat(with.withRowsOf(List.of(with)).target().orElseThrow().size()).isEqualTo(6);
    assertRefused(
        () -> view.withTarget(Optional.of(new Numbers(new double[2]))), "2 rows of the target");
    Labels three = new Labels(new int[] {0, 1, 2}, 3);
    assertRefused(() -> Outcomes.of(three), "3 classes");
  }
}
