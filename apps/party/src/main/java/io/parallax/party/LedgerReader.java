package io.parallax.party;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.parallax.core.BadInput;
import io.parallax.core.Hashes;
import io.parallax.data.Json;
import io.parallax.party.LedgerVolumes.Volume;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;

/**
 * Reads volumes of a ledger and checks the chain within them and from one to the next. Each volume
 * but the first begins with a line that names the end of the volume before it and carries its
 * {@link LedgerState}.
 */
final class LedgerReader {
  static final String START = "0".repeat(64);
  private static final int CHAIN = "  ".length() + 64;
  private final Taker taker;
  private final Consumer<LedgerState.Carried> carried;
  private Mark mark;
  private boolean begun;

  /**
   * A position in a ledger: its volume, the entries so far, the bytes of the volume so far, and the
   * chain there.
   */
  record Mark(int volume, long count, long bytes, String chain) {
    static final Mark START = new Mark(1, 0, 0, LedgerReader.START);
  }

  /** The first line of a volume. */
  record Opening(int volume, long after, String head, LedgerState.Carried carried) {}

  /** Receives an entry and the position after it. */
  interface Taker {
    void take(LedgerEntry entry, Mark after);
  }

  /**
   * @param mark the position to go on from; {@link Mark#START}: the oldest volume that is there
   * @param carried receives the state at the beginning, unless that is the first volume's
   */
  LedgerReader(Mark mark, Taker taker, Consumer<LedgerState.Carried> carried) {
    this.mark = mark;
    this.begun = mark.count() > 0 || mark.bytes() > 0;
    this.taker = taker;
    this.carried = carried;
  }

  /**
   * Reads all complete lines and returns the position after the last one.
   *
   * @throws BadInput at the first line that does not fit
   */
  Mark read(List<Volume> volumes) {
    for (Volume volume : volumes) {
      if (volume.number() < mark.volume()) {
        continue;
      }
      if (begun && volume.number() > mark.volume() + 1) {
        throw new BadInput(
            "%s: volume %d of the ledger is missing before it; restore it, or name its folder with --archive"
                .formatted(volume.file(), mark.volume() + 1));
      }
      try (LedgerLines lines = new LedgerLines(volume.file())) {
        if (!begun || volume.number() > mark.volume()) {
          open(volume, lines);
        } else if (!lines.skip(mark.bytes())) {
          throw new BadInput(
              "%s: entries that were there before line %d are gone; restore it from a copy"
                  .formatted(volume.file(), mark.count()));
        }
        begun = true;
        entries(volume, lines);
      } catch (IOException e) {
        throw new BadInput("cannot read the ledger " + volume.file() + "; check its rights", e);
      }
      requireWhole(volume, volumes);
    }
    return mark;
  }

  private void open(Volume volume, LedgerLines lines) throws IOException {
    if (volume.number() == 1) {
      return;
    }
    byte[] line = lines.next();
    String text = line == null ? "" : said(line);
    Opening opening = opening(volume, text);
    String chain = link(opening.head(), text);
    boolean own = opening.volume() == volume.number() && ends(line, chain);
    boolean follows =
        !begun || opening.after() == mark.count() && opening.head().equals(mark.chain());
    if (!own || !follows) {
      throw new BadInput(
          "%s: volume %d of the ledger does not begin where volume %d ends: one of them was changed, shortened, or put in another's place"
              .formatted(volume.file(), volume.number(), volume.number() - 1));
    }
    if (!begun) {
      carried.accept(opening.carried());
    }
    mark = new Mark(volume.number(), opening.after(), line.length + 1L, chain);
  }

  private static Opening opening(Volume volume, String text) {
    try {
      Opening opening = Json.MAPPER.readValue(text, Opening.class);
      if (opening != null && opening.head() != null && opening.carried() != null) {
        return opening;
      }
    } catch (JsonProcessingException e) {
      // as if there were none
    }
    throw new BadInput(
        "%s: a volume of the ledger must begin with the end of the one before; restore it from a copy"
            .formatted(volume.file()));
  }

  private void entries(Volume volume, LedgerLines lines) throws IOException {
    for (byte[] line = lines.next(); line != null; line = lines.next()) {
      String text = said(line);
      String chain = link(mark.chain(), text);
      long number = mark.count() + 1;
      LedgerEntry entry = ends(line, chain) ? parse(text) : null;
      if (entry == null || entry.number() != number) {
        throw new BadInput(
            "%s: line %d does not fit what stands before it: it was changed, or lines are missing"
                .formatted(volume.file(), number));
      }
      mark = new Mark(volume.number(), number, mark.bytes() + line.length + 1, chain);
      taker.take(entry, mark);
    }
  }

  /** Rejects half a line at the end of a volume that another one follows. */
  private void requireWhole(Volume volume, List<Volume> volumes) {
    try {
      boolean last = volume.equals(volumes.get(volumes.size() - 1));
      if (!last && Files.size(volume.file()) != mark.bytes()) {
        throw new BadInput(
            "%s: line %d is cut, and another volume follows; restore it from a copy"
                .formatted(volume.file(), mark.count() + 1));
      }
    } catch (IOException e) {
      throw new BadInput("cannot read the ledger " + volume.file() + "; check its rights", e);
    }
  }

  private static String said(byte[] line) {
    return new String(line, 0, Math.max(0, line.length - CHAIN), StandardCharsets.UTF_8);
  }

  private static boolean ends(byte[] line, String chain) {
    return line != null
        && line.length > CHAIN
        && new String(line, line.length - CHAIN, CHAIN, StandardCharsets.UTF_8)
            .equals("  " + chain);
  }

  /** Parses a line that was checked before. */
  static LedgerEntry parsed(byte[] line) throws JsonProcessingException {
    return parse(said(line));
  }

  private static LedgerEntry parse(String text) throws JsonProcessingException {
    return Json.MAPPER.readValue(text, LedgerEntry.class);
  }

  static String link(String before, String text) {
    return HexFormat.of().formatHex(Hashes.of((before + text).getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * Returns the last complete line of a ledger as its number of entries and its chain, and waits
   * for the disk to have it.
   */
  static Mark head(Path first) {
    List<Volume> volumes =
        Files.isDirectory(first.toAbsolutePath().getParent()) ? LedgerVolumes.of(first) : List.of();
    if (volumes.isEmpty()) {
      return Mark.START;
    }
    Volume newest = volumes.get(volumes.size() - 1);
    try {
      byte[] line = LedgerLines.last(newest.file());
      if (line.length == 0) {
        return Mark.START;
      }
      String text = said(line);
      if (text.startsWith("{\"volume\"")) {
        Opening opening = opening(newest, text);
        return new Mark(newest.number(), opening.after(), 0, opening.head());
      }
      String chain = new String(line, line.length - 64, 64, StandardCharsets.UTF_8);
      return new Mark(newest.number(), parse(text).number(), 0, chain);
    } catch (IOException | RuntimeException e) {
      throw new BadInput("cannot read the end of the ledger " + newest.file(), e);
    }
  }
}
