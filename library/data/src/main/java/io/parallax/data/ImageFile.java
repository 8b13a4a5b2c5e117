package io.parallax.data;

import io.parallax.core.BadInput;
import io.parallax.core.Images;
import io.parallax.math.Matrix;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Images in a file of bytes, plain or gzip, with points from 0 to 1: IDX as MNIST has it, or the
 * binary records of CIFAR.
 *
 * @param format the file's layout
 * @param parts the number of parts, from top to bottom, into which every image is divided; 1 for
 *     whole images
 * @param part the part to take, from 1
 */
public record ImageFile(Path file, Format format, int parts, int part) implements NumberedFile {
  private static final double WHITE = 255;
  private static final Images CIFAR_IMAGE = new Images(3, 32, 32);

  /** The layout of an image file. */
  public enum Format {
    /** Four bytes of type and dimensions, the sizes, then bytes. */
    IDX,
    /** Records of a label and 3 × 32 × 32 bytes. */
    CIFAR10,
    /** Records of a coarse label, a fine one and 3 × 32 × 32 bytes. */
    CIFAR100
  }

  public ImageFile {
    if (parts < 1 || part < 1 || part > parts) {
      throw new BadInput(
          "part %d of %d does not exist; parts are counted from 1".formatted(part, parts));
    }
  }

  /**
   * Reads all images of a file of CIFAR's records; the kind is recognised by the bytes: CIFAR-10
   * has one label below 10 before each image, CIFAR-100 a coarse one below 20 and a fine one below
   * 100.
   */
  public static ImageFile cifar(Path file) {
    byte[] bytes = bytes(file, Format.CIFAR10);
    boolean ten = records(bytes, 10);
    boolean hundred = records(bytes, 20, 100);
    if (ten == hundred) {
      throw new BadInput(
          file
              + (ten
                  ? ": it can be read as CIFAR-10 and as CIFAR-100"
                  : ": it holds no CIFAR records")
              + "; write the images as .npy, or as CSV");
    }
    return whole(file, ten ? Format.CIFAR10 : Format.CIFAR100);
  }

  /** Returns true if the file consists of whole records, each with labels below these limits. */
  private static boolean records(byte[] bytes, int... limits) {
    int size = limits.length + CIFAR_IMAGE.columns();
    boolean all = bytes.length > 0 && bytes.length % size == 0;
    for (int at = 0; all && at < bytes.length; at += size) {
      for (int k = 0; k < limits.length; k++) {
        all &= (bytes[at + k] & 0xff) < limits[k];
      }
    }
    return all;
  }

  /** Returns all images of a file. */
  public static ImageFile whole(Path file, Format format) {
    return new ImageFile(file, format, 1, 1);
  }

  /** The images, a row each. */
  @Override
  public Table table() {
    Content content = read();
    Images whole = content.images().orElseThrow(() -> noImages(content));
    Images shape = whole.part(parts);
    int[] chosen = whole.columnsOf(part, parts);
    byte[] bytes = content.bytes();
    Matrix values =
        Matrix.fill(
            content.count(),
            chosen.length,
            (i, j) -> (bytes[content.at(i) + content.labels() + chosen[j]] & 0xff) / WHITE);
    List<String> names =
        IntStream.rangeClosed(1, chosen.length).mapToObj(Integer::toString).toList();
    return new Table(source(), content.ids(), names, values, chosen.length, Optional.of(shape));
  }

  /** Reads the labels in the file: of an IDX file of one dimension, or of CIFAR's records. */
  @Override
  public LabelColumn labels() {
    Content content = read();
    if (format == Format.IDX && content.images().isPresent()) {
      throw new BadInput(file + ": the file holds images, not labels; name the file of labels");
    }
    int at = Math.max(0, content.labels() - 1); // of CIFAR-100 the fine label, which comes last
    List<String> names =
        IntStream.range(0, content.count())
            .mapToObj(i -> Integer.toString(content.bytes()[content.at(i) + at] & 0xff))
            .toList();
    return LabelColumn.of(file.toString(), content.ids(), names);
  }

  @Override
  public String source() {
    return file.toString();
  }

  @Override
  public String kind() {
    return format == Format.IDX ? "an IDX" : "a CIFAR";
  }

