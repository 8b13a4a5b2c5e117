package io.parallax.data;

import io.parallax.core.BadInput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The header of a .npy file.
 *
 * @param type the type of a number: f4, f8, i1 … i8, u1 … u8, b1
 * @param columnsFirst whether the numbers come column by column
 * @param shape the size of each dimension: one, two or three
 * @param length the number of bytes of the header, with everything before it
 */
record NpyHeader(
    String type, ByteOrder order, boolean columnsFirst, List<Long> shape, long length) {
  private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
  private static final byte[] ZIP = {'P', 'K', 3, 4};
  private static final int LONGEST = 1 << 20;
  private static final Pattern TYPE = Pattern.compile("([<>=|]?)(f[48]|[iu][1248]|b1)");
  private static final Pattern DESCRIPTION =
      Pattern.compile("['\"]descr['\"]\\s*:\\s*(?:['\"]([^'\"]*)['\"]|\\[)");
  private static final Pattern ORDER =
      Pattern.compile("['\"]fortran_order['\"]\\s*:\\s*(True|False)");
  private static final Pattern SHAPE =
      Pattern.compile("['\"]shape['\"]\\s*:\\s*\\(([0-9L,\\s]{0,200})\\)");

  int bytes() {
    return type.charAt(1) - '0';
  }

  long rows() {
    return shape.get(0);
  }

  /** Returns the numbers of a row; the largest long if the product would overflow. */
  long columns() {
    return shape.stream()
        .skip(1)
        .reduce(1L, (a, b) -> a > Long.MAX_VALUE / b ? Long.MAX_VALUE : a * b);
  }

  /** Returns true if a row is a sequence: steps by channels. */
  boolean sequences() {
    return shape.size() == 3;
  }

  /** Reads the header; the stream then stands at the first number. */
  static NpyHeader read(Path file, InputStream in) throws IOException {
    byte[] start = in.readNBytes(MAGIC.length);
    if (!Arrays.equals(start, MAGIC)) {
      throw new BadInput(
          file
              + (Arrays.equals(Arrays.copyOf(start, ZIP.length), ZIP)
                  ? ": this is a .npz archive; save each array by itself, with numpy.save"
                  : ": this is not a .npy file; write it with numpy.save"));
    }
    byte[] version = exactly(file, in, 2);
    if (version[0] < 1 || version[0] > 3 || version[1] != 0) {
      throw new BadInput(
          "%s: .npy version %d.%d is not known; save it as version 1.0, 2.0 or 3.0"
              .formatted(file, version[0] & 0xff, version[1] & 0xff));
    }
    byte[] size = exactly(file, in, version[0] == 1 ? 2 : 4);
    long length = 0;
    for (int i = size.length - 1; i >= 0; i--) {
      length = length << 8 | size[i] & 0xff;
    }
    if (length > LONGEST) {
      throw new BadInput(file + ": the header is longer than 1 MiB; write it with numpy.save");
    }
    Charset charset = version[0] == 3 ? StandardCharsets.UTF_8 : StandardCharsets.ISO_8859_1;
    String text = new String(exactly(file, in, (int) length), charset);
    return parse(file, text, MAGIC.length + version.length + size.length + length);
  }

  private static byte[] exactly(Path file, InputStream in, int count) throws IOException {
    byte[] bytes = in.readNBytes(count);
    if (bytes.length < count) {
      throw new BadInput(file + ": the file ends within its header; copy it again");
    }
    return bytes;
  }

  private static NpyHeader parse(Path file, String text, long length) {
    Matcher description = DESCRIPTION.matcher(text);
    Matcher order = ORDER.matcher(text);
    Matcher shape = SHAPE.matcher(text);
    if (!description.find() || !order.find() || !shape.find()) {
      throw new BadInput(
          file + ": the header lacks type, order or shape; write the file with numpy.save");
    }
    Matcher type = TYPE.matcher(description.group(1) == null ? "" : description.group(1));
    if (!type.matches()) {
      throw new BadInput(file + ": " + refusal(description.group(1)));
    }
    return new NpyHeader(
        type.group(2),
        type.group(1).equals(">") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN,
        order.group(1).equals("True"),
        sizes(file, shape.group(1)),
        length);
  }

  private static String refusal(String type) {
    String what =
        type == null
            ? "holds records, not numbers"
            : type.contains("O")
                ? "holds Python objects, which are not read"
                : "holds neither whole numbers nor floats of 4 or 8 bytes";
    return what + "; save a matrix of numbers, such as x.astype(float)";
  }

  private static List<Long> sizes(Path file, String shape) {
    List<Long> sizes =
        Arrays.stream(shape.split(","))
            .map(size -> size.replace("L", "").strip())
            .filter(size -> !size.isEmpty())
            .map(size -> size.matches("[0-9]{1,18}") ? Long.parseLong(size) : 0)
            .toList();
    if (sizes.isEmpty()) {
      throw new BadInput(file + ": holds a single number; a table needs rows and columns");
    }
    if (sizes.size() > 3) {
      throw new BadInput(
          "%s: the array has %d dimensions; tables have two, rows and columns, and sequences three: rows, steps and channels"
              .formatted(file, sizes.size()));
    }
    if (sizes.contains(0L)) {
      throw new BadInput(file + ": the array is empty; a table needs rows and columns");
    }
    return sizes;
  }
}
