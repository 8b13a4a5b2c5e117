package io.parallax.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.Bound;
import io.parallax.core.Disclosed;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Summand;
import io.parallax.math.Matrix;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class MessageTextTest {
  record Added(@Bound(16) Matrix z, int people) implements Summand {}

  record Told(String classes, double value, byte[] key) implements Disclosed {}

  private static byte[] added(Matrix z, int people) {
    Added summand = new Added(z, people);
    int[] shapes = FixedPoint.shapesOf(summand);
    ByteBuffer message = Envelope.allocate(shapes, z.rows() * z.cols() + 1);
    new FixedPoint(3).encode(summand, 0, message.asLongBuffer());
    return message.array();
  }

  @Test
  void aPlainSummandIsShownAsItsNumbers() {
    byte[] message = added(Matrix.of(new double[][] {{1.5, -2}, {0.25, 4}}), 7);
    assertThat(MessageText.of(Added.class, message, 3, false))
        .containsExactly("z: 2 × 2, the first 1.50000 -2.00000 0.250000 4.00000", "people: 7");
  }

  @Test
  void ofAMaskedSummandOrABlockOnlyTheSizeIsShown() {
    byte[] message = added(Matrix.of(new double[][] {{1.5, -2}, {0.25, 4}}), 7);
    assertThat(MessageText.of(Added.class, message, 3, true))
        .anyMatch(line -> line.startsWith("5 of 5 words"))
        .anyMatch(line -> line.contains("alone it tells nothing"))
        .noneMatch(line -> line.contains("1.5"));
    byte[] block = Arrays.copyOf(message, message.length - 16);
    assertThat(MessageText.of(Added.class, block, 3, false))
        .anyMatch(line -> line.startsWith("3 of 5 words"))
        .anyMatch(line -> line.contains("a block of a larger answer"));
  }

  @Test
  void aDisclosedAnswerIsShownAndOtherBytesAreNone() {
    byte[] message = MessageCodec.encode(new Told("ill", 0.5, new byte[9]));
    assertThat(MessageText.of(Told.class, message, 3, false))
        .isEqualTo(List.of("classes: ill", "value: 0.5", "key: 9 bytes"));
    byte[] cut = Arrays.copyOf(message, 5);
    assertThatThrownBy(() -> MessageText.of(Told.class, cut, 3, false))
        .isInstanceOf(ProtocolViolation.class);
    assertThatThrownBy(() -> MessageText.of(Added.class, new byte[3], 3, false))
        .isInstanceOf(ProtocolViolation.class);
  }
}
