package io.parallax.party;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingInt;

import io.parallax.core.Refused;
import java.nio.file.Path;
import java.util.Map;

/**
 * Limits the splits that studies judge by a party's labels. The metrics of a split are equations
 * about the labels of its held-out rows, and enough of them would reveal every label. A split is
 * recorded in the ledger before its metrics leave, and counts once for each set of scores, even
 * after a crash.
 */
public final class JudgedSplits {
  private final LabelExpenses ledger;
  private final int most;

  /**
   * @param state the party's folder
   * @param most the most sets of scores that all studies together may compare with the same labels
   */
  public JudgedSplits(Path state, int most) {
    this.ledger = new LabelExpenses(Node.Setup.ledger(state));
    this.most = most;
  }

  /** Returns the counter of a party. */
  static JudgedSplits of(PartyConfig party) {
    return new JudgedSplits(party.state(), party.policy().disclosure().splits());
  }

  /**
   * Returns the use of labels that a study asks for.
   *
   * @param source the location of the labels
   * @param verdicts number of sets of scores that all its splits compare with them
   */
  synchronized Proposal.Judging asked(String source, String study, int verdicts) {
    Map<String, Integer> others =
        ledger.judgings().stream()
            .filter(entry -> entry.text().equals(source) && !entry.study().equals(study))
            .collect(groupingBy(LedgerEntry::study, summingInt(LabelExpenses::verdicts)));
    return new Proposal.Judging(verdicts, source, others);
  }

  /**
   * Counts a split before it is judged, or rejects it.
   *
   * @param verdicts number of sets of scores that it compares with the labels
   */
  public synchronized void count(
      String source, String study, String part, int verdicts, Ledger writer) {
    long judged = 0;
    for (LedgerEntry entry : ledger.judgings()) {
      if (entry.study().equals(study) && entry.part().equals(part)) {
        return;
      }
      judged += entry.text().equals(source) ? LabelExpenses.verdicts(entry) : 0;
    }
    if (judged + verdicts > most) {
      throw new Refused(
          "as many splits were judged by these labels as the owner's 'splits' allows; more of them would tell labels");
    }
    writer.judging(study, part, source, verdicts);
  }
}
