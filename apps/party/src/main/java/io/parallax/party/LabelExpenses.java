package io.parallax.party;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What a ledger says labels were used for. Only what is new in it is read. */
public final class LabelExpenses {
  private final Path ledger;
  private final List<Ledger.Entry> drawings = new ArrayList<>();
  private final List<Ledger.Entry> judgings = new ArrayList<>();
  private Ledger.Mark mark = Ledger.Mark.START;

  public LabelExpenses(Path ledger) {
    this.ledger = ledger;
  }

  /** Every drawing of labels, the oldest first. */
  public synchronized List<Ledger.Entry> drawings() {
    readOn();
    return List.copyOf(drawings);
  }

  /** Every split that was judged by labels, the oldest first. */
  public synchronized List<Ledger.Entry> judgings() {
    readOn();
    return List.copyOf(judgings);
  }

  /** How many sets of scores were compared with the labels of a split that was judged. */
  public static int verdicts(Ledger.Entry judging) {
    return Math.max(1, judging.verdicts());
  }

  private void readOn() {
    if (Files.exists(ledger)) {
      mark = Ledger.walk(ledger, mark, (entry, at, chain) -> take(entry));
    }
  }

  private void take(Ledger.Entry entry) {
    if (entry.message().equals(Ledger.DRAWING)) {
      drawings.add(entry);
    }
    if (entry.message().equals(Ledger.JUDGING)) {
      judgings.add(entry);
    }
  }
}
