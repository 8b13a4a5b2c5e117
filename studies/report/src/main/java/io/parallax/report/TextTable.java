package io.parallax.report;

import java.util.ArrayList;
import java.util.List;

/** A table for a terminal: first column, and those without a name, left, the others right. */
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
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < rows.size(); i++) {
      line(text, rows.get(i), width, rows.get(0));
      if (i == 0) {
        line(
            text,
            java.util.Arrays.stream(width).mapToObj("─"::repeat).toList(),
            width,
            rows.get(0));
      }
    }
    return text.toString();
  }

  private static void line(
      StringBuilder text, List<String> cells, int[] width, List<String> names) {
    text.append(' ');
    for (int j = 0; j < cells.size(); j++) {
      String pad = " ".repeat(width[j] - cells.get(j).length());
      boolean left = j == 0 || names.get(j).isEmpty();
      text.append(j == 0 ? " " : "  ").append(left ? cells.get(j) + pad : pad + cells.get(j));
    }
    while (text.charAt(text.length() - 1) == ' ') {
      text.setLength(text.length() - 1);
    }
    text.append('\n');
  }
}
