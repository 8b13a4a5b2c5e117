package io.parallax.run.check;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.parallax.core.PartyId;
import io.parallax.study.Check;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
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
  /** Parts below the best by more deviations are low: chance exceeds them in 1 of 160. */
  private static final double LOW = 2.5;

  /** The number of parties up to which the limit is the same: at most 1.4 % for all of them. */
  private static final double MOST_TESTS = 10;

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

  /** Returns the number of rows of all parts that are right. */
  public int allRight() {
    return Arrays.stream(right).sum();
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
   * Returns by how many standard deviations more rows of one part are right than of another, by the
   * test of two proportions.
   */
  double deviations(int part, int other) {
    int all = rows[part] + rows[other];
    double right = (this.right[part] + this.right[other] + 1.0) / (all + 2);
    double deviation = Math.sqrt(right * (1 - right) * (1.0 / rows[part] + 1.0 / rows[other]));
    return (share(part) - share(other)) / deviation;
  }

  /** Returns by how many standard deviations more rows are right without a party than with all. */
  double harm(int part) {
    return deviations(part, 0);
  }

  /**
   * Returns the deviations beyond which a party does harm: the same risk for any number of splits,
   * and about the same for any number of parties.
   */
  double limit(int splits) {
    return Math.sqrt(
        OwnView.CHANCE * OwnView.CHANCE
            + 2 * Math.log(splits * Math.max(1.0, parties.size() / MOST_TESTS)));
  }

  /**
   * Returns the parts without a party that may lie; empty if none is better than all parties
   * together, beyond chance. Everybody knows which rows leave out whom. So a liar can spoil any
   * part but that without itself, which is right then and better than part 0 if that is spoilt.
   * Every part that is as good as the best one, or by itself better than part 0, may therefore be
   * the liar's.
   */
  List<Integer> suspected(int splits) {
    int best = best();
    if (harm(best) <= limit(splits)) {
      return List.of();
    }
    double limit = limit(splits);
    return parts()
        .filter(part -> deviations(best, part) <= LOW || harm(part) > limit)
        .boxed()
        .toList();
  }

  private int best() {
    return parts().boxed().max(Comparator.comparingDouble(this::harm)).orElseThrow();
  }

  private IntStream parts() {
    return IntStream.rangeClosed(1, parties.size());
  }

  /**
   * Returns a sentence on parties that may lie; empty if there is none.
   *
   * @param splits of the study, each of which is tested
   */
  @JsonIgnore
  public Optional<String> worse(int splits) {
    List<Integer> suspected = suspected(splits);
    return suspected.isEmpty()
        ? Optional.empty()
        : Optional.of(suspected.size() == 1 ? one(suspected.get(0)) : several(suspected));
  }

  /** Returns the parties one of which lies; none, if the parts do not tell. */
  public List<String> suspects(int splits) {
    return suspected(splits).stream().map(part -> parties.get(part - 1)).toList();
  }

  /** Returns the party that lies, if it can be no other; empty if there is none. */
  public Optional<String> named(int splits) {
    List<String> suspects = suspects(splits);
    return suspects.size() == 1 ? Optional.of(suspects.get(0)) : Optional.empty();
  }

  private String one(int part) {
    String party = parties.get(part - 1);
    return String.format(
        Locale.ROOT,
        "with party %s the study is worse by %.1f points: %s; it adds wrong numbers, or its rows belong to other ids; submit the study again without it, %s",
        party,
        100 * (share(part) - share(0)),
        numbers(part),
        again());
  }

  private String several(List<Integer> suspected) {
    return String.format(
        Locale.ROOT,
        "the parts of the held-out rows differ by more than chance: %s; one of the parties %s adds wrong numbers, or its rows belong to other ids, and these counts do not tell which; submit the study again without one of them, %s",
        numbers(best()),
        suspected.stream().map(part -> parties.get(part - 1)).collect(Collectors.joining(", ")),
        again());
  }

  private String numbers(int part) {
    return String.format(
        Locale.ROOT,
        "without %s %.1f %% of %,d held-out rows are right, with all parties %.1f %% of %,d (%.1f standard deviations)",
        parties.get(part - 1),
        100 * share(part),
        rows[part],
        100 * share(0),
        rows[0],
        harm(part));
  }

  /** Returns what the study without a party needs; three parties are too few to leave one out. */
  private String again() {
    return parties.size() < Check.LEAST_PARTIES
        ? "under another name and with 'check: {gate: true}' in place of leave-one-out"
        : "under another name";
  }
}
