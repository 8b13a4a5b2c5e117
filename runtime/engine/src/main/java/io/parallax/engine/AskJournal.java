package io.parallax.engine;

import io.parallax.core.Refused;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import java.util.zip.CRC32C;

/**
 * The permanent record of the asks to a party in one part of a study, exchange by exchange. A party
 * that was restarted or reopened answers an exchange again only for the same ask, so that resetting
 * it yields no additional answers.
 *
 * <p>An exchange that the party missed is skipped. An answered exchange may be skipped afterwards
 * only if it is the last one and its sum was not opened: then the answer was lost in transit. In
 * the file a record takes 46 bytes: the exchange, the ask's number (-1: a skip up to here, -2: a
 * challenge to prove its sum), the ask's hash (for a skip, the exchange after which it begins), a
 * checksum. Before the records stands the content with which the part was opened; a part is never
 * opened with other content.
 */
public final class AskJournal {
  private static final int HASH = 32;
  private static final int RECORD = 8 + 2 + HASH + 4;
  private static final short SKIPPED = -1;
  private static final short CHALLENGED = -2;
  private static final int MOST_CHALLENGES = 20;
  private static final long SYNC_NANOS = 50_000_000;
  private final Path file; // null: in memory only
  private final TreeMap<Long, Given> given = new TreeMap<>(); // by exchange
  private final List<Skip> skips = new ArrayList<>();
  private final Map<Short, Integer> counts = new HashMap<>();
  private final Map<Long, Integer> challenges = new HashMap<>(); // by exchange
  private final History history = new History();
  private long size;
  private final DiskClock clock;
  private long lastSync;

  private record Given(short number, byte[] hash) {}

  /** A range of exchanges: after {@code from}, up to {@code to}. */
  private record Skip(long from, long to) {
    boolean covers(long exchange) {
      return from < exchange && exchange <= to;
    }
  }

  private AskJournal(Path file) {
    this.file = file;
    this.clock = file == null ? System::nanoTime : DiskClock.of(file);
    this.lastSync = clock.nanos() - SYNC_NANOS;
  }

  /** A journal that does not outlive this process. */
  public static AskJournal inMemory() {
    return new AskJournal(null);
  }

