package io.parallax.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.ProtocolViolation;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class MessageCodecTest {
  record Inner(int count, String name) {}

  record Everything(Matrix m, double d, long l, int i, boolean b, String s, Inner inner) {}

  record Empty() {}

  private static final Everything MESSAGE =
      new Everything(
          Matrix.of(new double[][] {{1, -0.0, 3}, {Double.MIN_VALUE, 5, 1e300}}),
          Math.PI,
          -7L,
          42,
          true,
          "Grüße, 你好",
          new Inner(-1, ""));

  @Test
  void whatWasWrittenIsReadBackBitForBit() {
    assertThat(MessageCodec.decode(Everything.class, MessageCodec.encode(MESSAGE)))
        .isEqualTo(MESSAGE);
    assertThat(MessageCodec.encode(new Empty())).isEmpty();
    assertThat(MessageCodec.decode(Empty.class, new byte[0])).isEqualTo(new Empty());
  }

  @Test
  void matricesAreRawLittleEndianDoublesBehindTheirShape() {
    record One(Matrix m) {}
    ByteBuffer bytes =
        ByteBuffer.wrap(MessageCodec.encode(new One(Matrix.of(new double[][] {{1.5, -2}}))))
            .order(ByteOrder.LITTLE_ENDIAN);
    assertThat(bytes.getInt()).isEqualTo(1);
    assertThat(bytes.getInt()).isEqualTo(2);
    assertThat(bytes.getDouble()).isEqualTo(1.5);
    assertThat(bytes.getDouble()).isEqualTo(-2);
    assertThat(bytes.hasRemaining()).isFalse();
  }

  @Test
  void everyMessageThatIsCutShortIsRefused() {
    byte[] whole = MessageCodec.encode(MESSAGE);
    for (int length = 0; length < whole.length; length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      assertThatThrownBy(() -> MessageCodec.decode(Everything.class, cut))
          .isInstanceOf(ProtocolViolation.class);
    }
  }

  @Test
  void bytesThatFollowAreRefused() {
    byte[] longer =
        Arrays.copyOf(MessageCodec.encode(MESSAGE), MessageCodec.encode(MESSAGE).length + 1);
    assertThatThrownBy(() -> MessageCodec.decode(Everything.class, longer))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining("1 bytes too many");
  }

  @Test
  void aHugeDeclaredSizeIsRefusedBeforeAnythingIsAllocated() {
    byte[] bytes = MessageCodec.encode(MESSAGE);
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(0, 2_000_000_000).putInt(4, 2);
    assertThatThrownBy(() -> MessageCodec.decode(Everything.class, bytes))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining("announces more than");
  }

  @Test
  void numbersThatAreNotFiniteDoNotPass() {
    byte[] bytes = MessageCodec.encode(MESSAGE);
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putDouble(8, Double.NaN);
    assertThatThrownBy(() -> MessageCodec.decode(Everything.class, bytes))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining("not finite");
    record One(double d) {}
    byte[] infinite = MessageCodec.encode(new One(Double.POSITIVE_INFINITY));
    assertThatThrownBy(() -> MessageCodec.decode(One.class, infinite))
        .isInstanceOf(ProtocolViolation.class);
  }

  @Test
  void anyChangedBytesGiveAMessageOrANamedErrorAndNothingElse() {
    byte[] whole = MessageCodec.encode(MESSAGE);
    Rng rng = Rng.of(3);
    for (int i = 0; i < 20_000; i++) {
      byte[] changed = whole.clone();
      for (int k = 0; k <= rng.below(4); k++) {
        changed[rng.below(changed.length)] = (byte) rng.bits();
      }
      try {
        MessageCodec.decode(Everything.class, changed);
      } catch (ProtocolViolation expected) {
        assertThat(expected).hasMessageNotContaining("null");
      }
    }
  }

  @Test
  void aTextThatIsNotUtf8IsRefused() {
    record One(String s) {}
    byte[] bytes = MessageCodec.encode(new One("maple"));
    bytes[6] = (byte) 0xf4;
    assertThatThrownBy(() -> MessageCodec.decode(One.class, bytes))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessage("s is no text in UTF-8");
  }
}
