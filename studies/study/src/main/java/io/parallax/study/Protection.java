package io.parallax.study;

import io.parallax.core.BadInput;
import io.parallax.core.Method;
import io.parallax.core.PartyId;
import io.parallax.core.RowLimits;
import io.parallax.engine.SumProtocol;
import io.parallax.engine.Traffic;
import io.parallax.privacy.MaskedSum;
import io.parallax.privacy.RandomisedResponse;
import io.parallax.privacy.RobustSum;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedSet;

/**
 * The protection of the messages that leave the parties.
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
    Align align) {
  /** The length of a row of scores for one label; honest parties' are shorter, or little longer. */
  public static final double ROW_CLIP = 1;

  /** The least number of parties in a masked sum: of two, each could subtract its own part. */
  public static final int LEAST_MASKED = 3;

  /** And at most: every party has a key with every other. */
  public static final int MOST_MASKED = 50;

  /** The sums as they are, the labels as they are, nothing recorded. */
  public static final Protection NONE =
      new Protection(false, Robust.NONE, ROW_CLIP, 0, false, Align.NONE);

  /** The ways in which the parties' numbers are added. */
  public enum Aggregation {
    PLAIN,
    MASKED,
    PROVED,
    MEDIAN,
    TRIMMED;

    /** Returns its name in a study file. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final double MOST_EPSILON = 20;

  /**
   * Returns whether sums are masked: as wanted, else wherever they can be.
   *
   * @param wanted empty: the study does not say
   * @param parties number of parties; 0: the data will tell
   * @param goesOn whether training goes on without a party that has left
   * @param lacking whether parties may lack rows; masks of three leave out what one of them lacks
   */
  public static boolean masked(
      Optional<Aggregation> wanted, int parties, boolean goesOn, boolean lacking) {
    int least = LEAST_MASKED + (goesOn ? 1 : 0); // of three parties a masked sum needs all
    if (wanted.isEmpty()) {
      boolean losing = lacking && parties == LEAST_MASKED;
      return parties >= least && parties <= MOST_MASKED && !losing;
    }
    boolean masked = wanted.get() == Aggregation.MASKED || wanted.get() == Aggregation.PROVED;
    if (masked && parties > 0 && parties < LEAST_MASKED) {
      throw tooFew(wanted.get(), parties);
    }
    if (masked && parties > 0 && parties < least) {
      throw new BadInput(
          "protection.aggregation is '%s', which needs more than two thirds of the parties: of 3 none can leave (stop.lost); use 4 or more, 'aggregation: plain', or have it stop"
              .formatted(wanted.get().word()));
    }
    return masked;
  }

  /** Returns the complaint that there are too few parties to mask sums. */
  public static BadInput tooFew(Aggregation way, int parties) {
    return new BadInput(
        "protection.aggregation is '"
            + way.word()
            + "' and needs at least "
            + LEAST_MASKED
            + " parties, and there are "
            + parties
            + ": of two, each finds the other's numbers by subtracting its own from the sum");
  }

  /**
   * Returns how single parties are kept from moving a sum far.
   *
   * @param parties number of parties; 0: the data will tell
   * @param alike whether parties do the same work on different rows
   */
  public static Robust robust(Optional<Aggregation> wanted, int parties, boolean alike) {
    Aggregation way = wanted.orElse(Aggregation.PLAIN);
    if (way == Aggregation.PROVED) {
      return Robust.PROVED;
    }
    if (way != Aggregation.MEDIAN && way != Aggregation.TRIMMED) {
      return Robust.NONE;
    }
    if (!alike) {
      throw new BadInput(
          "protection.aggregation is '%s', which is for parties with different people; here each adds something else to a sum"
              .formatted(way.word()));
    }
    if (parties > 0 && parties < LEAST_MASKED) {
      throw new BadInput(
          "protection.aggregation is '%s' and needs at least 3 parties, and there are %d"
              .formatted(way.word(), parties));
    }
    return way == Aggregation.MEDIAN ? Robust.MEDIAN : Robust.TRIMMED;
  }

  /** Returns the length to which rows are cut. */
  public static double rowClip(double length) {
    if (!(length > 0)) {
      throw new BadInput(
          "protection.row-clip is %s and must be above 0, or none; scores of one label have length 1"
              .formatted(length));
    }
    return length;
  }

  /**
   * Returns the epsilon by which labels are randomised.
   *
   * @param learns whether labels are learnt, and not only groups judged by them
   */
  public static double labelEpsilon(double epsilon, boolean learns) {
    if (!(epsilon > 0) || epsilon > MOST_EPSILON) {
      throw new BadInput(
          "protection.labels.epsilon is " + epsilon + " and must be above 0 and at most 20");
    }
    if (!learns) {
      throw new BadInput("protection.labels is for methods that learn labels; this one groups");
    }
    return epsilon;
  }

  /** Returns true if a sum is an estimate that a few wrong numbers cannot move far. */
  public boolean estimates() {
    return robust == Robust.MEDIAN || robust == Robust.TRIMMED;
  }

  /** Returns true if each party proves that what it adds is within the study's limits. */
  public boolean proved() {
    return masked && robust == Robust.PROVED;
  }

  /** Rejects proofs for a method that limits nothing. */
  public RowLimits requireLimits(RowLimits limits, Method<?, ?> method) {
    if (proved() && limits == RowLimits.NONE) {
      throw new BadInput(
          "protection.aggregation is 'proved', but %s limits no rows, so that nothing can be proved; use 'aggregation: masked'"
              .formatted(method.about().title()));
    }
    return limits;
  }

  /** Rejects a way of adding that does not fit a method or the other protections. */
  public void requireFit(Configured<?, ?> method) {
    if (proved() && Double.isInfinite(rowClip)) {
      throw new BadInput(
          "protection.aggregation is 'proved', but row-clip is none, so that no row is too long; give a row-clip, or use 'aggregation: masked'");
    }
    if (estimates() && method.needsSums().isPresent()) {
      throw new BadInput(
          "protection.aggregation is '%s', which does not go with %s"
              .formatted(robust.name().toLowerCase(Locale.ROOT), method.needsSums().get()));
    }
  }

  /**
   * A way of adding that a few wrong summands cannot move far. An estimate needs plain summands,
   * proofs masked ones.
   */
  public enum Robust {
    NONE,
    PROVED,
    MEDIAN,
    TRIMMED
  }

  /** Returns the protocol that adds these parties' summands without masks. */
  public SumProtocol plainSums() {
    return switch (robust) {
      case NONE, PROVED -> SumProtocol.plain();
      case MEDIAN -> RobustSum.median();
      case TRIMMED -> RobustSum.trimmed();
    };
  }

  /**
   * Returns the protocol that adds summands of parties in this process, as the study says.
   *
   * @param goesOn whether sums continue among the remaining parties when one leaves
   */
  public SumProtocol inProcess(SortedSet<PartyId> parties, byte[] run, boolean goesOn) {
    if (!masked) {
      return plainSums();
    }
    MaskedSum sums = goesOn ? MaskedSum.remaining(parties, run) : MaskedSum.inProcess(parties, run);
    return proved() ? sums.proved() : sums;
  }

  /** Returns the sentence on how many sums were proved, if they were to be. */
  public Optional<String> proofs(Traffic.Proofs found) {
    if (!proved()) {
      return Optional.empty();
    }
    String but =
        found.without().isEmpty()
            ? ""
            : "; masked, but not proved, because the study sets no narrow limit: "
                + String.join(", ", found.without());
    return Optional.of("proved: %d of %d sums%s".formatted(found.proved(), found.sums(), but));
  }

  /** Returns the least number of parties that add to a sum about a row; 0: any number. */
  public int leastAdding() {
    return !masked ? 0 : align.whole() ? LEAST_MASKED : align.blanks().least();
  }

  /** Returns the protection by which a party reads its own rows, whatever others have. */
  public Protection alone() {
    return align.whole()
        ? this
        : new Protection(false, robust, rowClip, labelEpsilon, recorded, align)
            .with(align.lacking(new Align.Blanks(0, align.blanks().indicator())));
  }

  /** Returns the same protection with another alignment. */
  public Protection with(Align other) {
    return new Protection(masked, robust, rowClip, labelEpsilon, recorded, other);
  }

  /** Returns "proved", "masked" or "plain". */
  public String aggregation() {
    return proved() ? "proved" : masked ? "masked" : "plain";
  }

  /** Returns the warning for a party whose rows are longer than the limit. */
  public String cut(PartyId party) {
    return "many rows of party %s are longer than protection.row-clip (%s) and are cut to it; if they are right, raise it"
        .formatted(party, rowClip);
  }

  /** Explains the protection for each side, in sentences. */
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
    if (masked) {
      unhidden(exposure, all);
    }
    if (proved()) {
      all.add(
          "Where the study limits what is added, each party proved to the coordinator and all other"
              + " parties together that it was within the limits (aggregation: proved); a sum for"
              + " which one could not was not used. A coordinator or another party that helps it to"
              + " lie is outside of this promise.");
    }
    if (estimates()) {
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

  /** Adds the sums that masks do not hide. */
  private static void unhidden(Exposure exposure, List<String> all) {
    if (!exposure.sumsOfOne().isEmpty()) {
      all.add(
          "Masks do not hide "
              + String.join(", ", exposure.sumsOfOne())
              + ": only the party with the labels adds to it, so that the total is its own"
              + " numbers.");
    }
    if (!exposure.sumsOfTwo().isEmpty()) {
      all.add(
          "To "
              + String.join(", ", exposure.sumsOfTwo())
              + " only two parties add, and each can work out the other's numbers from the total;"
              + " with one party more they cannot.");
    }
  }
}
