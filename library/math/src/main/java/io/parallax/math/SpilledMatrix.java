package io.parallax.math;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A matrix that is needed later. A large one is written to a temporary file, so that storing many
 * takes no memory; it is read back with the same bits. If the disk is full it stays in memory.
 */
final class SpilledMatrix implements AutoCloseable {
  /** Numbers of a matrix that is worth a file: 64 MiB. */
  static final int LARGE = 1 << 23;

  private final int rows;
  private final int cols;
  private final Matrix matrix; // null: in the file
  private final FileChannel file; // null: in memory

  SpilledMatrix(Matrix m, int large) {
    rows = m.rows();
    cols = m.cols();
    file = (long) rows * cols < large ? null : write(m);
    matrix = file == null ? m : null;
  }

  private static FileChannel write(Matrix m) {
    FileChannel channel = null;
    try {
      Path path = Files.createTempFile("parallax-", ".steps"); // only its owner may read it
      channel =
          FileChannel.open(
              path,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              StandardOpenOption.DELETE_ON_CLOSE);
      FileChannel to = channel;
      m.forEachStretch(
          (from, count, values) -> {
            ByteBuffer bytes = ByteBuffer.allocate(8 * count);
            bytes.asDoubleBuffer().put(values, 0, count);
            put(to, bytes, 8L * from);
          });
      return channel;
    } catch (IOException | DiskFull e) {
      shut(channel);
      return null;
    }
  }

  private static void put(FileChannel to, ByteBuffer bytes, long at) {
    try {
      while (bytes.hasRemaining()) {
        to.write(bytes, at + bytes.position());
      }
    } catch (IOException e) {
      throw new DiskFull(e);
    }
  }

  /** Signals that the temporary folder is full or not writable. */
  private static final class DiskFull extends RuntimeException {
    DiskFull(IOException cause) {
      super(cause);
    }
  }

  Matrix matrix() {
    return file == null ? matrix : Matrix.build(rows, cols, this::read);
  }

  private void read(int from, int count, double[] values) {
    ByteBuffer bytes = ByteBuffer.allocate(8 * count);
    try {
      while (bytes.hasRemaining()) {
        if (file.read(bytes, 8L * from + bytes.position()) < 0) {
          throw new IOException("it ends too early");
        }
      }
    } catch (IOException e) {
      throw new IllegalStateException("a temporary file cannot be read: " + e.getMessage(), e);
    }
    bytes.flip().asDoubleBuffer().get(values, 0, count);
  }

  @Override
  public void close() {
    shut(file);
  }

  private static void shut(FileChannel channel) {
    try {
      if (channel != null) {
        channel.close();
      }
    } catch (IOException e) {
      // it is of no use any more, whatever becomes of it
    }
  }
}
