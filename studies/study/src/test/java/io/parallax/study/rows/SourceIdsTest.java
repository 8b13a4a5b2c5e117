package io.parallax.study.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Counts of the rows that sources have, and of those that are left out, each for one reason. */
class SourceIdsTest {
  @Test
  void everyRowThatIsNotUsedHasOneReason() {
    SourceIds sources = new SourceIds();
    sources.labels(List.of("a", "b", "c", "d", "only-label"));
    sources.view("maple", List.of("a", "b", "c", "d", "x"), List.of("a", "b", "d"));
    sources.view("birch", List.of("a", "b", "c", "x"), List.of("a", "b", "c", "x"));
    RowTally tally = sources.tally(List.of("a", "b"), RowTally.TOO_FEW);
    assertThat(tally.held()).isEqualTo(Map.of("maple", 5, "birch", 4));
    assertThat(tally.common()).hasValue(2);
    assertThat(tally.dropped())
        .as("x; c, which is short at maple; d and the label without a row")
        .isEqualTo(Map.of(RowTally.NO_LABEL, 1, RowTally.TOO_SHORT, 1, RowTally.TOO_FEW, 2));
  }

  @Test
  void rowsThatSomePartiesLackAreUsedButNotCommon() {
    SourceIds sources = new SourceIds();
    sources.labels(List.of("a", "b", "c"));
    sources.view("maple", List.of("a", "b"), List.of("a", "b"));
    sources.view("birch", List.of("b"), List.of("b"));
    RowTally tally = sources.tally(List.of("a", "b"), RowTally.TOO_FEW);
    assertThat(tally.common()).hasValue(1);
    assertThat(tally.dropped()).isEqualTo(Map.of(RowTally.TOO_FEW, 1));
  }

  @Test
  void partiesWithPeopleOfTheirOwnAreAddedUp() {
    SourceIds one = new SourceIds();
    one.labels(List.of("a"));
    one.view("maple", List.of("a", "b"), List.of("a", "b"));
    SourceIds two = new SourceIds();
    two.labels(List.of("a", "b"));
    two.view("birch", List.of("a", "c"), List.of("a", "c"));
    two.view("birch", List.of("a"), List.of("a"));
    RowTally sum =
        RowTally.sum(
            List.of(
                one.tally(List.of("a"), RowTally.NOT_IN_ALL),
                two.tally(List.of("a"), RowTally.NOT_IN_ALL)));
    assertThat(sum.held()).isEqualTo(Map.of("maple", 2, "birch", 2));
    assertThat(sum.common()).isEmpty();
    assertThat(sum.dropped()).isEqualTo(Map.of(RowTally.NO_LABEL, 2, RowTally.NOT_IN_ALL, 1));
  }
}
