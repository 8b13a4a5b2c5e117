package io.parallax.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.core.PartyId;
import org.junit.jupiter.api.Test;

/** Nobody can take another party's share of the memory. */
class MessageMemoryTest {
  private static final PartyId ANA = PartyId.of("ana");
  private static final PartyId BOB = PartyId.of("bob");
  private static final PartyId EVE = PartyId.of("eve");

  @Test
  void whatOthersTakeLeavesEachPartyItsShare() {
    MessageMemory shares = new MessageMemory(1200, () -> 3); // 200 for each, 600 for all
    assertThat(shares.reserve(EVE, 800)).isTrue(); // its own, and all that is common
    assertThat(shares.reserve(BOB, 201)).isFalse();
    assertThat(shares.reserve(BOB, 200)).isTrue();
    assertThat(shares.reserve(ANA, 200)).isTrue();
    assertThat(shares.reserve(ANA, 1)).isFalse();
    shares.release(EVE, 800);
    assertThat(shares.reserve(ANA, 600)).isTrue();
    assertThat(shares.reserve(EVE, 201)).isFalse();
  }

  @Test
  void allOfItIsFreeAgain() {
    MessageMemory shares = new MessageMemory(1000, () -> 1);
    for (int i = 0; i < 5; i++) {
      assertThat(shares.reserve(ANA, 1000)).isTrue();
      assertThat(shares.reserve(ANA, 1)).isFalse();
      shares.release(ANA, 1000);
    }
  }
}
