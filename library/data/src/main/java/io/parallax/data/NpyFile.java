package io.parallax.data;

import io.parallax.core.BadInput;
import io.parallax.core.Sequences;
import io.parallax.math.Matrix;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Reads an array of one to three dimensions from a .npy file, plain or gzip, of version 1.0 to 3.0.
 */
final class NpyFile {
  private static final int BUFFER = 1 << 16;
  private final InputStream in;
  private final NpyHeader header;
  private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER).limit(0);

  private NpyFile(InputStream in, NpyHeader header) {
    this.in = in;
    this.header = header;
    buffer.order(header.order());
  }

  /**
   * The numbers of a file.
   *
   * @param layout the layout of a sequence in a row, if there are three dimensions
   */
  record Content(Matrix values, Optional<Sequences> layout) {}

  static Content read(Path file) {
    try (InputStream in = FileBytes.open(file, ".npy")) {
      NpyHeader header = NpyHeader.read(file, in);
      requireWhole(file, header);
      return header.sequences()
          ? new NpyFile(in, header).sequences(file)
          : new NpyFile(in, header).matrix(file);
    } catch (UncheckedIOException e) {
      throw FileBytes.explain(file.toString(), e.getCause());
    } catch (IOException e) {
      throw FileBytes.explain(file.toString(), e);
    }
  }

  /** Checks that the file has as many numbers as its header says, before memory is allocated. */
  private static void requireWhole(Path file, NpyHeader header) throws IOException {
    long data = FileBytes.size(file) - header.length();
    long fitting = data / header.bytes() / header.columns();
    if (fitting < header.rows()) {
      throw new BadInput(
          "%s: the file is cut off: it should hold %d × %d numbers; copy it again"
              .formatted(file, header.rows(), header.columns()));
    }
    if (header.rows() * header.columns() * header.bytes() < data) {
      throw new BadInput(
          "%s: the file holds more than %d × %d numbers; it must hold one array"
              .formatted(file, header.rows(), header.columns()));
    }
  }

  private Content matrix(Path file) {
    MatrixFile.requireRoom(file.toString(), header.rows(), header.columns());
    int rows = (int) header.rows();
    int columns = (int) header.columns();
    Matrix values =
        header.columnsFirst()
            ? Matrix.fill(columns, rows, (i, j) -> next()).transpose()
            : Matrix.fill(rows, columns, (i, j) -> next());
    return new Content(values, Optional.empty());
  }

  /** Reads sequences, which all have as many steps as the array; channels are named 1, 2, 3 …. */
  private Content sequences(Path file) {
    SequenceRows.requireRoom(
        file.toString(), header.rows(), header.shape().get(1), header.shape().get(2));
    int rows = (int) header.rows();
    int steps = header.shape().get(1).intValue();
    int width = header.shape().get(2).intValue();
    Sequences layout =
        new Sequences(steps, IntStream.rangeClosed(1, width).mapToObj(Integer::toString).toList());
    if (!header.columnsFirst()) {
      Matrix values = Matrix.fill(rows, layout.columns(), (i, j) -> j == 0 ? steps : next());
      return new Content(values, Optional.of(layout));
    }
    double[] values = new double[rows * layout.columns()];
    for (int k = 0; k < steps * width; k++) {
      int column = 1 + k % steps * width + k / steps; // the step index varies before the channel
      for (int i = 0; i < rows; i++) {
        values[i * layout.columns()] = steps;
        values[i * layout.columns() + column] = next();
      }
    }
    return new Content(Matrix.of(rows, layout.columns(), values), Optional.of(layout));
  }

  private double next() {
    if (!buffer.hasRemaining()) {
      fill();
    }
    return switch (header.type()) {
      case "f4" -> buffer.getFloat();
      case "f8" -> buffer.getDouble();
      case "i1" -> buffer.get();
      case "i2" -> buffer.getShort();
      case "i4" -> buffer.getInt();
      case "i8" -> buffer.getLong();
      case "u1" -> buffer.get() & 0xff;
      case "u2" -> buffer.getShort() & 0xffff;
      case "u4" -> buffer.getInt() & 0xffffffffL;
      case "u8" -> unsigned(buffer.getLong());
      default -> buffer.get() == 0 ? 0 : 1;
    };
  }

  /** The nearest double of 64 bits without a sign. */
  static double unsigned(long bits) {
    // halved with the lost bit kept, so that it is rounded only once
    return bits >= 0 ? bits : (double) (bits >>> 1 | bits & 1) * 2;
  }

  private void fill() {
    try {
      int count = in.readNBytes(buffer.array(), 0, BUFFER);
      if (count < header.bytes()) {
        throw new EOFException();
      }
      buffer.position(0).limit(count - count % header.bytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
