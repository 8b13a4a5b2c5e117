package io.parallax.run.check;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.parallax.core.PartyId;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Counts of a split's held-out rows that are right when all parties score them, and when one is
 * left out.
 *
 * @param parties those that are left out, in the order of the parts from 1 on
 * @param right the number of rows that are right, of each part
 * @param rows the number of rows of each part
 */
public record LeaveOneOut(List<String> parties, int[] right, int[] rows) {
  /** Counts the rows that are right. */
  public static LeaveOneOut of(LeftOutParts parts, int[] heldOut, int[] truth, int[] found) {
    int[] right = new int[parts.count()];
    int[] rows = new int[parts.count()];
    for (int i = 0; i < heldOut.length; i++) {
      int part = parts.ofRow()[heldOut[i]];
      rows[part]++;
      right[part] += found[i] == truth[i] ? 1 : 0;
    }
    return new LeaveOneOut(names(parts), right, rows);
  }

  /** Returns the names of those that are left out. */
  public static List<String> names(LeftOutParts parts) {
    return parts.leftOut().stream().map(PartyId::name).toList();
  }

  /** Returns the share of a part's rows that are right. */
  double share(int part) {
    return (double) right[part] / rows[part];
  }

  /** Returns the variance of that share; never 0, as if one row more were right and one wrong. */
  double variance(int part) {
    double share = (right[part] + 1.0) / (rows[part] + 2);
    return share * (1 - share) / rows[part];
  }

  /**
   * Returns by how many standard deviations more rows are right without a party than in all other
   * parts, by the test of two proportions with the variance of those others.
   */
  double deviations(int part) {
    int others = Arrays.stream(rows).sum() - rows[part];
    int good = Arrays.stream(right).sum() - right[part];
    double share = (good + 1.0) / (others + 2);
    double deviation = Math.sqrt(share * (1 - share) * (1.0 / rows[part] + 1.0 / others));
    return (share(part) - (double) good / others) / deviation;
  }

  /**
   * Returns the deviations beyond which a party is named, the same risk for any number of splits.
   */
  static double limit(int splits) {
    return Math.sqrt(OwnView.CHANCE * OwnView.CHANCE + 2 * Math.log(splits));
  }

  /** Returns the part without the party that harms most; empty: nobody does, beyond chance. */
  Optional<Integer> harmed(int splits) {
    return IntStream.rangeClosed(1, parties.size())
        .boxed()
        .max(Comparator.comparingDouble(this::deviations))
        .filter(part -> deviations(part) > limit(splits));
  }

  /**
   * Returns a sentence on the party without which the study is better; empty if there is none.
   *
   * @param splits of the study, each of which is tested
   */
  @JsonIgnore
  public Optional<String> worse(int splits) {
    return harmed(splits).map(this::sentence);
  }

  /** Returns the party without which the study is better; empty if there is none. */
  public Optional<String> named(int splits) {
    return harmed(splits).map(part -> parties.get(part - 1));
  }

  private String sentence(int part) {
    int others = Arrays.stream(rows).sum() - rows[part];
    double without = 100 * share(part);
    double with = 100.0 * (Arrays.stream(right).sum() - right[part]) / others;
    return String.format(
        Locale.ROOT,
        "with party %s the study is worse by %.1f points: without it %.1f %% of %,d held-out rows are right, with it %.1f %% of %,d (%.1f standard deviations); it adds wrong numbers, or its rows belong to other ids; submit the study again without it",
        parties.get(part - 1),
        without - with,
        without,
        rows[part],
        with,
        others,
        deviations(part));
  }
}
