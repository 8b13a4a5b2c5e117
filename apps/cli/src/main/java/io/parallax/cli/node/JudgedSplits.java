package io.parallax.cli.node;

import io.parallax.core.Refused;
import io.parallax.party.LabelExpenses;
import io.parallax.party.Ledger;
import io.parallax.party.Node;
import io.parallax.party.Proposal;
import java.nio.file.Path;

/**
 * Counts the splits that studies have judged by a party's labels. What is told of each are
 * equations about the labels of its held-out rows, and enough of them would tell every label. A
 * split stands in the ledger before anything is told of it, and counts once, also where it goes on
 * after a crash.
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
   * @param splits that it judges by them
   */
  synchronized Proposal.Judging asked(String source, String study, int splits) {
    long before =
        ledger.judgings().stream()
            .filter(entry -> entry.text().equals(source) && !entry.study().equals(study))
            .count();
    return new Proposal.Judging(splits, Math.toIntExact(before));
  }

  /** Counts a split that is about to be judged, or refuses it. */
  synchronized void count(String source, String study, String part, Ledger writer) {
    long judged = 0;
    for (Ledger.Entry entry : ledger.judgings()) {
      if (entry.study().equals(study) && entry.part().equals(part)) {
        return;
      }
      judged += entry.text().equals(source) ? 1 : 0;
    }
    if (judged >= most) {
      throw new Refused(
          "%d splits were judged by these labels, which is all that the owner's 'splits' allows; more of them would tell labels"
              .formatted(judged));
    }
    writer.judging(study, part, source);
  }
}
