package io.parallax.data;

import io.parallax.core.BadInput;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Opens a file, plain or gzip (recognised by the content), and explains in one line why it cannot
 * be read.
 */
final class FileBytes {
  private static final int BUFFER = 1 << 16;

  private FileBytes() {}

  /**
   * Opens the file's bytes, uncompressed; the stream supports marks.
   *
   * @param kind the expected kind of file, for the message: "CSV"
   */
  static InputStream open(Path file, String kind) throws IOException {
    if (Files.isDirectory(file)) {
      throw new BadInput(file + ": this is a folder; name a " + kind + " file in it");
    }
    if (!Files.exists(file)) {
      throw new BadInput(file + ": no such file; check the path");
    }
    InputStream raw = new BufferedInputStream(Files.newInputStream(file), BUFFER);
    try {
      return gzip(raw) ? new BufferedInputStream(new GZIPInputStream(raw, BUFFER), BUFFER) : raw;
    } catch (IOException e) {
      raw.close();
      throw e;
    }
  }

  /** Returns the number of uncompressed bytes; a gzip file is read to its end to count them. */
  static long size(Path file) throws IOException {
    try (InputStream raw = new BufferedInputStream(Files.newInputStream(file), BUFFER)) {
      return gzip(raw)
          ? new GZIPInputStream(raw, BUFFER).transferTo(OutputStream.nullOutputStream())
          : Files.size(file);
    }
  }

  /** Why reading failed, as a message for the user. */
  static BadInput explain(String source, IOException e) {
    String reason;
    if (e instanceof EOFException) {
      reason = "the gzip data is cut off; copy the file again";
    } else if (e instanceof ZipException) {
      reason = "the gzip data is damaged; copy the file again";
    } else if (e instanceof CharacterCodingException) {
      reason = "the text is not UTF-8; save the file as UTF-8";
    } else if (e instanceof AccessDeniedException) {
      reason = "no permission to read; change the file's permissions";
    } else {
      reason = "cannot be read (" + e.getClass().getSimpleName() + "); check the file";
    }
    return new BadInput(source + ": " + reason, e);
  }

  /** Returns the first bytes, as numbers from 0 to 255, without consuming them. */
  static int[] peek(InputStream in, int count) throws IOException {
    in.mark(count);
    byte[] head = in.readNBytes(count);
    in.reset();
    int[] values = new int[head.length];
    for (int i = 0; i < head.length; i++) {
      values[i] = head[i] & 0xff;
    }
    return values;
  }

  private static boolean gzip(InputStream in) throws IOException {
    int[] head = peek(in, 2);
    return head.length == 2 && head[0] == 0x1f && head[1] == 0x8b;
  }
}
