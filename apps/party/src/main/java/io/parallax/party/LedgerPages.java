package io.parallax.party;

import io.parallax.core.BadInput;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Pages of the ledger with totals and the state of its chain. Only new entries are read; {@link
 * #verified} reads all of them again.
 */
final class LedgerPages {
  private static final int PAGE = 25;
  private final Path file;
  private final Map<String, Total> totals = new LinkedHashMap<>();
  private final List<Long> pages = new ArrayList<>();
  private Ledger.Mark mark = Ledger.Mark.START;
  private String fault = "";
  private String checked = "";

  /** Totals of one kind of message in a study. */
  record Total(String study, String message, String protection, long messages, long bytes) {
    Total plus(long more) {
      return new Total(study, message, protection, messages + 1, bytes + more);
    }
  }

  /**
   * A page of the ledger.
   *
   * @param messages the number of entries in the whole ledger
   * @param unbroken whether the chain holds
   * @param fault the place where it does not
   * @param checked the time of the check
   * @param head the head of the chain
   * @param page the number of entries on a page
   */
  record Page(
      long messages,
      boolean unbroken,
      String fault,
      String checked,
      String head,
      List<Total> totals,
      int page,
      List<LedgerEntry> entries) {}

  LedgerPages(Path file) {
    this.file = file;
  }

  /** Reads the whole ledger again. */
  synchronized Page verified() {
    totals.clear();
    pages.clear();
    mark = Ledger.Mark.START;
    fault = "";
    checked = "";
    return page(0);
  }

  /**
   * Returns a page of entries, newest first.
   *
   * @param before the number of the entry before which the page ends; 0: the newest page
   */
  synchronized Page page(long before) {
    readOn();
    long end = before == 0 ? mark.count() : Math.min(before - 1, mark.count());
    return new Page(
        mark.count(),
        fault.isEmpty(),
        fault,
        checked,
        mark.chain(),
        List.copyOf(totals.values()),
        PAGE,
        entries(Math.max(0, end - PAGE), end));
  }

  private void readOn() {
    if (!fault.isEmpty()) {
      return;
    }
    try {
      if (Files.exists(file)) {
        mark = Ledger.walk(file, mark, this::take);
      }
    } catch (BadInput e) {
      fault = e.getMessage().replace(file.toString(), "the ledger");
    }
    if (checked.isEmpty()) {
      checked = Instant.now().toString();
    }
  }

  private void take(LedgerEntry entry, long at, String chain) {
    if ((entry.number() - 1) % PAGE == 0) {
      pages.add(at);
    }
    String key = entry.study() + " " + entry.message() + " " + entry.protection();
    totals.merge(
        key,
        new Total(entry.study(), entry.message(), entry.protection(), 1, entry.bytes()),
        (old, one) -> old.plus(one.bytes()));
  }

  /** Returns entries by number, {@code from} exclusive, {@code to} inclusive. */
  private List<LedgerEntry> entries(long from, long to) {
    List<LedgerEntry> found = new ArrayList<>();
    if (to == 0 || pages.isEmpty()) {
      return found;
    }
    int first = (int) (from / PAGE);
    try (RandomAccessFile bytes = new RandomAccessFile(file.toFile(), "r")) {
      bytes.seek(pages.get(first));
      int last = (int) Math.min(pages.size(), first + 2L);
      long end = last < pages.size() ? pages.get(last) : mark.bytes();
      byte[] some = new byte[(int) (end - pages.get(first))];
      bytes.readFully(some);
      for (String line : new String(some, StandardCharsets.UTF_8).split("\n")) {
        LedgerEntry entry = Ledger.read(line);
        if (entry.number() > from && entry.number() <= to) {
          found.add(entry);
        }
      }
    } catch (IOException e) {
      throw new BadInput("cannot read the ledger", e);
    }
    Collections.reverse(found);
    return found;
  }
}
