package io.parallax.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.core.PartyLost;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DropOutTest {
  /** In the order in which they come. */
  private static final List<Integer> STAGES =
      List.of(
          MaskNotes.KEYS,
          MaskNotes.SHARES,
          MaskNotes.DELIVER,
          Round.ASK,
          MaskNotes.COMMIT,
          MaskNotes.UNMASK);

  /** Another one in every exchange, as in a training. */
  private static byte[] ask(long sequence) {
    return ByteBuffer.allocate(Long.BYTES).putLong(sequence).array();
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 4, 5, 6})
  void everySubsetAtEveryStageGivesTheExactSumOfThoseLeftOrACleanEnd(int parties) {
    long sequence = 0;
    for (int stage = 0; stage < STAGES.size(); stage++) {
      for (int subset = 0; subset < 1 << parties; subset++) {
        Map<PartyId, Integer> lastStage = new TreeMap<>();
        for (int p = 0; p < parties; p++) {
          lastStage.put(PartyId.of("p-" + p), (subset >> p & 1) == 1 ? stage : STAGES.size());
        }
        check(new Round(parties, parties), ++sequence, lastStage);
      }
    }
  }

  @Test
  void soDoDropOutsSpreadOverStages() {
    Random random = new Random(1);
    for (int sequence = 1; sequence <= 100; sequence++) {
      Map<PartyId, Integer> lastStage = new TreeMap<>();
      for (int p = 0; p < 6; p++) {
        boolean drops = random.nextInt(6) == 0;
        lastStage.put(PartyId.of("p-" + p), drops ? random.nextInt(STAGES.size()) : STAGES.size());
      }
      check(new Round(6, sequence), sequence, lastStage);
    }
  }

  /** Each in a training of its own: whoever has left does not come back in the same. */
  private static void check(Round round, long sequence, Map<PartyId, Integer> lastStage) {
    int parties = lastStage.size();
    long left = lastStage.values().stream().filter(at -> at == STAGES.size()).count();
    Round.Wire wire = (id, stage, note) -> STAGES.indexOf(stage) < lastStage.get(id) ? note : null;
    if (left >= 2 * parties / 3 + 1) {
      assertThat(round.sum(sequence, ask(sequence), wire)).isEqualTo(round.expected());
    } else {
      assertThatThrownBy(() -> round.sum(sequence, ask(sequence), wire))
          .isInstanceOf(PartyLost.class)
          .hasMessageContaining("of " + parties + " parties are left");
    }
  }

  @Test
  void twoPartiesAreTooFewAndToldWhy() {
    TreeSet<PartyId> two = new TreeSet<>(List.of(PartyId.of("a"), PartyId.of("b")));
    assertThatThrownBy(() -> MaskedSum.inProcess(two, new byte[32]))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("at least 3 parties, but there are 2")
        .hasMessageContaining("subtract its own");
  }

  @Test
  void aThresholdThatCannotBeReachedIsRefused() {
    List<PartyId> three = new ArrayList<>();
    for (String name : List.of("a", "b", "c")) {
      three.add(PartyId.of(name));
    }
    assertThatThrownBy(() -> new SumGroup(new byte[32], three, 4)).isInstanceOf(BadInput.class);
    assertThatThrownBy(() -> new SumGroup(new byte[32], three, 1)).isInstanceOf(BadInput.class);
  }
}
