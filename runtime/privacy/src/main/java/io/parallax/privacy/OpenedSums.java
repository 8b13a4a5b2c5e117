package io.parallax.privacy;

import io.parallax.core.ProtocolViolation;
import io.parallax.engine.DurableFile;
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
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.CRC32C;

/**
 * The members over which a party has helped to open the sum of each exchange, and of each ask. Two
 * sums of the same words over different members would differ by single members' words, so the party
 * never helps with a second one: neither in another attempt, nor under another number, nor, if this
 * is kept in a file, after a restart.
 *
 * <p>For nearly equal words the difference is nearly a member's words. Members may therefore leave
 * during a training, but return only in the next one: so each of them leaves once, and not as often
 * as the coordinator likes.
 *
 * <p>In the file an exchange takes 52 bytes: its number, the members as bits, the ask's hash, and a
 * checksum. A record that a power failure cut off was never acted on.
 */
final class OpenedSums {
  private static final int HASH = 32;
  private static final int RECORD = 8 + 8 + HASH + 4;
  private final TreeMap<Long, Long> members = new TreeMap<>(); // by exchange
  private final Map<ByteBuffer, Long> asked = new HashMap<>(); // by what was asked
  private final Path file; // null: in memory only
  private final Optional<ExcludedMembers> leftOut;
  private boolean named; // whether the disk is known to have the file's name

  private OpenedSums(Path file, Optional<ExcludedMembers> leftOut) {
    this.file = file;
    this.leftOut = leftOut;
  }

  /** Returns a record in memory, for parties whose attempts do not outlive this process. */
  static OpenedSums inMemory() {
    return new OpenedSums(null, Optional.empty());
  }

  /**
   * Opens the file and reads the sums opened so far.
   *
   * @param leftOut what is kept for all trainings of the study
   */
  static OpenedSums in(Path file, ExcludedMembers leftOut) {
    OpenedSums opened = new OpenedSums(file, Optional.of(leftOut));
    opened.read();
    return opened;
  }

  /**
   * Remembers the survivors of an exchange before anything is sent that would open their sum.
   *
   * @param ask the hash of the ask
   * @throws ProtocolViolation if it was opened for other members, or a member has returned
   */
  synchronized void require(long sequence, byte[] ask, List<Integer> survivors) {
    long set = 0;
    for (int number : survivors) {
      set |= 1L << number;
    }
    requireSame(members.get(sequence), set, "exchange " + sequence);
    requireSame(asked.get(ByteBuffer.wrap(ask)), set, "the ask of exchange " + sequence);
    requireNobodyBack(sequence, set);
    if (!members.containsKey(sequence)) {
      leftOut.ifPresent(study -> study.require(survivors));
      append(sequence, set, ask);
      remember(sequence, set, ask);
    }
  }

  /**
   * Checks that nobody returns: a member left out earlier is left out now, and one left out now is
   * left out later.
   */
  private void requireNobodyBack(long sequence, long set) {
    Map.Entry<Long, Long> before = members.lowerEntry(sequence);
    Map.Entry<Long, Long> behind = members.higherEntry(sequence);
    if ((before != null && (set & ~before.getValue()) != 0)
        || (behind != null && (behind.getValue() & ~set) != 0)) {
      throw new ProtocolViolation(
          "exchange "
              + sequence
              + " would be summed with a party that was left out of another sum of this training; a party that has left may return in the next training only, because sums with and without it reveal what it adds");
    }
  }

  /** Returns true if the sum of an exchange was opened. */
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
              + " was already summed over different members, and a second sum would reveal what one of them added; bring the members of the first sum back, then resume");
    }
  }

  private void read() {
    try {
      DurableFile.makeFolder(file.toAbsolutePath().getParent());
      if (!Files.exists(file)) {
        return;
      }
      DurableFile.settle(file);
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
      channel.position(end - end % RECORD); // overwrites a record that a full disk cut off
      while (one.hasRemaining()) {
        channel.write(one);
      }
      channel.force(true);
      if (!named) {
        DurableFile.syncFolder(file);
        named = true;
      }
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
