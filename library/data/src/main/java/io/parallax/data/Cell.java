package io.parallax.data;

/** Parses the text of one cell, whatever kind of file it comes from. */
public final class Cell {
  private static final int SHORT = 9;

  private Cell() {}

  /** Returns true for empty, NA, NaN, null or ?, in any case. */
  static boolean missing(String text) {
    return switch (text.length()) {
      case 0 -> true;
      case 1 -> text.equals("?");
      case 2 -> text.equalsIgnoreCase("NA");
      case 3 -> text.equalsIgnoreCase("NaN");
      case 4 -> text.equalsIgnoreCase("null");
      default -> false;
    };
  }

  /**
   * Returns the finite number of a cell, or NaN for a missing one.
   *
   * @throws NumberFormatException if it is neither
   */
  public static double number(String cell) {
    String text = cell.strip();
    if (missing(text)) {
      return Double.NaN;
    }
    if (text.length() <= SHORT && digitsOnly(text)) {
      return Integer.parseInt(text);
    }
    if (!plain(text)) {
      throw new NumberFormatException();
    }
    double value = Double.parseDouble(text);
    if (Double.isInfinite(value)) {
      throw new NumberFormatException();
    }
    return value;
  }

  /** Returns true if a cell holds a finite number. */
  static boolean isNumber(String cell) {
    try {
      return !Double.isNaN(number(cell));
    } catch (NumberFormatException e) {
      return false;
    }
  }

  /** Returns a category's name: whole numbers have one form, so that 3, 03 and 3.0 are the same. */
  static String category(String cell) {
    String text = cell.strip();
    if (!isNumber(text)) {
      return text;
    }
    return name(number(text));
  }

  /** Returns a number as a name: whole numbers without a decimal point. */
  static String name(double value) {
    boolean whole = value == Math.rint(value) && Math.abs(value) < 1e15;
    return whole ? Long.toString((long) value) : Double.toString(value);
  }

  private static boolean digitsOnly(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns true if the text has only digits, sign, point and exponent: Java's "1f", "0x1p3" and
   * "Infinity" are excluded.
   */
  private static boolean plain(String text) {
    for (int i = 0; i < text.length(); i++) {
      if ("0123456789+-.eE".indexOf(text.charAt(i)) < 0) {
        return false;
      }
    }
    return true;
  }
}
