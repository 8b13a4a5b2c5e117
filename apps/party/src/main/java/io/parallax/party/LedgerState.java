package io.parallax.party;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Knowledge about a whole ledger that its newest volume begins with: totals, and the entries that
 * limits depend on. So older volumes may be elsewhere, and a start reads the newest one only. Only
 * new entries are read each time.
 */
final class LedgerState {
  private final Path first;
  private final LedgerTotals totals = new LedgerTotals();
  private final List<LedgerEntry> entries = new ArrayList<>();
  private final Set<String> decisions = new HashSet<>();
  private LedgerReader.Mark mark = LedgerReader.Mark.START;
  private long from = 1;

  /**
   * The state at the beginning of a volume.
   *
   * @param totals of all entries before it
   * @param entries decisions, uses of labels and changes of keeping before it, word for word
   */
  record Carried(List<LedgerTotals.Total> totals, List<LedgerEntry> entries) {}

  LedgerState(Path first) {
    this.first = first;
  }

  /** Reads the entries that are new. */
  synchronized LedgerState readOn() {
    if (Files.isDirectory(first.toAbsolutePath().getParent())) {
      List<LedgerVolumes.Volume> volumes = LedgerVolumes.of(first);
      boolean start = mark.equals(LedgerReader.Mark.START);
      int skipped = start ? Math.max(0, volumes.size() - 1) : 0;
      mark =
          new LedgerReader(mark, (entry, after) -> take(entry, after), this::begin)
              .read(volumes.subList(skipped, volumes.size()));
    }
    return this;
  }

  private void begin(Carried carried) {
    carried.totals().forEach(totals::add);
    from = 1 + carried.totals().stream().mapToLong(LedgerTotals.Total::messages).sum();
    carried.entries().forEach(this::remember);
  }

  /** Adds an entry. */
  synchronized void take(LedgerEntry entry, LedgerReader.Mark after) {
    mark = after;
    totals.add(entry);
    remember(entry);
  }

  /** Goes on in a new volume. */
  synchronized void opened(LedgerReader.Mark begin) {
    mark = begin;
  }

  private void remember(LedgerEntry entry) {
    switch (entry.message()) {
      case Ledger.DECISION -> {
        decisions.add(entry.sha256());
        entries.add(entry);
      }
      case Ledger.DRAWING, Ledger.JUDGING -> entries.add(entry);
      case Ledger.KEEPING -> {
        entries.removeIf(old -> old.message().equals(Ledger.KEEPING));
        entries.add(entry);
      }
      default -> {} // counted in the totals
    }
  }

  /** Returns the position after the last entry. */
  synchronized LedgerReader.Mark mark() {
    return mark;
  }

  /** Returns the first entry whose chain was checked. */
  synchronized long from() {
    return from;
  }

  synchronized boolean decided(String record) {
    return decisions.contains(record);
  }

  synchronized List<LedgerTotals.Total> totals() {
    return totals.all();
  }

  /** Returns the decisions, uses of labels or last change of keeping, oldest first. */
  synchronized List<LedgerEntry> entries(String message) {
    return entries.stream().filter(entry -> entry.message().equals(message)).toList();
  }

  synchronized Carried carried() {
    return new Carried(totals.all(), List.copyOf(entries));
  }
}
