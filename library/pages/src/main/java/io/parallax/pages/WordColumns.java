package io.parallax.pages;

import java.util.List;

/** The columns of a table that hold words, which are aligned to the left; numbers to the right. */
public final class WordColumns {
  private WordColumns() {}

  /** Returns, for every column, whether most of its cells that say something begin a word. */
  public static boolean[] of(int columns, List<List<String>> rows) {
    boolean[] words = new boolean[columns];
    for (int j = 0; j < columns; j++) {
      int column = j;
      long said = rows.stream().filter(row -> says(row.get(column))).count();
      long begun = rows.stream().filter(row -> isWord(row.get(column))).count();
      boolean empty = rows.stream().allMatch(row -> row.get(column).isEmpty());
      words[j] = empty || said > 0 && 2 * begun >= said;
    }
    return words;
  }

  private static boolean says(String cell) {
    return !cell.isEmpty() && !cell.equals("–");
  }

  private static boolean isWord(String cell) {
    return says(cell) && (Character.isLetter(cell.charAt(0)) || cell.charAt(0) == '(');
  }
}
