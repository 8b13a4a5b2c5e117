package io.parallax.data;

import io.parallax.core.BadInput;
import io.parallax.math.Matrix;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * Reads an array of one or two dimensions from a .npy file, plain or gzip, of version 1.0 to 3.0.
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

  static Matrix read(Path file) {
    try (InputStream in = FileBytes.open(file, ".npy")) {
      NpyHeader header = NpyHeader.read(file, in);
      requireWhole(file, header);
      MatrixFile.requireRoom(file.toString(), header.rows(), header.columns());
      return new NpyFile(in, header).values();
    } catch (UncheckedIOException e) {
      throw FileBytes.explain(file, e.getCause());
    } catch (IOException e) {
      throw FileBytes.explain(file, e);
    }
  }

  /** The file has as many numbers as its header says; this is known before room is made. */
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
          "%s: there is more in the file than %d × %d numbers; save one array in it"
              .formatted(file, header.rows(), header.columns()));
    }
  }

  private Matrix values() {
    int rows = (int) header.rows();
    int columns = (int) header.columns();
    return header.columnsFirst()
        ? Matrix.fill(columns, rows, (i, j) -> next()).transpose()
        : Matrix.fill(rows, columns, (i, j) -> next());
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
    // halved with the lost bit kept, so that it is rounded once
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
