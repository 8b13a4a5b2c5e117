package io.parallax.data;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The bytes of a .mat file with one sparse matrix, put together by hand. */
final class SparseMat {
  private static final int INT8 = 1;
  private static final int INT32 = 5;
  private static final int UINT32 = 6;
  private static final int DOUBLE = 9;
  private static final int MATRIX = 14;
  private static final int SPARSE_CLASS = 5;

  private SparseMat() {}

  /**
   * @param rowsOf the row of each value
   * @param starts where each column's values begin, and the end
   */
  static byte[] bytes(
      String name, int rows, int columns, int[] rowsOf, int[] starts, double... values) {
    ByteBuffer body = ByteBuffer.allocate(4096).order(ByteOrder.LITTLE_ENDIAN);
    ints(body, UINT32, SPARSE_CLASS, values.length);
    ints(body, INT32, rows, columns);
    body.putInt(INT8).putInt(name.length()).put(name.getBytes(StandardCharsets.US_ASCII));
    pad(body);
    ints(body, INT32, rowsOf);
    ints(body, INT32, starts);
    body.putInt(DOUBLE).putInt(8 * values.length);
    Arrays.stream(values).forEach(body::putDouble);
    ByteBuffer file = ByteBuffer.allocate(128 + 8 + body.position()).order(ByteOrder.LITTLE_ENDIAN);
    String text = "MATLAB 5.0 MAT-file";
    file.put((text + " ".repeat(116 - text.length())).getBytes(StandardCharsets.US_ASCII));
    file.putLong(0).putShort((short) 0x0100).put((byte) 'I').put((byte) 'M');
    file.putInt(MATRIX).putInt(body.position());
    return file.put(body.array(), 0, body.position()).array();
  }

  private static void ints(ByteBuffer to, int type, int... values) {
    to.putInt(type).putInt(4 * values.length);
    Arrays.stream(values).forEach(to::putInt);
    pad(to);
  }

  private static void pad(ByteBuffer to) {
    to.position((to.position() + 7) / 8 * 8);
  }
}
