package io.parallax.eval;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Scores of a classifier. Precision, recall and F1 are macro averages over the classes that occur
 * in the truth; {@code confusion[t][p]} counts samples of class t predicted as p. {@code auc} is
 * NaN when the truth holds one class only.
 */
public record Scores(
    double accuracy,
    double balancedAccuracy,
    double precision,
    double recall,
    double f1,
    double auc,
    int[][] confusion) {
  /** With two classes, the share of the second class that is predicted correctly. */
  public static final String SENSITIVITY = "sensitivity";

  /** With two classes, the share of the first class that is predicted correctly. */
  public static final String SPECIFICITY = "specificity";

  /** The numbers by name, always in the same order. */
  public Map<String, Double> asMap() {
    Map<String, Double> map = new LinkedHashMap<>();
    map.put("accuracy", accuracy);
    map.put("balancedAccuracy", balancedAccuracy);
    map.put("precision", precision);
    map.put("recall", recall);
    map.put("f1", f1);
    map.put("auc", auc);
    if (confusion.length == 2) {
      putPositive(map);
    }
    return map;
  }

  /**
   * Adds precision, recall and F1 of the second class alone, the positive one, as papers on two
   * classes report them; sensitivity and specificity are NaN if their class has no rows.
   */
  private void putPositive(Map<String, Double> map) {
    double hit = confusion[1][1];
    map.put("positivePrecision", ratio(hit, hit + confusion[0][1]));
    map.put("positiveRecall", ratio(hit, hit + confusion[1][0]));
    map.put("positiveF1", ratio(2 * hit, 2 * hit + confusion[0][1] + confusion[1][0]));
    map.put(SENSITIVITY, hit / (hit + confusion[1][0]));
    map.put(SPECIFICITY, (double) confusion[0][0] / (confusion[0][0] + confusion[0][1]));
  }

  private static double ratio(double part, double whole) {
    return whole == 0 ? 0 : part / whole;
  }
}
