package io.parallax.party;

import io.parallax.core.BadInput;
import io.parallax.core.Hashes;
import io.parallax.data.Json;
import io.parallax.engine.DiskClock;
import io.parallax.engine.DurableFile;
import io.parallax.party.LedgerReader.Mark;
import io.parallax.party.LedgerVolumes.Volume;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A tamper-evident log of every message that left this party, its owner's decisions, drawings of
 * its labels, and reported sizes of other parties' id sets, one line of JSON each. A line's chain
 * is the hash of the previous chain and of the line, so that changed, removed or inserted lines are
 * detected. When a volume is large, a new one is begun; the chain goes on.
 */
public final class Ledger implements Closeable {
  private static final long SYNC_NANOS = 50_000_000;
  private static final long VOLUME = 64 << 20;

  /** The message of an entry about labels. */
  static final String DRAWING = "LabelsDrawn";

  /** The message of an entry about a split that is judged by labels. */
  static final String JUDGING = "LabelsJudged";

  /** The message of an entry about an owner's decision. */
  static final String DECISION = "Decision";

  /** The message of an entry about messages that are kept. */
  static final String KEEPING = "Keeping";

  /** The message of an entry about what the owner shows researchers of the rows. */
  static final String CATALOGUE = "Catalogue";

  /** The message of an entry about a request to join a consortium. */
  static final String JOINING = "Joining";

  /** The message of an entry about a request for a renewed certificate. */
  static final String RENEWAL = "Renewal";

  /** The message of an entry about the keys of a masked sum. */
  static final String MASKS = "MaskKeys";

  /** The message of an entry about the sums in which this party has proved what it added. */
  static final String PROOFS = "Proofs";

  /** The message of an entry about a refused proof. */
  static final String REFUSED_PROOF = "RefusedProof";

  private static final String COORDINATOR = "coordinator";
  private static final String HERE = "this party";
  private static final String NOBODY = "nobody";
  private final Path first;
  private final long most;
  private final Consumer<String> notes;
  private final LedgerState state;
  private Optional<SentMessages> sent = Optional.empty();
  private FileChannel channel;
  private long begun; // bytes of the volume before its entries
  private final DiskClock clock;
  private long lastSync;

  private Ledger(Path first, long most, Consumer<String> notes) {
    this.first = first;
    this.most = most;
    this.notes = notes;
    this.state = new LedgerState(first);
    this.clock = DiskClock.of(first);
    this.lastSync = clock.nanos();
  }

  /** Opens a ledger after its last complete line; reports and drops a line that a crash cut. */
  public static Ledger open(Path file, Consumer<String> notes) {
    return open(file, VOLUME, notes);
  }

  /**
   * Opens a ledger.
   *
   * @param most the bytes of a volume's entries from which on a new one is begun
   */
  static Ledger open(Path file, long most, Consumer<String> notes) {
    try {
      DurableFile.makeFolder(file.toAbsolutePath().getParent());
      List<Volume> volumes = LedgerVolumes.of(file);
      Path newest = volumes.isEmpty() ? file : volumes.get(volumes.size() - 1).file();
      Ledger ledger = new Ledger(file, most, notes);
      ledger.channel = whole(newest, notes);
      ledger.begun = newest.equals(file) ? 0 : LedgerLines.first(newest);
      ledger.state.readOn();
      return ledger;
    } catch (IOException e) {
      throw new BadInput("cannot open the ledger " + file + "; check its folder's rights", e);
    }
  }

  /** Opens a volume at its end, without half a line. */
  private static FileChannel whole(Path file, Consumer<String> notes) throws IOException {
    long all = Files.exists(file) ? Files.size(file) : 0;
    long end = all > 0 ? LedgerLines.whole(file) : 0;
    if (end < all) {
      notes.accept(
          "the ledger ended in half a line of %d bytes, as a crash leaves it; it was dropped: nothing is sent before its line is whole"
              .formatted(all - end));
    }
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    channel.truncate(end).position(end).force(true); // also what a killed process has written
    DurableFile.syncFolder(file);
    return channel;
  }

  /**
   * Keeps the bytes of every message from now on, or no longer.
   *
   * @param keeper where to; empty: nowhere
   */
  synchronized void keep(Optional<SentMessages> keeper) {
    sent = keeper;
    keeper.ifPresent(SentMessages::expire);
    keeping(keeper.map(k -> SentMessages.ON + k.rule()).orElse(SentMessages.OFF));
  }

  /** Records that messages are kept, or no longer, if that has changed. */
  private void keeping(String how) {
    List<LedgerEntry> before = state.entries(KEEPING);
    String was = before.isEmpty() ? SentMessages.OFF : before.get(before.size() - 1).text();
    if (!was.equals(how)) {
      Kind kind = new Kind(KEEPING, "", "kept at this party only");
      write(true, new Draft("", "", 0, HERE, kind).words(how));
      notes.accept("messages that leave: " + how);
    }
  }

