package io.parallax.data;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;

/** The bytes of .npy files, put together by hand. */
final class NpyBytes {
  private NpyBytes() {}

  /** A file of version 1.0 with this type, order, shape and data. */
  static byte[] file(String type, boolean fortran, String shape, byte[] data) {
    return file(1, header("'" + type + "'", fortran, shape), data);
  }

  static String header(String type, boolean fortran, String shape) {
    return "{'descr': %s, 'fortran_order': %s, 'shape': %s, }"
        .formatted(type, fortran ? "True" : "False", shape);
  }

  static byte[] file(int version, String header, byte[] data) {
    int start = version == 1 ? 10 : 12;
    String padded = header + " ".repeat(63 - (start + header.length()) % 64) + "\n";
    ByteBuffer bytes =
        ByteBuffer.allocate(start + padded.length() + data.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.put((byte) 0x93).put("NUMPY".getBytes(StandardCharsets.US_ASCII));
    bytes.put((byte) version).put((byte) 0);
    if (version == 1) {
      bytes.putShort((short) padded.length());
    } else {
      bytes.putInt(padded.length());
    }
    return bytes.put(padded.getBytes(StandardCharsets.ISO_8859_1)).put(data).array();
  }

  static byte[] doubles(double... values) {
    ByteBuffer bytes = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (double value : values) {
      bytes.putDouble(value);
    }
    return bytes.array();
  }

  static byte[] gzip(byte[] bytes) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(bytes);
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return packed.toByteArray();
  }
}
