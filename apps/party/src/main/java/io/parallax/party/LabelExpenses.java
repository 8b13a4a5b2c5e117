package io.parallax.party;

import java.nio.file.Path;
import java.util.List;

/** Reads the uses of labels from a ledger, each time only its new entries. */
public final class LabelExpenses {
  private final LedgerState ledger;

  public LabelExpenses(Path ledger) {
    this.ledger = new LedgerState(ledger);
  }

  /** Returns every drawing of labels, oldest first. */
  List<LedgerEntry> drawings() {
    return ledger.readOn().entries(Ledger.DRAWING);
  }

  /** Returns every split that was judged by labels, oldest first. */
  public List<LedgerEntry> judgings() {
    return ledger.readOn().entries(Ledger.JUDGING);
  }

  /** Returns the number of sets of scores that a judged split compared with labels. */
  public static int verdicts(LedgerEntry judging) {
    return Math.max(1, judging.verdicts());
  }
}
