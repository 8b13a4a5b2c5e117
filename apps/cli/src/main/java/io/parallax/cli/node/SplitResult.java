package io.parallax.cli.node;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What one split gave: only aggregates and metrics.
 *
 * @param metrics over all held-out rows, or of the party that has the labels
 * @param byParty the mean of the parties' own metrics, where they hold different people
 * @param parties metrics by party and view, where they are told
 * @param affinity who is like whom, of the first split of a method that finds that out; else null
 * @param cut how many parties had many rows that were longer than the row clip
 * @param directions how many combinations of the parties' columns were told for every training row
 * @param missing who was not there in which rounds, where the study goes on without some
 */
record SplitResult(
    int trial,
    Map<String, Double> metrics,
    Map<String, Double> byParty,
    Map<String, Map<String, Map<String, Double>>> parties,
    int[][] confusion,
    int rounds,
    boolean converged,
    double objective,
    List<Double> trace,
    Map<String, Long> bytesDown,
    Map<String, Long> bytesUp,
    double seconds,
    String hash,
    Likeness affinity,
    int cut,
    long directions,
    SortedMap<String, Missed.Gap> missing) {
  SplitResult {
    parties = parties == null ? Map.of() : parties; // as it was kept before there were any
    missing = missing == null ? new TreeMap<>() : missing;
  }

  /**
   * A picture of rows ordered by group.
   *
   * @param png in Base64
   * @param sizes of the groups
   */
  record Likeness(String png, int[] sizes) {}
}
