package io.parallax.engine;

import io.parallax.core.BadInput;
import io.parallax.core.Hashes;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The coordinator's memory: every exchange of a training with its sum, append-only and
 * hash-chained. A restarted coordinator reads the sums from here instead of asking the parties, and
 * so reaches the same bits. Only sums are kept, never a party's message.
 *
 * <p>The file: a mark, the run's identity, then entries. An entry: length of the sum, size of one
 * party's answer, hash of the ask, hash of the sum, the sum, and the chain, which is the hash of
 * the previous chain and of all these. Entries cut off by a crash are dropped; a damaged one before
 * whole ones is an error. Writes are synced at least every 50 ms and at the end: a killed process
 * loses nothing, a power failure the last moments, which are then computed again.
 *
 * <p>Cost: rows × classes × 8 bytes a round until training is over; {@link #seal} then drops the
 * sums and keeps the chain.
 */
public final class RoundLog implements Closeable {
  private static final byte[] MARK = {'P', 'L', 'X', 'R', 'O', 'U', 'N', 'D', 'S', '1', '\n'};
  private static final int HASH = 32;
  private static final int FIXED = 4 + 4 + HASH + HASH;
  private static final long SYNC_NANOS = 50_000_000;

  private final Path file;
  private final byte[] run;
  private FileChannel channel;
  private final List<Entry> entries = new ArrayList<>();
  private byte[] chain;
  private final DiskClock clock;
  private long lastSync;

  /** The position of an entry's sum in the file, with its hashes. */
  record Entry(long at, int length, int answerBytes, byte[] askHash, byte[] sumHash) {}

  private RoundLog(Path file, byte[] run) {
    this.file = file;
    this.run = run.clone();
    this.clock = DiskClock.of(file);
    this.lastSync = clock.nanos();
    this.chain = Hashes.of(concat(MARK, run));
  }

  /** Opens the log of a run, or begins it. A log of another run is an error. */
  public static RoundLog open(Path file, byte[] run) {
    RoundLog log = new RoundLog(file, run);
    try {
      byte[] head = concat(MARK, run);
      if (!Files.exists(file) || Files.size(file) < head.length) {
        DurableFile.replace(file, head); // whole or absent, even after a power failure
      } else {
        DurableFile.settle(file);
      }
      log.channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
      log.load();
      return log;
    } catch (IOException e) {
      log.abandon();
      throw new UncheckedIOException("cannot open " + file + ": " + e.getMessage(), e);
    } catch (RuntimeException e) {
      log.abandon();
      throw e;
    }
  }

  /** Closes the file of a log that cannot be used. */
  private void abandon() {
    if (channel != null) {
      try {
        channel.close();
      } catch (IOException e) {
        // the first failure is the one to report
      }
    }
  }

  /** Returns the number of exchanges in the log. */
  public int size() {
    return entries.size();
  }

  /**
   * Returns the exchange up to which a party may be ahead when the coordinator starts again.
   * Disclosures are not in the log: they must be answered again, by parties that start from the
   * beginning.
   */
  public long resumable() {
    return entries.stream().anyMatch(entry -> entry.answerBytes() == 0) ? 0 : entries.size();
  }

  /** Returns the head of the hash chain: logs with the same head have the same content. */
  public byte[] chain() {
    return chain.clone();
  }

  /** Returns the exchange with this number (from 1), if it was logged for exactly this ask. */
  Optional<Entry> find(long sequence, byte[] askHash) {
    if (sequence > entries.size()) {
      return Optional.empty();
    }
    Entry entry = entries.get((int) sequence - 1);
    if (!Arrays.equals(entry.askHash(), askHash)) {
      throw new BadInput(
          file
              + " differs from this run at exchange "
              + sequence
              + ": the program, the data or the machine have changed; remove the run folder to start again");
    }
    return Optional.of(entry);
  }

  /** Returns an entry's sum; empty for an exchange that was not a sum. */
  byte[] sum(Entry entry) {
    try {
      byte[] sum = new byte[entry.length()];
      readFully(ByteBuffer.wrap(sum), entry.at());
      return sum;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  void append(byte[] askHash, ByteChunks sum, int answerBytes) {
    try {
      MessageDigest sha = Hashes.sha256();
      sum.forEach(sha::update);
      byte[] sumHash = sha.digest();
      write(askHash, sum, sumHash, answerBytes);
      if (clock.nanos() - lastSync > SYNC_NANOS) {
        sync();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file + ": " + e.getMessage(), e);
    }
  }

  /** Waits until the disk has all entries. */
  void flush() {
    try {
      sync();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file + ": " + e.getMessage(), e);
    }
  }

  /** Drops the sums at the end of training, and keeps the chain. */
  public void seal() {
    ByteBuffer small =
        ByteBuffer.allocate(MARK.length + run.length + entries.size() * (FIXED + HASH));
    small.put(MARK).put(run);
    byte[] link = Hashes.of(concat(MARK, run));
    for (Entry entry : entries) {
      link = next(link, entry.answerBytes(), entry.askHash(), entry.sumHash());
      small.putInt(-1).putInt(entry.answerBytes()).put(entry.askHash()).put(entry.sumHash());
      small.put(link);
    }
    close();
    DurableFile.replace(file, small.array());
  }

  @Override
  public void close() {
    try {
      if (channel.isOpen()) {
        sync();
        channel.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file + ": " + e.getMessage(), e);
    }
  }

  private void load() throws IOException {
    long length = channel.size();
    int head = MARK.length + run.length;
    ByteBuffer start = ByteBuffer.allocate(head);
    readFully(start, 0);
    if (!Arrays.equals(start.array(), concat(MARK, run))) {
      throw new BadInput(file + " belongs to another run; remove it or choose another folder");
    }
    long at = head;
    while (at < length) {
      Optional<Long> end = loadEntry(at, length);
      if (end.isEmpty()) {
        channel.truncate(at);
        break;
      }
      at = end.get();
    }
    channel.position(at);
  }

  /**
   * Returns the end of the entry at this position; empty if it is cut off or torn at the file's
   * end.
   */
  private Optional<Long> loadEntry(long at, long length) throws IOException {
    if (at + FIXED + HASH > length) {
      return Optional.empty();
    }
    Head head = head(at);
    int size = head.length();
    long end = at + FIXED + Math.max(size, 0) + HASH;
    if (size < -1 || end > length) {
      return Optional.empty();
    }
    byte[] stored = link(end);
    byte[] expected = next(chain, head);
    Entry entry =
        new Entry(at + FIXED, Math.max(size, 0), head.answerBytes, head.askHash, head.sumHash);
    boolean sound =
        Arrays.equals(stored, expected) && (size == -1 || Arrays.equals(hash(entry), head.sumHash));
    if (!sound && !goesOn(stored, end, length)) {
      return Optional.empty();
    }
    if (!sound) {
      throw new BadInput(
          file
              + " is damaged at exchange "
              + (entries.size() + 1)
              + "; remove the run folder to start again");
    }
    entries.add(entry);
    chain = expected;
    return Optional.of(end);
  }

  /**
   * Returns true if a whole entry follows the one with this chain. After a power failure none does:
   * blocks that were not written yet hold zeros.
   */
  private boolean goesOn(byte[] link, long at, long length) throws IOException {
    if (at + FIXED + HASH > length) {
      return false;
    }
    Head head = head(at);
    long end = at + FIXED + Math.max(head.length, 0) + HASH;
    return end <= length && Arrays.equals(link(end), next(link, head));
  }

  /** The beginning of an entry. */
  private record Head(int length, int answerBytes, byte[] askHash, byte[] sumHash) {}

  private Head head(long at) throws IOException {
    ByteBuffer fixed = ByteBuffer.allocate(FIXED);
    readFully(fixed, at);
    fixed.flip();
    Head head = new Head(fixed.getInt(), fixed.getInt(), new byte[HASH], new byte[HASH]);
    fixed.get(head.askHash).get(head.sumHash);
    return head;
  }

  /** Returns the chain with which an entry ends. */
  private byte[] link(long end) throws IOException {
    ByteBuffer stored = ByteBuffer.allocate(HASH);
    readFully(stored, end - HASH);
    return stored.array();
  }

  private void write(byte[] askHash, ByteChunks sum, byte[] sumHash, int answerBytes)
      throws IOException {
    long at = channel.position();
    byte[] link = next(chain, answerBytes, askHash, sumHash);
    ByteBuffer head = ByteBuffer.allocate(FIXED);
    head.putInt(sum.length()).putInt(answerBytes).put(askHash).put(sumHash);
    writeFully(head.flip());
    write(sum);
    writeFully(ByteBuffer.wrap(link));
    entries.add(new Entry(at + FIXED, sum.length(), answerBytes, askHash, sumHash));
    chain = link;
  }

  private void write(ByteChunks sum) throws IOException {
    try {
      sum.forEach(
          stretch -> {
            try {
              writeFully(stretch);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static byte[] next(byte[] chain, Head head) {
    return next(chain, head.answerBytes, head.askHash, head.sumHash);
  }

  private static byte[] next(byte[] chain, int answerBytes, byte[] askHash, byte[] sumHash) {
    MessageDigest sha = Hashes.sha256();
    sha.update(chain);
    sha.update(ByteBuffer.allocate(4).putInt(answerBytes).array());
    sha.update(askHash);
    return sha.digest(sumHash);
  }

  private void sync() throws IOException {
    channel.force(false);
    lastSync = clock.nanos();
  }

  private void readFully(ByteBuffer into, long at) throws IOException {
    while (into.hasRemaining()) {
      int got = channel.read(into, at + into.position());
      if (got < 0) {
        throw new IOException(file + " ends too early");
      }
    }
  }

  private byte[] hash(Entry entry) throws IOException {
    MessageDigest sha = Hashes.sha256();
    ByteBuffer stretch = ByteBuffer.allocate(Math.min(ByteChunks.SIZE, entry.length()));
    for (int at = 0; at < entry.length(); at += stretch.capacity()) {
      stretch.clear().limit(Math.min(stretch.capacity(), entry.length() - at));
      readFully(stretch, entry.at() + at);
      sha.update(stretch.flip());
    }
    return sha.digest();
  }

  /**
   * Writes in chunks, because Java allocates as much memory outside the heap as is written at once.
   */
  private void writeFully(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  private static byte[] concat(byte[] a, byte[] b) {
    byte[] both = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, both, a.length, b.length);
    return both;
  }
}
