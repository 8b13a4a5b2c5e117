package io.parallax.party;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What a ledger says was spent on labels. Only what is new in it is read. */
public final class LabelExpenses {
  private final Path ledger;
  private final List<Ledger.Entry> drawings = new ArrayList<>();
  private Ledger.Mark mark = Ledger.Mark.START;

  public LabelExpenses(Path ledger) {
    this.ledger = ledger;
  }

  /** Every drawing of labels, the oldest first. */
  public synchronized List<Ledger.Entry> drawings() {
    if (Files.exists(ledger)) {
      mark = Ledger.walk(ledger, mark, (entry, at, chain) -> take(entry));
    }
    return List.copyOf(drawings);
  }

  private void take(Ledger.Entry entry) {
    if (entry.message().equals(Ledger.DRAWING)) {
      drawings.add(entry);
    }
  }
}
