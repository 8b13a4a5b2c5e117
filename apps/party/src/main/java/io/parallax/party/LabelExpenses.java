package io.parallax.party;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Reads the uses of labels from a ledger, each time only its new entries. */
public final class LabelExpenses {
  private final Path ledger;
  private final List<LedgerEntry> drawings = new ArrayList<>();
  private final List<LedgerEntry> judgings = new ArrayList<>();
  private Ledger.Mark mark = Ledger.Mark.START;

  public LabelExpenses(Path ledger) {
    this.ledger = ledger;
  }

  /** Returns every drawing of labels, oldest first. */
  synchronized List<LedgerEntry> drawings() {
    readOn();
    return List.copyOf(drawings);
  }

  /** Returns every split that was judged by labels, oldest first. */
  public synchronized List<LedgerEntry> judgings() {
    readOn();
    return List.copyOf(judgings);
  }

  /** Returns the number of sets of scores that a judged split compared with labels. */
  public static int verdicts(LedgerEntry judging) {
    return Math.max(1, judging.verdicts());
  }

  private void readOn() {
    if (Files.exists(ledger)) {
      mark = Ledger.walk(ledger, mark, (entry, at, chain) -> take(entry));
    }
  }

  private void take(LedgerEntry entry) {
    if (entry.message().equals(Ledger.DRAWING)) {
      drawings.add(entry);
    }
    if (entry.message().equals(Ledger.JUDGING)) {
      judgings.add(entry);
    }
  }
}