  /** Records a decision of the owner, once. */
  synchronized void decided(Decision.Signed signed) {
    if (!state.decided(signed.record())) {
      Decision decision = signed.decision();
      Kind kind = new Kind(DECISION, "", "shown to the coordinator, but for the rows");
      long told = signed.verdict().content("").length;
      write(
          true,
          new Draft(decision.study(), "", 0, COORDINATOR, kind)
              .of(told, signed.record(), decision.sentence()));
    }
  }

  /** Records a message before it leaves, and keeps its bytes where the owner wants that. */
  public synchronized void add(
      String study, String part, long exchange, Kind kind, byte[] message, String sha256) {
    Instant now = Instant.now();
    if (sent.isPresent()) {
      keep(sent.get(), now, kind, message);
    }
    write(
        false,
        new Draft(study, part, exchange, COORDINATOR, kind, now).of(message.length, sha256, ""));
  }

  /** Keeps the message of the next entry, or records that it is not kept. */
  private void keep(SentMessages keeper, Instant now, Kind kind, byte[] message) {
    String how = keeper.room(now, message.length).orElse(SentMessages.ON + keeper.rule());
    keeping(how);
    if (how.startsWith(SentMessages.ON)) {
      boolean random = LedgerKind.hidden(kind.protection());
      keeper.keep(now, count() + 1, message, random).ifPresent(this::keeping);
    }
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
    write(false, new Draft(study, part, 0, HERE, kind).words(text));
  }

  /** Records a count of this party's own. */
  synchronized void counted(String study, String part, String message, String text) {
    Kind kind = new Kind(message, "", "counted at this party; not sent");
    write(false, new Draft(study, part, 0, HERE, kind).words(text));
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
   * @param verdicts number of sets of scores that are compared with them
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
    private final Instant at;

    Draft(String study, String part, long exchange, String to, Kind kind) {
      this(study, part, exchange, to, kind, Instant.now());
    }

    Draft(String study, String part, long exchange, String to, Kind kind, Instant at) {
      this.study = study;
      this.part = part;
      this.exchange = exchange;
      this.to = to;
      this.kind = kind;
      this.at = at;
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
          count() + 1,
          at.toString(),
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
      if (channel.position() - begun >= most) {
        begin(state.mark().volume() + 1);
      }
      long end = channel.position();
      try {
        append(synced, entry);
      } catch (IOException e) {
        channel.truncate(end); // half a line would break the chain
        throw e;
      }
    } catch (IOException | UncheckedIOException e) {
      throw new UncheckedIOException(
          "cannot write the ledger, so nothing is sent: " + e.getMessage(), cause(e));
    }
  }

  private static IOException cause(Exception e) {
    return e instanceof IOException io ? io : new IOException(e);
  }

  private void append(boolean synced, LedgerEntry entry) throws IOException {
    String text = Json.MAPPER.writeValueAsString(entry);
    String next = LedgerReader.link(state.mark().chain(), text);
    ByteBuffer line = line(text, next);
    while (line.hasRemaining()) {
      channel.write(line);
    }
    if (synced || clock.nanos() - lastSync > SYNC_NANOS) {
      channel.force(false);
      lastSync = clock.nanos();
    }
    state.take(entry, new Mark(state.mark().volume(), entry.number(), channel.position(), next));
  }

  private static ByteBuffer line(String text, String chain) {
    return ByteBuffer.wrap((text + "  " + chain + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Begins a volume: its file appears at once and whole, after the disk has the one before, so that
   * a crash leaves either volume as the newest.
   */
  private void begin(int volume) throws IOException {
    channel.force(true);
    Mark end = state.mark();
    LedgerReader.Opening opening =
        new LedgerReader.Opening(volume, end.count(), end.chain(), state.carried());
    String text = Json.MAPPER.writeValueAsString(opening);
    String chain = LedgerReader.link(end.chain(), text);
    Path file = LedgerVolumes.file(first, volume);
    DurableFile.replace(file, line(text, chain).array());
    channel.close();
    channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
    channel.position(channel.size());
    begun = channel.position();
    state.opened(new Mark(volume, end.count(), channel.position(), chain));
    notes.accept(
        "the ledger goes on in %s; older volumes may be moved to an archive"
            .formatted(file.getFileName()));
  }

  /** Returns the number of entries. */
  synchronized long count() {
    return state.mark().count();
  }

  /** The kind of a message, and who could read it. */
  public record Kind(String message, String shape, String protection) {}

  /**
   * Reads all entries of the volumes that are there and checks the chain; returns the number of the
   * last one.
   *
   * @param chains receives the start of the chain, then the chain after each entry
   * @throws BadInput at the first line that breaks the chain
   */
  public static long walk(Path file, Consumer<LedgerEntry> entries, Consumer<String> chains) {
    List<Volume> volumes = LedgerVolumes.there(file);
    chains.accept(LedgerReader.START);
    return new LedgerReader(
            Mark.START,
            (entry, after) -> {
              entries.accept(entry);
              chains.accept(after.chain());
            },
            carried -> {})
        .read(volumes)
        .count();
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
