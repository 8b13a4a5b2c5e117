package io.parallax.privacy;

import io.parallax.core.ProtocolViolation;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Places of rows on the wire, four bytes each; −1 for none. */
final class RowPlaces {
  private RowPlaces() {}

  static byte[] bytes(int[] places) {
    ByteBuffer bytes = ByteBuffer.allocate(places.length * Integer.BYTES);
    bytes.asIntBuffer().put(places);
    return bytes.array();
  }

  /**
   * Reads so many places, which must be different and below a number.
   *
   * @param gaps whether −1 may stand for none
   */
  static int[] read(byte[] bytes, int count, int below, boolean gaps) {
    if (bytes.length != count * Integer.BYTES) {
      throw new ProtocolViolation(
          "%d bytes of places of rows were received; there must be %d"
              .formatted(bytes.length, count * Integer.BYTES));
    }
    int[] places = new int[count];
    ByteBuffer.wrap(bytes).asIntBuffer().get(places);
    int[] known = Arrays.stream(places).filter(place -> !gaps || place != -1).toArray();
    boolean sound = Arrays.stream(known).allMatch(place -> place >= 0 && place < below);
    if (!sound || Arrays.stream(known).distinct().count() < known.length) {
      throw new ProtocolViolation("a place of a row does not exist, or is given twice");
    }
    return places;
  }
}
