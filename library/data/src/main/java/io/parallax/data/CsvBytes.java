package io.parallax.data;

import io.parallax.core.BadInput;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;

/** Opens a text file, plain or gzip, as strict UTF-8. */
final class CsvBytes {
  private CsvBytes() {}

  /**
   * The text of the file without a byte-order mark.
   *
   * @param kind of file that was wanted, for the message: "CSV"
   */
  static Reader open(Path file, String kind) throws IOException {
    InputStream in = FileBytes.open(file, kind);
    try {
      return new InputStreamReader(withoutMark(file, in), StandardCharsets.UTF_8.newDecoder());
    } catch (IOException | RuntimeException e) {
      in.close();
      throw e;
    }
  }

  private static InputStream withoutMark(Path file, InputStream in) throws IOException {
    int[] head = FileBytes.peek(in, 4);
    if (startsWith(head, 'P', 'K', 3, 4)) {
      throw new BadInput(
          file
              + ": this is an Excel file, or another zip archive; read it as xlsx, or save it as CSV");
    }
    if (startsWith(head, 0xd0, 0xcf, 0x11, 0xe0)) {
      throw new BadInput(file + ": this is an old Excel file; save it as .xlsx or CSV");
    }
    boolean zero = Arrays.stream(head).anyMatch(b -> b == 0);
    if (startsWith(head, 0xff, 0xfe) || startsWith(head, 0xfe, 0xff) || zero) {
      throw new BadInput(file + ": the text is UTF-16, not UTF-8; save the file as UTF-8");
    }
    if (startsWith(head, 0xef, 0xbb, 0xbf)) {
      in.skipNBytes(3);
    }
    return in;
  }

  private static boolean startsWith(int[] head, int... mark) {
    return head.length >= mark.length && Arrays.equals(mark, 0, mark.length, head, 0, mark.length);
  }
}
