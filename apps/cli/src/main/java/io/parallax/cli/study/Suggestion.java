package io.parallax.cli.study;

import java.util.Collection;
import java.util.Comparator;

/** "Did you mean …?" */
public final class Suggestion {
  private Suggestion() {}

  /** The nearest word if it is near, and all words. */
  public static String among(String given, Collection<String> known) {
    return hint(given, known) + "; known are: " + String.join(", ", known);
  }

  /** The nearest word if it is near; otherwise nothing. */
  static String hint(String given, Collection<String> known) {
    return known.stream()
        .min(Comparator.comparingInt(word -> distance(given, word)))
        .filter(word -> distance(given, word) <= Math.max(1, given.length() / 3))
        .map(word -> "; did you mean '" + word + "'?")
        .orElse("");
  }

  /** Levenshtein's: insertions, deletions and replacements. */
  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int replaced = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
