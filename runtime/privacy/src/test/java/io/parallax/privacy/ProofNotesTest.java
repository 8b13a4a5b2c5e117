package io.parallax.privacy;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.ProtocolViolation;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Notes of a proved sum that no coordinator of ours sends. */
class ProofNotesTest {
  private static final SumGroup GROUP = SumGroup.of(new byte[32], Round.ids(4)).proving();

  @Test
  void aQueryThatIsCutIsAViolation() {
    for (int length = 1; length <= Secrets.SIZE; length++) {
      byte[] query = new byte[length];
      assertThatThrownBy(() -> ProofTerms.announced(query, 3))
          .isInstanceOf(ProtocolViolation.class);
    }
  }

  @Test
  void aLiarThatIsNoMemberIsAViolation() {
    byte[] note = ProofNotes.found(List.of(3, 47), new byte[32]);
    assertThatThrownBy(() -> RefusedProof.of(GROUP, note))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining("no member of number 47");
  }
}
