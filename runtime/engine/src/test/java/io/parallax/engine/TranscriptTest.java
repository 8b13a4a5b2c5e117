package io.parallax.engine;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.Ask;
import io.parallax.core.BadInput;
import io.parallax.core.Bound;
import io.parallax.core.Summand;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Recorded messages that are not as they were written. */
class TranscriptTest {
  record Counted(@Bound(10) double loss) implements Summand {}

  record AskCount(int round) implements Ask<Counted> {}

  private static final byte[] ASK = new Envelope(List.of(AskCount.class)).seal(1, new AskCount(4));

  private static void requireDamaged(byte[] exchange) {
    assertThatThrownBy(() -> Transcript.read(List.of(exchange), List.of(AskCount.class)))
        .isInstanceOf(BadInput.class)
        .hasMessageStartingWith("the transcript is damaged");
  }

  private static ByteBuffer exchange(int length, int parties) {
    ByteBuffer bytes = ByteBuffer.allocate(4 + ASK.length + 4);
    return bytes.putInt(length).put(ASK).putInt(parties);
  }

  @Test
  void aLengthThatIsNotThereTakesNoMemory() {
    requireDamaged(exchange(Integer.MAX_VALUE, 1).array());
    requireDamaged(exchange(-1, 1).array());
  }

  @Test
  void anExchangeWithoutPartiesOrThatEndsIsRefused() {
    requireDamaged(exchange(ASK.length, 0).array());
    requireDamaged(exchange(ASK.length, 3).array());
    requireDamaged(Arrays.copyOf(exchange(ASK.length, 1).array(), 6));
    requireDamaged(new byte[0]);
  }
}
