package io.parallax.privacy;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.core.PartyId;
import org.junit.jupiter.api.Test;

/** Proved sums of five parties that continue without one of them. */
class ProvedDropOutTest {
  private static final PartyId GONE = PartyId.of("p-3");
  private final ProvedRound round = new ProvedRound(5, false, 7);

  /** One has agreed its keys and leaves before its words come: its masks are taken off. */
  @Test
  void aSumWithoutOnePartyIsRightAndProved() {
    for (int i = 0; i < 3; i++) {
      round.draw(0.9);
      round.gone = GONE; // it does not return within a training
      round.proved.clear();
      long[] sum = round.sum(new ProvedRound.Liar());
      assertThat(sum).isEqualTo(round.expected());
      assertThat(round.proved).hasSize(4);
      assertThat(round.proved).doesNotContainKey(GONE);
    }
  }

  /** A liar among those that are left is named, and by evidence that others can check. */
  @Test
  void aLiarAmongTheOthersIsNamed() {
    round.draw(0.9);
    round.gone = GONE;
    try {
      round.sum(
          new ProvedRound.Liar() {
            @Override
            void words(long[] sealed) {
              sealed[5] ^= 1L << 45;
            }
          });
    } catch (LiarsFound found) {
      assertThat(found).hasMessageStartingWith("party p-1 has not proved");
      assertThat(EvidenceCheck.check(found.evidence(), round.signing))
          .singleElement()
          .satisfies(one -> assertThat(one.shown()).as(one.why()).isTrue());
      return;
    }
    throw new AssertionError("nobody was found");
  }
}
