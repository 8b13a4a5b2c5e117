package io.parallax.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.core.PartyId;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AbsenceLogTest {
  private static final PartyId BIRCH = PartyId.of("birch");
  private static final PartyId CEDAR = PartyId.of("cedar");

  @Test
  void whoWasAwayIsNamedWithRounds() {
    AbsenceLog missed = new AbsenceLog();
    missed.round(1, Set.of(BIRCH));
    missed.round(2, Set.of(BIRCH, CEDAR));
    missed.round(3, Set.of());
    missed.round(4, Set.of(BIRCH));
    assertThat(AbsenceLog.sentences("split 1", missed.end(Set.of(BIRCH)), "when it was judged"))
        .containsExactly(
            "split 1: without party birch and its rows in rounds 1 to 2, 4 and when it was judged.",
            "split 1: without party cedar and its rows in round 2.");
  }

  @Test
  void aPartyAbsentAtTheEndOnlyIsNamedToo() {
    AbsenceLog missed = new AbsenceLog();
    assertThat(
            AbsenceLog.sentences(
                "the model", missed.end(Set.of(CEDAR)), "when its parts were kept"))
        .containsExactly("the model: without party cedar and its rows when its parts were kept.");
    assertThat(new AbsenceLog().end(Set.of())).isEmpty();
  }
}
