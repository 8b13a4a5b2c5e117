package io.parallax.fuzz.rows;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Arrays as numpy saves them. */
public final class NpyTarget extends RowsTarget {
  public NpyTarget() {
    super("npy", ".npy");
  }

  @Override
  public List<byte[]> seeds() {
    return List.of(
        array("<f8", "False", "(2, 2)", 32),
        array(">f4", "True", "(3, 2)", 24),
        array("|u1", "False", "(4,)", 4),
        array("<i8", "False", "(2, 3, 2)", 96),
        array("<i2", "True", "(2, 3, 2)", 24),
        Seeds.gzip(array("<u8", "False", "(1, 3)", 24)));
  }

  private static byte[] array(String type, String columnsFirst, String shape, int bytes) {
    byte[] header =
        "{'descr': '%s', 'fortran_order': %s, 'shape': %s, }\n"
            .formatted(type, columnsFirst, shape)
            .getBytes(StandardCharsets.ISO_8859_1);
    ByteBuffer file = ByteBuffer.allocate(10 + header.length + bytes);
    file.order(ByteOrder.LITTLE_ENDIAN)
        .put((byte) 0x93)
        .put("NUMPY".getBytes(StandardCharsets.US_ASCII));
    return file.put((byte) 1).put((byte) 0).putShort((short) header.length).put(header).array();
  }

  @Override
  public List<String> words() {
    return List.of("'descr': '", "'fortran_order': True", "'shape': (", "<f8", ">i4", "|b1", "L,");
  }
}
