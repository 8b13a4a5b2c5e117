package io.parallax.data;

import io.parallax.core.BadInput;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Opens a text file, plain or gzip, as strict UTF-8 and says in one line why it cannot be read. */
final class CsvBytes {
  private static final int BUFFER = 1 << 16;

  private CsvBytes() {}

  /** The text of the file without a byte-order mark. */
  static Reader open(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      throw new BadInput(file + ": this is a folder; name a CSV file in it");
    }
    if (!Files.exists(file)) {
      throw new BadInput(file + ": no such file; check the path");
    }
    InputStream raw = new BufferedInputStream(Files.newInputStream(file), BUFFER);
    try {
      return new InputStreamReader(
          withoutMark(file, unpacked(raw)), StandardCharsets.UTF_8.newDecoder());
    } catch (IOException | RuntimeException e) {
      raw.close();
      throw e;
    }
  }

  /** Why reading failed, as a message for the user. */
  static BadInput explain(Path file, IOException e) {
    String reason;
    if (e instanceof EOFException) {
      reason = "the gzip data is cut off; copy the file again";
    } else if (e instanceof ZipException) {
      reason = "the gzip data is damaged; copy the file again";
    } else if (e instanceof CharacterCodingException) {
      reason = "the text is not UTF-8; save the file as UTF-8";
    } else if (e instanceof AccessDeniedException) {
      reason = "no permission to read; change the file's rights";
    } else {
      reason = "cannot be read (" + e.getClass().getSimpleName() + "); check the file";
    }
    return new BadInput(file + ": " + reason, e);
  }

  private static InputStream unpacked(InputStream in) throws IOException {
    byte[] head = peek(in, 2);
    boolean gzip = head.length == 2 && (head[0] & 0xff) == 0x1f && (head[1] & 0xff) == 0x8b;
    return gzip ? new BufferedInputStream(new GZIPInputStream(in, BUFFER), BUFFER) : in;
  }

  private static InputStream withoutMark(Path file, InputStream in) throws IOException {
    byte[] head = peek(in, 4);
    if (startsWith(head, 0xff, 0xfe) || startsWith(head, 0xfe, 0xff) || hasZero(head)) {
      throw new BadInput(file + ": the text is UTF-16, not UTF-8; save the file as UTF-8");
    }
    if (startsWith(head, 0xef, 0xbb, 0xbf)) {
      in.skipNBytes(3);
    }
    return in;
  }

  private static byte[] peek(InputStream in, int count) throws IOException {
    in.mark(count);
    byte[] head = in.readNBytes(count);
    in.reset();
    return head;
  }

  private static boolean startsWith(byte[] head, int... mark) {
    return head.length >= mark.length
        && Arrays.equals(mark, 0, mark.length, unsigned(head), 0, mark.length);
  }

  private static int[] unsigned(byte[] bytes) {
    int[] values = new int[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      values[i] = bytes[i] & 0xff;
    }
    return values;
  }

  private static boolean hasZero(byte[] head) {
    for (byte b : head) {
      if (b == 0) {
        return true;
      }
    }
    return false;
  }
}
