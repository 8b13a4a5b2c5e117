package io.parallax.data;

import io.parallax.core.BadInput;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Checks the names in a file's header, and gives advice on wrong ones. */
public final class ColumnNames {
  private static final int SHOWN = 5;

  /** The usual reason of a first column without a name. */
  private static final String INDEX =
      ", or write the table without its index (pandas: to_csv(…, index=False))";

  private ColumnNames() {}

  /** Rejects a header with an empty name, or the same name twice. */
  public static void requireDistinct(String source, List<String> header) {
    Map<String, Integer> places = new HashMap<>();
    for (int c = 0; c < header.size(); c++) {
      String name = header.get(c);
      if (name.isEmpty()) {
        throw new BadInput(
            "%s: column %d of the header has no name; give it one%s"
                .formatted(source, c + 1, c == 0 ? INDEX : ""));
      }
      Integer earlier = places.putIfAbsent(name, c);
      if (earlier != null) {
        throw new BadInput(
            "%s: columns %d and %d of the header have the same name; rename one (is it a header?)"
                .formatted(source, earlier + 1, c + 1));
      }
    }
  }

  /**
   * Returns the index of a column, or fails with a message that names similar columns.
   *
   * @param source the file's name in the message
   * @param role the column's purpose in the message
   */
  public static int require(String source, List<String> columns, String wanted, String role) {
    int index = columns.indexOf(wanted);
    if (index < 0) {
      throw new BadInput(
          "%s: no column '%s' for the %s".formatted(source, wanted, role),
          "; " + advice(wanted, columns));
    }
    return index;
  }

  static String advice(String wanted, List<String> columns) {
    Optional<String> separator = columns.size() == 1 ? separator(columns.get(0)) : Optional.empty();
    if (separator.isPresent()) {
      return "the header has no commas; say what stands between the columns: separator: "
          + separator.get();
    }
    if (columns.stream().filter(Cell::isNumber).count() * 2 > columns.size()) {
      return "the first line looks like data; put a header line above it";
    }
    return closest(wanted, columns).map(name -> "did you mean '" + name + "'? ").orElse("")
        + "the file has "
        + some(columns);
  }

  /** Returns what stands between the names in a header, as a study file says it. */
  static Optional<String> separator(String header) {
    return header.contains("\t")
        ? Optional.of("tab")
        : List.of(";", "|").stream().filter(header::contains).findFirst().map("\"%s\""::formatted);
  }

  private static Optional<String> closest(String wanted, List<String> columns) {
    int near = Math.max(1, wanted.length() / 3);
    return columns.stream()
        .filter(name -> distance(wanted, name) <= near)
        .min(Comparator.comparingInt(name -> distance(wanted, name)));
  }

  private static String some(List<String> columns) {
    String names = String.join(", ", columns.subList(0, Math.min(SHOWN, columns.size())));
    int more = columns.size() - SHOWN;
    return more > 0 ? names + " and " + more + " more" : names;
  }

  /** Counts insertions, deletions and replacements between two names, ignoring case. */
  private static int distance(String left, String right) {
    String a = left.toLowerCase(Locale.ROOT);
    String b = right.toLowerCase(Locale.ROOT);
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
