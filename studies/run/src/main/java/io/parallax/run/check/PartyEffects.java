package io.parallax.run.check;

import java.util.List;
import java.util.stream.IntStream;

/**
 * The accuracy of a study with all parties and without each, over all its splits.
 *
 * @param together the share of rows that are right when all parties score them
 * @param parties those that were left out
 */
public record PartyEffects(double together, List<Effect> parties) {
  /**
   * One party.
   *
   * @param without the share of rows that are right without it
   * @param adds by how much the share is higher with all parties
   * @param error the standard error of that; of repeated splits, which share rows, that of one
   * @param deviations by which the study is better without it, in the split where that is most
   * @param harmful whether it was named in some split
   */
  public record Effect(
      String party,
      double without,
      double adds,
      double error,
      double deviations,
      boolean harmful) {}

  /**
   * Sums up splits.
   *
   * @param apart whether splits hold out different rows
   */
  public static PartyEffects of(List<LeaveOneOut> splits, boolean apart) {
    List<String> names = splits.get(0).parties();
    double together = mean(splits, 0);
    List<Effect> effects =
        IntStream.rangeClosed(1, names.size())
            .mapToObj(
                part ->
                    new Effect(
                        names.get(part - 1),
                        mean(splits, part),
                        together - mean(splits, part),
                        error(splits, part, apart),
                        splits.stream().mapToDouble(s -> s.harm(part)).max().orElseThrow(),
                        splits.stream()
                            .anyMatch(s -> s.suspected(splits.size()).equals(List.of(part)))))
            .toList();
    return new PartyEffects(together, effects);
  }

  private static double mean(List<LeaveOneOut> splits, int part) {
    return splits.stream().mapToDouble(split -> split.share(part)).average().orElseThrow();
  }

  private static double error(List<LeaveOneOut> splits, int part, boolean apart) {
    double variance =
        splits.stream().mapToDouble(s -> s.variance(0) + s.variance(part)).average().orElseThrow();
    return Math.sqrt(apart ? variance / splits.size() : variance);
  }
}
