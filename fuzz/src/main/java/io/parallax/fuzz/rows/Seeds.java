package io.parallax.fuzz.rows;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/** Makes seeds. */
final class Seeds {
  private Seeds() {}

  /** Returns texts, each as it is and compressed. */
  static List<byte[]> texts(String... texts) {
    List<byte[]> seeds = new ArrayList<>();
    for (String text : texts) {
      byte[] plain = text.getBytes(StandardCharsets.UTF_8);
      seeds.add(plain);
      seeds.add(gzip(plain));
    }
    return seeds;
  }

  static byte[] gzip(byte[] plain) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
      gzip.write(plain);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory does not fail
    }
    return bytes.toByteArray();
  }
}
