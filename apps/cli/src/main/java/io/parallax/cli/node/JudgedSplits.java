package io.parallax.cli.node;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.summingInt;

import io.parallax.core.Refused;
import io.parallax.party.LabelExpenses;
import io.parallax.party.Ledger;
import io.parallax.party.Node;
import io.parallax.party.Proposal;
import java.nio.file.Path;
import java.util.Map;

/**
 * Counts the splits that studies have judged by a party's labels. What is told of each are
 * equations about the labels of its held-out rows, and enough of them would tell every label. A
 * split stands in the ledger before anything is told of it, and counts once for each set of scores
 * that is compared with them, also where it goes on after a crash.
 */
final class JudgedSplits {
  private final LabelExpenses ledger;
  private final int most;

  /**
   * @param most splits that all studies together may judge by the same labels
   */
  JudgedSplits(Path state, int most) {
    this.ledger = new LabelExpenses(Node.Setup.ledger(state));
    this.most = most;
  }

  /** Those of a party. */
  static JudgedSplits of(PartyConfig party) {
    return new JudgedSplits(party.state(), party.policy().splits());
  }

  /**
   * What a study asks for.
   *
   * @param source where the labels are
   * @param verdicts how many sets of scores it compares with them, in all its splits
   */
  synchronized Proposal.Judging asked(String source, String study, int verdicts) {
    Map<String, Integer> others =
        ledger.judgings().stream()
            .filter(entry -> entry.text().equals(source) && !entry.study().equals(study))
            .collect(groupingBy(Ledger.Entry::study, summingInt(LabelExpenses::verdicts)));
    return new Proposal.Judging(verdicts, source, others);
  }

  /**
   * Counts a split that is about to be judged, or refuses it.
   *
   * @param verdicts how many sets of scores it compares with the labels
   */
  synchronized void count(String source, String study, String part, int verdicts, Ledger writer) {
    long judged = 0;
    for (Ledger.Entry entry : ledger.judgings()) {
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