  /**
   * Opens the journal in a file, which is created if it does not exist.
   *
   * @param run the hash of the content with which the part was opened, 32 bytes
   * @throws Refused if the part was opened with other content before
   */
  public static AskJournal in(Path file, byte[] run) {
    AskJournal journal = new AskJournal(file);
    try {
      journal.read(run);
      return journal;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  /** Returns the number of exchanges with an ask of this number. */
  synchronized int count(int number) {
    return counts.getOrDefault((short) number, 0);
  }

  /** Records an ask before it is answered; fails if an earlier exchange had another ask. */
  synchronized void require(long sequence, int number, byte[] hash) {
    if (sequence > newest()) {
      append(sequence, (short) number, hash);
      return;
    }
    Given before = given.get(sequence);
    if (before == null || before.number != number || !Arrays.equals(before.hash, hash)) {
      throw other("exchange " + sequence);
    }
  }

  /**
   * Returns the hash of all asks up to an exchange; for that of another coordinator's view see
   * {@link History}.
   */
  synchronized byte[] history(long sequence) {
    while (history.exchanges() < sequence) {
      Given next = given.get(history.exchanges() + 1);
      if (next == null) {
        throw new AttemptLost(
            "the asks before exchange %d are not known any more".formatted(sequence));
      }
      history.heard(next.hash);
    }
    return history.hash(sequence);
  }

  /** Returns the last exchange that is recorded. */
  public synchronized long last() {
    return newest();
  }

  /**
   * Records a challenge to prove the sum of an exchange: each tells whether the party passes it.
   *
   * @throws Refused if there were too many
   */
  synchronized void challenged(long sequence) {
    if (challenges.getOrDefault(sequence, 0) >= MOST_CHALLENGES) {
      throw new Refused(
          "exchange %d was to be proved %d times; this party proves it no more"
              .formatted(sequence, MOST_CHALLENGES));
    }
    append(sequence, CHALLENGED, new byte[HASH]);
  }

  /** Returns true if an exchange is answered for the first time. */
  synchronized boolean isNew(long sequence) {
    return sequence > newest();
  }

  /**
   * Skips all exchanges after {@code from} up to {@code to}.
   *
   * @param opened returns true if the sum of an exchange was opened with this party's help
   */
  synchronized void skip(long from, long to, LongPredicate opened) {
    for (long asked : given.subMap(from, false, to, true).keySet()) {
      boolean known = skips.stream().anyMatch(skip -> skip.covers(asked));
      if (!known && (asked < given.lastKey() || opened.test(asked))) {
        throw other(
            "exchange "
                + asked
                + (opened.test(asked) ? ", whose sum was opened with this party's help," : ""));
      }
    }
    if (skips.stream().noneMatch(skip -> skip.from <= from && to <= skip.to)) {
      append(to, SKIPPED, ByteBuffer.allocate(HASH).putLong(from).array());
    }
  }

  private long newest() {
    long skipped = skips.stream().mapToLong(Skip::to).max().orElse(0);
    return Math.max(skipped, given.isEmpty() ? 0 : given.lastKey());
  }

  private static Refused other(String what) {
    return new Refused(
        what
            + " was already answered for another ask; a second answer would reveal more than the study needs; if the coordinator has lost its folder, submit the study again under another name");
  }

  private void append(long sequence, short number, byte[] hash) {
    ByteBuffer one = ByteBuffer.allocate(RECORD).putLong(sequence).putShort(number).put(hash);
    one.putInt(check(one.array())).flip();
    write(one, size);
    remember(sequence, number, hash);
    size += RECORD;
  }

  private void remember(long sequence, short number, byte[] hash) {
    if (number == SKIPPED) {
      skips.add(new Skip(ByteBuffer.wrap(hash).getLong(), sequence));
    } else if (number == CHALLENGED) {
      challenges.merge(sequence, 1, Integer::sum);
    } else {
      given.put(sequence, new Given(number, hash.clone()));
      counts.merge(number, 1, Integer::sum);
    }
  }

  private void write(ByteBuffer bytes, long at) {
    if (file == null) {
      return;
    }
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      long to = at;
      while (bytes.hasRemaining()) {
        to += channel.write(bytes, to);
      }
      if (clock.nanos() - lastSync
          > SYNC_NANOS) { // as in the ledger: a killed process loses no record
        channel.force(false);
        lastSync = clock.nanos();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file + ": " + e.getMessage(), e);
    }
  }

  private void read(byte[] run) throws IOException {
    DurableFile.makeFolder(file.toAbsolutePath().getParent());
    if (Files.exists(file)) {
      DurableFile.settle(file);
    }
    ByteBuffer all = ByteBuffer.wrap(Files.exists(file) ? Files.readAllBytes(file) : new byte[0]);
    byte[] opened = new byte[HASH];
    all.get(opened, 0, Math.min(HASH, all.remaining()));
    size = HASH;
    byte[] one = new byte[RECORD];
    while (all.remaining() >= RECORD) {
      all.get(one);
      if (intact(one)) {
        ByteBuffer record = ByteBuffer.wrap(one);
        remember(record.getLong(), record.getShort(), Arrays.copyOfRange(one, 10, 10 + HASH));
        size = all.position();
      }
    }
    if (given.isEmpty()
        && skips.isEmpty()) { // nothing was answered yet, in whatever way it was opened
      write(ByteBuffer.wrap(run), 0);
      DurableFile.syncFolder(file);
    } else if (!Arrays.equals(opened, run)) {
      throw new Refused(
          "this part of the study was opened with other content before; it can be opened in one way only; if this is not an attack, submit the study again under another name");
    }
  }

  /**
   * Returns true if a record is complete. One that a power failure cut off was never acted on; the
   * next one overwrites it. Intact ones behind a damaged one count: they were answered, and what is
   * not known any more between them is not answered again.
   */
  private static boolean intact(byte[] one) {
    ByteBuffer record = ByteBuffer.wrap(one);
    return record.getInt(RECORD - 4) == check(one) && record.getLong(0) > 0;
  }

  private static int check(byte[] record) {
    CRC32C crc = new CRC32C();
    crc.update(record, 0, RECORD - 4);
    return (int) crc.getValue();
  }
}
