package io.parallax.core;

import java.util.Collection;
import java.util.Comparator;

/** Suggests a similar word: "did you mean …?" */
public final class Suggestion {
  private static final int LONGEST = 64;

  private Suggestion() {}

  /** Returns the nearest word if it is similar, and all words. */
  public static String among(String given, Collection<String> known) {
    String hint = hint(given, known);
    return hint + (hint.isEmpty() ? "; known are: " : " Known are: ") + String.join(", ", known);
  }

  /** Returns the nearest word if it is similar; otherwise nothing. */
  public static String hint(String given, Collection<String> known) {
    if (given.length() > LONGEST) { // like no word; comparing takes memory for both together
      return "";
    }
    return known.stream()
        .min(Comparator.comparingInt(word -> distance(given, word)))
        .filter(word -> distance(given, word) <= Math.max(1, given.length() / 3))
        .map(word -> "; did you mean '" + word + "'?")
        .orElse("");
  }

  /** Counts insertions, deletions, replacements and swaps of neighbours. */
  private static int distance(String a, String b) {
    int[][] edits = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        edits[i][j] = Math.max(i, j);
        if (i > 0 && j > 0) {
          int replaced = edits[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
          edits[i][j] = Math.min(replaced, 1 + Math.min(edits[i - 1][j], edits[i][j - 1]));
          if (swapped(a, i, b, j)) {
            edits[i][j] = Math.min(edits[i][j], edits[i - 2][j - 2] + 1);
          }
        }
      }
    }
    return edits[a.length()][b.length()];
  }

  private static boolean swapped(String a, int i, String b, int j) {
    return i > 1
        && j > 1
        && a.charAt(i - 1) == b.charAt(j - 2)
        && a.charAt(i - 2) == b.charAt(j - 1);
  }
}
