package io.parallax.party;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.parallax.core.BadInput;
import io.parallax.core.Hashes;
import io.parallax.data.Json;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A tamper-evident log of every message that left this party, its owner's decisions, drawings of
 * its labels, and reported sizes of other parties' id sets, one line of JSON each. A line's chain
 * is the hash of the previous chain and of the line, so that changed, removed or inserted lines are
 * detected.
 */
public final class Ledger implements Closeable {
  private static final String START = "0".repeat(64);
  private static final long SYNC_NANOS = 50_000_000;

  /** The message of an entry about labels. */
  static final String DRAWING = "LabelsDrawn";

  /** The message of an entry about a split that is judged by labels. */
  static final String JUDGING = "LabelsJudged";

  /** The message of an entry about an owner's decision. */
  static final String DECISION = "Decision";

  private static final String COORDINATOR = "coordinator";
  private static final String NOBODY = "nobody";
  private static final int CHAIN = "  ".length() + 64;
  private final FileChannel channel;
  private final Set<String> decisions = new HashSet<>();
  private long count;
  private String chain = START;
  private long lastSync = System.nanoTime();

  private Ledger(FileChannel channel) {
    this.channel = channel;
  }

  /** Opens a ledger after its last complete line; reports and drops a line that a crash cut. */
  public static Ledger open(Path file, Consumer<String> notes) {
    try {
      Files.createDirectories(file.toAbsolutePath().getParent());
      long all = Files.exists(file) ? Files.size(file) : 0;
      long end = all > 0 ? wholeLines(file) : 0;
      if (end < all) {
        notes.accept(
            "the ledger ended in half a line of %d bytes, as a crash leaves it; it was dropped: nothing is sent before its line is whole"
                .formatted(all - end));
      }
      FileChannel channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      channel.truncate(end).position(end);
      Ledger ledger = new Ledger(channel);
      ledger.goOn(file);
      return ledger;
    } catch (IOException e) {
      throw new BadInput("cannot open the ledger " + file + "; check its folder's rights", e);
    }
  }

