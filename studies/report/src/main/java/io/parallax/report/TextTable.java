package io.parallax.report;

import io.parallax.pages.WordColumns;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A table for a terminal: the first column and those of words left, numbers right. */
public final class TextTable {
  private final List<List<String>> rows = new ArrayList<>();

  public TextTable(String... header) {
    rows.add(List.of(header));
  }

  public TextTable row(List<String> cells) {
    rows.add(List.copyOf(cells));
    return this;
  }

  public TextTable row(String... cells) {
    return row(List.of(cells));
  }

  @Override
  public String toString() {
    int columns = rows.get(0).size();
    int[] width = new int[columns];
    for (List<String> row : rows) {
      for (int j = 0; j < columns; j++) {
        width[j] = Math.max(width[j], row.get(j).length());
      }
    }
    boolean[] left = WordColumns.of(columns, rows.subList(1, rows.size()));
    left[0] = true;
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < rows.size(); i++) {
      line(text, rows.get(i), width, left);
      if (i == 0) {
        line(text, Arrays.stream(width).mapToObj("─"::repeat).toList(), width, left);
      }
    }
    return text.toString();
  }

  private static void line(StringBuilder text, List<String> cells, int[] width, boolean[] left) {
    text.append(' ');
    for (int j = 0; j < cells.size(); j++) {
      String pad = " ".repeat(width[j] - cells.get(j).length());
      text.append(j == 0 ? " " : "  ").append(left[j] ? cells.get(j) + pad : pad + cells.get(j));
    }
    while (text.charAt(text.length() - 1) == ' ') {
      text.setLength(text.length() - 1);
    }
    text.append('\n');
  }
}
