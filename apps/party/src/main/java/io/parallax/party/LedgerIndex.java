package io.parallax.party;

import io.parallax.core.BadInput;
import io.parallax.party.LedgerVolumes.Volume;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds entries of a ledger without reading all of it: it remembers which properties occur in each
 * block of lines. A volume is read when entries are first sought in it, and its new lines later.
 */
final class LedgerIndex {
  private static final int BLOCK = 200;
  private final Map<Integer, Blocks> volumes = new HashMap<>();

  /** The blocks of a volume. */
  private static final class Blocks {
    private final List<Block> all = new ArrayList<>();
    private long end;
  }

  /** A few lines that follow each other. */
  private static final class Block {
    private final long at;
    private final Set<LedgerTotals.Key> keys = new HashSet<>();
    private long first;
    private long end;
    private int lines;

    Block(long at) {
      this.at = at;
      this.end = at;
    }
  }

  /**
   * Returns entries, newest first.
   *
   * @param before the number that all of them are below; 0: any
   * @param most how many are wanted
   */
  synchronized List<LedgerEntry> find(
      List<Volume> there, LedgerFilter filter, long before, long most) {
    List<LedgerEntry> found = new ArrayList<>();
    long below = before == 0 ? Long.MAX_VALUE : before;
    try {
      for (int v = there.size() - 1; v >= 0 && found.size() < most; v--) {
        List<Block> blocks = read(there.get(v)).all;
        for (int b = blocks.size() - 1; b >= 0 && found.size() < most; b--) {
          Block block = blocks.get(b);
          if (block.first < below && block.keys.stream().anyMatch(filter::takes)) {
            take(there.get(v), block, filter, below, most, found);
          }
        }
      }
    } catch (IOException e) {
      throw new BadInput("cannot read the ledger; check its rights", e);
    }
    return found;
  }

  private Blocks read(Volume volume) throws IOException {
    Blocks blocks = volumes.computeIfAbsent(volume.number(), number -> new Blocks());
    try (LedgerLines lines = new LedgerLines(volume.file())) {
      if (!lines.skip(blocks.end)) {
        throw new IOException("shorter than it was");
      }
      for (byte[] line = lines.next(); line != null; line = lines.next()) {
        if (blocks.end > 0 || volume.number() == 1) {
          add(blocks, LedgerReader.parsed(line), line.length + 1);
        }
        blocks.end += line.length + 1;
      }
    }
    return blocks;
  }

  private static void add(Blocks blocks, LedgerEntry entry, int length) {
    int last = blocks.all.size() - 1;
    if (last < 0 || blocks.all.get(last).lines == BLOCK) {
      blocks.all.add(new Block(blocks.end));
      last++;
    }
    Block block = blocks.all.get(last);
    block.first = block.lines == 0 ? entry.number() : block.first;
    block.lines++;
    block.end += length;
    block.keys.add(LedgerTotals.Key.of(entry));
  }

  private static void take(
      Volume volume,
      Block block,
      LedgerFilter filter,
      long below,
      long most,
      List<LedgerEntry> found)
      throws IOException {
    byte[] bytes = new byte[(int) (block.end - block.at)];
    try (RandomAccessFile file = new RandomAccessFile(volume.file().toFile(), "r")) {
      file.seek(block.at);
      file.readFully(bytes);
    }
    String[] lines = new String(bytes, StandardCharsets.UTF_8).split("\n");
    for (int i = lines.length - 1; i >= 0 && found.size() < most; i--) {
      LedgerEntry entry = LedgerReader.parsed(lines[i].getBytes(StandardCharsets.UTF_8));
      if (entry.number() < below && filter.takes(entry)) {
        found.add(entry);
      }
    }
  }
}
