package io.parallax.run.check;

import java.util.Locale;

/**
 * A joint result beside what the label holder's own view reaches alone, on the same held-out rows.
 *
 * @param rows number of rows
 * @param own number of rows that the own view gets right
 * @param joint number of rows that the joint result gets right
 * @param onlyOwn number of rows that only the own view gets right
 */
public record OwnView(int rows, int own, int joint, int onlyOwn) {
  /** The deviations from chance beyond which one is the better: chance exceeds them in 1 of 740. */
  static final double CHANCE = 3;

  private static final String WORSE =
      "the joint model is worse than the label holder's own view on the held-out rows%s; some party adds wrong numbers, or the views do not help";

  /** Counts the rows that each gets right. */
  public static OwnView of(int[] truth, int[] own, int[] joint) {
    int[] counts = new int[3];
    for (int i = 0; i < truth.length; i++) {
      boolean byOwn = own[i] == truth[i];
      boolean jointly = joint[i] == truth[i];
      counts[0] += byOwn ? 1 : 0;
      counts[1] += jointly ? 1 : 0;
      counts[2] += byOwn && !jointly ? 1 : 0;
    }
    return new OwnView(truth.length, counts[0], counts[1], counts[2]);
  }

  /**
   * Returns by how many standard deviations the own view is ahead, by McNemar's test: if both were
   * equally good, each would win half of the rows that only one gets right.
   */
  double deviations() {
    int onlyJoint = joint - (own - onlyOwn);
    int differ = onlyOwn + onlyJoint;
    return differ == 0 ? 0 : (onlyOwn - onlyJoint) / Math.sqrt(differ);
  }

  /** Returns true if the joint result is worse beyond chance. */
  public boolean worse() {
    return deviations() > CHANCE;
  }

  /** Returns the numbers in words. */
  public String numbers() {
    return String.format(
        Locale.ROOT,
        "%.1f %% of %,d rows are right, and %.1f %% by that view alone",
        100.0 * joint / rows,
        rows,
        100.0 * own / rows);
  }

  /** Returns a sentence on a joint result that is worse. */
  public String sentence() {
    return WORSE.formatted(": " + numbers());
  }

  /** Returns the same sentence for those who are not told the numbers. */
  public static String untold() {
    return WORSE.formatted("");
  }
}
