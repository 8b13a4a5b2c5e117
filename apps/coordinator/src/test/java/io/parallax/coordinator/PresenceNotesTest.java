package io.parallax.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.core.PartyId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Those on call read in the log who comes and goes, and no party can fill it. */
class PresenceNotesTest {
  private static final PartyId BIRCH = PartyId.of("birch");
  private static final PartyId MAPLE = PartyId.of("maple");
  private final List<String> notes = new ArrayList<>();
  private long now;
  private final PresenceNotes presence = new PresenceNotes(notes::add, () -> now);

  private void seconds(double time) {
    now += (long) (1e9 * time);
  }

  @Test
  void whoComesAndGoesIsNotedOnce() {
    presence.parties(Set.of());
    presence.parties(Set.of(MAPLE, BIRCH));
    seconds(2);
    presence.parties(Set.of(MAPLE, BIRCH));
    presence.parties(Set.of(MAPLE));
    assertThat(notes)
        .containsExactly(
            "party birch is connected", "party maple is connected", "party birch is away");
  }

  @Test
  void aPartyThatComesAndGoesAllTheTimeIsNotedOnceASecond() {
    for (int i = 0; i < 100; i++) {
      presence.parties(i % 2 == 0 ? Set.of(BIRCH) : Set.of());
      seconds(0.03);
    }
    assertThat(notes).hasSizeBetween(1, 4);
  }

  @Test
  void anOutageOfTheDatabaseIsNotedWithItsEnd() {
    presence.database(true);
    presence.database(false);
    presence.database(false);
    presence.database(true);
    assertThat(notes)
        .containsExactly(
            "the database does not answer; studies continue", "the database answers again");
  }
}
