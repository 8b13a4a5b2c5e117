package io.parallax.privacy;

import io.parallax.core.ProtocolViolation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;

/**
 * Over which members a party has helped to open the sum of each exchange, and of each ask. Two sums
 * of the same words over different members would differ by single members' words, so that it never
 * helps with another one: neither in a second attempt, nor under another number, nor, where this is
 * kept in a file, after a restart.
 *
 * <p>In the file an exchange takes 52 bytes: its number, the members as bits, the ask's hash, and a
 * checksum. A record that the power failure cut off was never acted on.
 */
public final class Opened {
  private static final int HASH = 32;
  private static final int RECORD = 8 + 8 + HASH + 4;
  private final Map<Long, Long> members = new HashMap<>(); // by exchange
  private final Map<ByteBuffer, Long> asked = new HashMap<>(); // by what was asked
  private final Path file; // null: in memory only

  private Opened(Path file) {
    this.file = file;
  }

  /** For parties whose attempts do not outlive this process. */
  public static Opened inMemory() {
    return new Opened(null);
  }

  /** What the file tells, and will tell. */
  public static Opened in(Path file) {
    Opened opened = new Opened(file);
    opened.read();
    return opened;
  }

  /**
   * Remembers the survivors of an exchange before anything is told that would open their sum.
   *
   * @param ask the hash of what was asked
   * @throws ProtocolViolation where it was opened for others
   */
  synchronized void require(long sequence, byte[] ask, List<Integer> survivors) {
    long set = 0;
    for (int number : survivors) {
      set |= 1L << number;
    }
    requireSame(members.get(sequence), set, "exchange " + sequence);
    requireSame(asked.get(ByteBuffer.wrap(ask)), set, "the ask of exchange " + sequence);
    if (!members.containsKey(sequence)) {
      append(sequence, set, ask);
      remember(sequence, set, ask);
    }
  }

  /** Whether the sum of an exchange was opened. */
  synchronized boolean has(long sequence) {
    return members.containsKey(sequence);
  }

  private void remember(long sequence, long set, byte[] ask) {
    members.put(sequence, set);
    asked.put(ByteBuffer.wrap(ask.clone()), set);
  }

  private static void requireSame(Long before, long set, String what) {
    if (before != null && before != set) {
      throw new ProtocolViolation(
          what
              + " was summed over other members before, and a second sum would tell what one of them"
              + " added; have those come back who were in it, and resume");
    }
  }

  private void read() {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      if (!Files.exists(file)) {
        return;
      }
      ByteBuffer all = ByteBuffer.wrap(Files.readAllBytes(file));
      int whole = 0;
      while (all.remaining() >= RECORD) {
        long sequence = all.getLong();
        long set = all.getLong();
        byte[] ask = new byte[HASH];
        all.get(ask);
        if (all.getInt() != check(sequence, set, ask)) {
          break;
        }
        remember(sequence, set, ask);
        whole += RECORD;
      }
      if (whole < all.limit()) {
        cutTo(whole);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  private void cutTo(long size) throws IOException {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(size);
      channel.force(true);
    }
  }

  private void append(long sequence, long set, byte[] ask) {
    if (file == null) {
      return;
    }
    ByteBuffer one = ByteBuffer.allocate(RECORD);
    one.putLong(sequence).putLong(set).put(ask).putInt(check(sequence, set, ask)).flip();
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      long end = channel.size();
      channel.position(end - end % RECORD); // over what a full disk let in halfway
      while (one.hasRemaining()) {
        channel.write(one);
      }
      channel.force(true);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file + ": " + e.getMessage(), e);
    }
  }

  private static int check(long sequence, long set, byte[] ask) {
    CRC32C crc = new CRC32C();
    crc.update(ByteBuffer.allocate(RECORD - 4).putLong(sequence).putLong(set).put(ask).flip());
    return (int) crc.getValue();
  }
}
