package io.parallax.cli.study;

import io.parallax.core.PartyId;
import io.parallax.engine.SumProtocol;
import io.parallax.privacy.RandomisedResponse;
import io.parallax.privacy.RobustSum;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What is done to what leaves the parties.
 *
 * @param masked whether the coordinator sees sums only
 * @param robust whether, and how, single parties are kept from moving a sum far
 * @param rowClip the length to which each row that a party adds to a sum is cut, before its weight
 * @param labelEpsilon by how much training labels are randomised; 0: they are not
 * @param recorded whether what the coordinator saw is kept, to try attacks on it
 * @param align how parties that hold the same people find their rows
 */
public record Protection(
    boolean masked,
    Robust robust,
    double rowClip,
    double labelEpsilon,
    boolean recorded,
    Study.Align align) {
  /** The length of a row of scores for one label; honest parties' are shorter, or little longer. */
  public static final double ROW_CLIP = 1;

  /** How many parties a masked sum needs: of two, each could subtract itself. */
  public static final int LEAST_MASKED = 3;

  /** And at most: every party has a key with every other. */
  public static final int MOST_MASKED = 50;

  /** The sums as they are, the labels as they are, nothing recorded. */
  public static final Protection NONE =
      new Protection(false, Robust.NONE, ROW_CLIP, 0, false, Study.Align.NONE);

  /** A way of adding that a few wrong summands cannot move far; it needs plain ones. */
  public enum Robust {
    NONE,
    MEDIAN,
    TRIMMED
  }

  /** How summands of these parties become a sum, where they are not masked. */
  public SumProtocol plainSums() {
    return switch (robust) {
      case NONE -> SumProtocol.plain();
      case MEDIAN -> RobustSum.median();
      case TRIMMED -> RobustSum.trimmed();
    };
  }

  /** "masked" or "plain". */
  public String aggregation() {
    return masked ? "masked" : "plain";
  }

  /** What to say when a party's rows turn out to be longer. */
  public String cut(PartyId party) {
    return "many rows of party %s are longer than protection.row-clip (%s) and are cut to it; if they are right, raise it"
        .formatted(party, rowClip);
  }

  /** What that means for each side, in sentences. */
  public List<String> sentences(int classes, Exposure exposure) {
    List<String> all = new ArrayList<>();
    all.add(
        masked
            ? "Sums were masked (aggregation: masked): of what is summed the coordinator saw totals"
                + " over the parties only. What a total itself tells is not hidden."
            : "Sums were taken in plain sight of the coordinator (aggregation: plain): it could"
                + " read each party's numbers, and what they tell of its rows.");
    if (!exposure.shown().isEmpty()) {
      all.add("Seen one by one, not in sum: " + String.join(", ", exposure.shown()) + ".");
    }
    if (masked && !exposure.sumsOfOne().isEmpty()) {
      all.add(
          "Masks do not hide "
              + String.join(", ", exposure.sumsOfOne())
              + ": only the party with the labels adds to it, so that the total is its own"
              + " numbers.");
    }
    if (masked && !exposure.sumsOfTwo().isEmpty()) {
      all.add(
          "To "
              + String.join(", ", exposure.sumsOfTwo())
              + " only two parties add, and each can work out the other's numbers from the total;"
              + " with one party more they cannot.");
    }
    if (robust != Robust.NONE) {
      all.add(
          "Of each number the parties' "
              + (robust == Robust.MEDIAN ? "median" : "mean without the extremes")
              + " was used, so that a single party could not move it far; that excludes masks.");
    }
    if (labelEpsilon > 0) {
      double truthful = new RandomisedResponse(labelEpsilon, classes).truthful();
      all.add(
          String.format(
              Locale.ROOT,
              "Training labels were randomised once by their owner (epsilon %s): each was the"
                  + " true one with probability %.3f, and nobody can tell from it more surely"
                  + " than that. Splits and what is told of held-out rows go by the true ones.",
              labelEpsilon,
              truthful));
    }
    return all;
  }
}
