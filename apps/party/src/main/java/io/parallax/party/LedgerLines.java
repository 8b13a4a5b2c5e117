package io.parallax.party;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/** The complete lines of a file; half a line at its end is not returned. */
final class LedgerLines implements Closeable {
  private final InputStream in;
  private final byte[] buffer = new byte[1 << 16];
  private int at;
  private int end;

  LedgerLines(Path file) throws IOException {
    this.in = Files.newInputStream(file);
  }

  /** Goes on after this many bytes; returns false if the file has become shorter. */
  boolean skip(long bytes) throws IOException {
    return in.skip(bytes) == bytes;
  }

  /** Returns the next line without its end; null if no complete line is left. */
  byte[] next() throws IOException {
    ByteArrayOutputStream pieces = null;
    while (true) {
      for (int i = at; i < end; i++) {
        if (buffer[i] == '\n') {
          byte[] line = taken(pieces, i);
          at = i + 1;
          return line;
        }
      }
      pieces = pieces == null ? new ByteArrayOutputStream() : pieces;
      pieces.write(buffer, at, end - at);
      at = 0;
      end = Math.max(0, in.read(buffer));
      if (end == 0) {
        return null;
      }
    }
  }

  private byte[] taken(ByteArrayOutputStream before, int to) {
    if (before == null) {
      return Arrays.copyOfRange(buffer, at, to);
    }
    before.write(buffer, at, to - at);
    return before.toByteArray();
  }

  /** Returns the bytes of the first line. */
  static long first(Path file) throws IOException {
    try (LedgerLines lines = new LedgerLines(file)) {
      byte[] line = lines.next();
      return line == null ? 0 : line.length + 1;
    }
  }

  /** Returns the number of bytes up to the end of the last complete line. */
  static long whole(Path file) throws IOException {
    try (FileChannel bytes = FileChannel.open(file)) {
      return before(bytes, bytes.size());
    }
  }

  /** Returns the position after the last line end before a position. */
  private static long before(FileChannel bytes, long end) throws IOException {
    byte[] some = new byte[1 << 12];
    for (long at = end; at > 0; ) {
      int count = (int) Math.min(some.length, at);
      fill(bytes, at - count, ByteBuffer.wrap(some, 0, count));
      for (int i = count - 1; i >= 0; i--) {
        if (some[i] == '\n') {
          return at - count + i + 1;
        }
      }
      at -= count;
    }
    return 0;
  }

  private static void fill(FileChannel from, long at, ByteBuffer to) throws IOException {
    for (long next = at; to.hasRemaining(); ) {
      int got = from.read(to, next);
      if (got < 0) {
        throw new EOFException("a ledger ends too early");
      }
      next += got;
    }
  }

  /** Returns the last complete line, once the disk has it; empty if there is none. */
  static byte[] last(Path file) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(false);
    }
    try (FileChannel bytes = FileChannel.open(file)) {
      long end = before(bytes, bytes.size());
      if (end == 0) {
        return new byte[0];
      }
      long begin = before(bytes, end - 1);
      byte[] line = new byte[(int) (end - 1 - begin)];
      fill(bytes, begin, ByteBuffer.wrap(line));
      return line;
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
