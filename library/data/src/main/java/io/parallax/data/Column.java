package io.parallax.data;

import io.parallax.core.BadInput;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;

/**
 * A column of a file, with the conversion of its cells to numbers.
 *
 * @param name its name in the header
 * @param categories the values that it may have, each of which becomes a feature of ones and zeros;
 *     empty for a column of numbers, which becomes one feature
 * @param absent numbers that mark a missing value
 * @param clip the smallest and the largest number, to which others are clipped; empty for no limits
 */
public record Column(String name, List<String> categories, List<Double> absent, List<Double> clip) {
  public Column {
    if (name == null || name.isBlank() || categories == null || absent == null) {
      throw new BadInput("a column has no name, categories or absent values; give it all three");
    }
    categories = categories.stream().map(Cell::category).toList();
    absent = List.copyOf(absent);
    clip = clip == null ? List.of() : List.copyOf(clip);
    if (new HashSet<>(categories).size() < categories.size()) {
      throw new BadInput("column '" + name + "' has a category twice; name each once");
    }
  }

  /** Returns a column of numbers without special values. */
  public static Column numeric(String name) {
    return new Column(name, List.of(), List.of(), List.of());
  }

  /** Returns the names of its features: its own name, or one for each category. */
  public List<String> features() {
    return categories.isEmpty()
        ? List.of(name)
        : categories.stream().map(category -> name + "=" + category).toList();
  }

  /** Returns distinct categories: by value when all are numbers, else as text. */
  public static List<String> sorted(Collection<String> categories) {
    return LabelColumn.sorted(categories);
  }

  /**
   * Returns a category in the form in which categories are compared: 3, 03 and 3.0 are the same.
   */
  public static String category(String text) {
    return Cell.category(text);
  }

  /** Returns true if a cell is empty or holds a number that marks a missing value. */
  private boolean missing(String text) {
    return Cell.missing(text) || (Cell.isNumber(text) && absent.contains(Cell.number(text)));
  }

  int width() {
    return Math.max(1, categories.size());
  }

  /**
   * Writes the cell's features.
   *
   * @return what is wrong with the cell, or nothing
   */
  String encode(String cell, double[] to, int at) {
    return categories.isEmpty() ? number(cell, to, at) : category(cell, to, at);
  }

  /**
   * Converts a number: NaN if it marks a missing value, else the nearest number within the bounds.
   */
  double value(double value) {
    if (absent.contains(value)) {
      return Double.NaN;
    }
    return clip.isEmpty() ? value : Math.max(clip.get(0), Math.min(clip.get(1), value));
  }

  /** Returns true if numbers are used unchanged. */
  public boolean plain() {
    return absent.isEmpty() && clip.isEmpty();
  }

  private String number(String cell, double[] to, int at) {
    try {
      to[at] = value(Cell.number(cell));
      return "";
    } catch (NumberFormatException e) {
      return "is not a finite number; correct it, leave the cell empty, or name the column under"
          + " 'categorical'";
    }
  }

  private String category(String cell, double[] to, int at) {
    String text = cell.strip();
    boolean missing = missing(text);
    int place = missing ? -1 : categories.indexOf(Cell.category(text));
    if (place < 0 && !missing) {
      return "is not one of its "
          + categories.size()
          + " categories; correct it, or add the category to the study";
    }
    for (int c = 0; c < categories.size(); c++) {
      to[at + c] = missing ? Double.NaN : c == place ? 1 : 0;
    }
    return "";
  }
}