  @Override
  public Map<String, Object> reading() {
    return new TreeMap<>(Map.of("format", format, "part", part, "of", parts));
  }

  private BadInput noImages(Content content) {
    return new BadInput(
        file + ": the file holds labels, not images; name the file of images",
        " (" + content.count() + " labels)");
  }

  /**
   * The content of an image file.
   *
   * @param images the layout of an image; empty if records hold only labels
   * @param first the position of the first record
   * @param labels the label bytes before each image
   */
  private record Content(byte[] bytes, int count, Optional<Images> images, int first, int labels) {
    int at(int record) {
      return first + record * (labels + images.map(Images::columns).orElse(1));
    }

    List<String> ids() {
      return IntStream.range(0, count).mapToObj(Integer::toString).toList();
    }
  }

  /** Writes some rows of a table of images as an IDX file. */
  public static void write(Table table, int[] rows, Path to) throws IOException {
    Images shape = table.images().orElseThrow();
    boolean grey = shape.channels() == 1;
    ByteBuffer bytes =
        ByteBuffer.allocate((grey ? 16 : 20) + Math.multiplyExact(rows.length, shape.columns()));
    bytes.putShort((short) 0).put((byte) 8).put((byte) (grey ? 3 : 4)).putInt(rows.length);
    if (!grey) {
      bytes.putInt(shape.channels());
    }
    bytes.putInt(shape.height()).putInt(shape.width());
    for (int row : rows) {
      for (double point : table.values().row(row)) {
        bytes.put((byte) Math.rint(point * WHITE));
      }
    }
    Files.write(to, bytes.array());
  }

  private static byte[] bytes(Path file, Format format) {
    try (InputStream in = FileBytes.open(file, format == Format.IDX ? "IDX" : "CIFAR")) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw FileBytes.explain(file.toString(), e);
    }
  }

  private Content read() {
    byte[] bytes = bytes(file, format);
    return format == Format.IDX ? idx(bytes) : cifar(bytes);
  }

  private Content cifar(byte[] bytes) {
    Images shape = CIFAR_IMAGE;
    int labels = format == Format.CIFAR10 ? 1 : 2;
    int size = labels + shape.columns();
    if (bytes.length == 0 || bytes.length % size != 0) {
      throw new BadInput(
          "%s: %d bytes are not a whole number of records of %d; it is cut off, or not %s; copy it again"
              .formatted(
                  file, bytes.length, size, format == Format.CIFAR10 ? "CIFAR-10" : "CIFAR-100"));
    }
    return new Content(bytes, bytes.length / size, Optional.of(shape), 0, labels);
  }

  private Content idx(byte[] bytes) {
    ByteBuffer head = ByteBuffer.wrap(bytes);
    int dimensions = bytes.length < 4 ? 0 : bytes[3];
    boolean known =
        bytes.length >= 4
            && head.getShort(0) == 0
            && bytes[2] == 8
            && (dimensions == 1 || dimensions == 3 || dimensions == 4);
    if (!known) {
      throw new BadInput(
          file
              + ": no IDX file of bytes with one dimension (labels), three (grey images) or four (colour)");
    }
    int first = 4 + 4 * dimensions;
    long size = 1;
    for (int i = 0; i < dimensions && bytes.length >= first; i++) {
      int next = Math.max(0, head.getInt(4 + 4 * i));
      size = next > 0 && size > Long.MAX_VALUE / next ? Long.MAX_VALUE : size * next;
    }
    if (bytes.length < first || size != bytes.length - first || size == 0) {
      throw new BadInput(
          "%s: the file is cut off or too long: it should hold %d bytes behind its header, and has %d; copy it again"
              .formatted(file, size, Math.max(0, bytes.length - first)));
    }
    int count = head.getInt(4);
    if (dimensions == 1) {
      return new Content(bytes, count, Optional.empty(), first, 0);
    }
    int channels = dimensions == 4 ? head.getInt(8) : 1;
    int at = first - 8; // height and width come last
    Images shape = new Images(channels, head.getInt(at), head.getInt(at + 4));
    return new Content(bytes, count, Optional.of(shape), first, 0);
  }
}