  private static long wholeLines(Path file) throws IOException {
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "r")) {
      long at = bytes.length();
      while (at > 0) {
        bytes.seek(at - 1);
        if (bytes.read() == '\n') {
          return at;
        }
        at--;
      }
      return 0;
    }
  }

  private void goOn(Path file) {
    count = walk(file, this::remember, found -> chain = found);
  }

  private void remember(LedgerEntry entry) {
    if (entry.message().equals(DECISION)) {
      decisions.add(entry.sha256());
    }
  }

  /** Records a decision of the owner, once. */
  synchronized void decided(Decision.Signed signed) {
    if (!decisions.contains(signed.record())) {
      Decision decision = signed.decision();
      Kind kind = new Kind(DECISION, "", "shown to the coordinator, but for the rows");
      long told = signed.verdict().content("").length;
      LedgerEntry entry =
          new Draft(decision.study(), "", 0, COORDINATOR, kind)
              .of(told, signed.record(), decision.sentence());
      write(true, entry);
      remember(entry);
    }
  }

  /** Records a message before it leaves. */
  public synchronized void add(
      String study, String part, long exchange, Kind kind, long bytes, String sha256) {
    write(false, new Draft(study, part, exchange, COORDINATOR, kind).of(bytes, sha256, ""));
  }

  /** Records a text before it leaves. */
  public synchronized void told(
      String study, String part, long exchange, String message, String text) {
    Kind kind = new Kind(message, "", "shown to the coordinator");
    write(false, new Draft(study, part, exchange, COORDINATOR, kind).words(text));
  }

  /** Records information from the coordinator that the owner should know. */
  public synchronized void heard(String study, String part, String message, String text) {
    Kind kind = new Kind(message, "", "told by the coordinator");
    write(false, new Draft(study, part, 0, "this party", kind).words(text));
  }

  /**
   * Records the expense of a drawing and waits for the disk: after that it is spent.
   *
   * @param source the location of the true labels
   * @param name the drawing's name
   */
  public synchronized void drawing(
      String study, String part, String source, double epsilon, String name) {
    Kind kind = new Kind(DRAWING, "", "drawn and kept here; training is told them from now on");
    write(true, new Draft(study, part, 0, NOBODY, kind).of(0, name, source, epsilon, 0));
  }

  /**
   * Records that a split is judged and waits for the disk: after that it counts.
   *
   * @param source the location of the true labels
   * @param verdicts number of sets of scores or guesses that are compared with them
   */
  public synchronized void judging(String study, String part, String source, int verdicts) {
    Kind kind =
        new Kind(JUDGING, "", "counted here; counts and metrics of the split are told from now on");
    write(true, new Draft(study, part, 0, NOBODY, kind).of(0, "", source, 0, verdicts));
  }

  /** The next entry without its content. */
  private final class Draft {
    private final String study;
    private final String part;
    private final long exchange;
    private final String to;
    private final Kind kind;

    Draft(String study, String part, long exchange, String to, Kind kind) {
      this.study = study;
      this.part = part;
      this.exchange = exchange;
      this.to = to;
      this.kind = kind;
    }

    LedgerEntry words(String text) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      return of(bytes.length, HexFormat.of().formatHex(Hashes.of(bytes)), text);
    }

    LedgerEntry of(long bytes, String sha256, String text) {
      return of(bytes, sha256, text, 0, 0);
    }

    LedgerEntry of(long bytes, String sha256, String text, double epsilon, int verdicts) {
      return new LedgerEntry(
          count + 1,
          Instant.now().toString(),
          study,
          part,
          exchange,
          to,
          kind,
          bytes,
          sha256,
          text,
          epsilon,
          verdicts);
    }
  }

  private void write(boolean synced, LedgerEntry entry) {
    try {
      long end = channel.position();
      try {
        append(synced, entry);
      } catch (IOException e) {
        channel.truncate(end); // half a line would break the chain
        throw e;
      }
    } catch (IOException e) {
      throw new UncheckedIOException(
          "cannot write the ledger, so nothing is sent: " + e.getMessage(), e);
    }
  }

  private void append(boolean synced, LedgerEntry entry) throws IOException {
    String text = Json.MAPPER.writeValueAsString(entry);
    String next = link(chain, text);
    ByteBuffer line = ByteBuffer.wrap((text + "  " + next + "\n").getBytes(StandardCharsets.UTF_8));
    while (line.hasRemaining()) {
      channel.write(line);
    }
    if (synced || System.nanoTime() - lastSync > SYNC_NANOS) {
      channel.force(false);
      lastSync = System.nanoTime();
    }
    chain = next;
    count++;
  }

  /** Returns the number of messages that have left. */
  synchronized long count() {
    return count;
  }

  /** The kind of a message, and who could read it. */
  public record Kind(String message, String shape, String protection) {}

  private static String link(String before, String text) {
    return HexFormat.of().formatHex(Hashes.of((before + text).getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * Reads all entries and checks the chain; returns how many there are.
   *
   * @param chains receives the start of the chain, then the chain after each entry
   * @throws BadInput at the first line that breaks the chain
   */
  public static long walk(Path file, Consumer<LedgerEntry> entries, Consumer<String> chains) {
    if (!Files.exists(file)) {
      throw new BadInput("there is no ledger " + file + "; it begins with the first message");
    }
    chains.accept(START);
    Reader reader =
        (entry, at, chain) -> {
          entries.accept(entry);
          chains.accept(chain);
        };
    return walk(file, Mark.START, reader).count();
  }

  /** A position in a ledger: entries, bytes, and the chain there. */
  record Mark(long count, long bytes, String chain) {
    static final Mark START = new Mark(0, 0, Ledger.START);
  }

  /** Receives an entry, the position of its line, and the chain after it. */
  interface Reader {
    void take(LedgerEntry entry, long at, String chain);
  }

  /** Reads complete lines after a mark and checks the chain. */
  static Mark walk(Path file, Mark from, Reader reader) {
    Mark mark = from;
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
      in.skipNBytes(from.bytes());
      for (byte[] line = line(in); line != null; line = line(in)) {
        String text = new String(line, StandardCharsets.UTF_8);
        String said = text.substring(0, Math.max(0, text.length() - CHAIN));
        String chain = link(mark.chain(), said);
        long number = mark.count() + 1;
        LedgerEntry entry = text.endsWith("  " + chain) ? parse(said) : null;
        if (entry == null || entry.number() != number) {
          throw new BadInput(
              "%s: line %d does not fit what stands before it: it was changed, or lines are missing"
                  .formatted(file, number));
        }
        reader.take(entry, mark.bytes(), chain);
        mark = new Mark(number, mark.bytes() + line.length + 1, chain);
      }
    } catch (IOException e) {
      throw new BadInput("cannot read the ledger " + file, e);
    }
    return mark;
  }

  /** Returns a line without its end; null if no complete line is left. */
  private static byte[] line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream(512);
    for (int b = in.read(); b >= 0; b = in.read()) {
      if (b == '\n') {
        return line.toByteArray();
      }
      line.write(b);
    }
    return null;
  }

  /** Parses a checked line. */
  static LedgerEntry read(String line) throws IOException {
    return parse(line.substring(0, Math.max(0, line.length() - CHAIN)));
  }

  private static LedgerEntry parse(String text) throws JsonProcessingException {
    return Json.MAPPER.readValue(text, LedgerEntry.class);
  }

  @Override
  public synchronized void close() {
    try {
      channel.force(false);
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot close the ledger", e);
    }
  }
}
