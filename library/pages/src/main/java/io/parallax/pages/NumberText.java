package io.parallax.pages;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Numbers as text, the same in every language of the machine. */
public final class NumberText {
  private NumberText() {}

  public static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }

  /** Returns a number of any size in few letters: 0.25, 1,500, 2.4e-5, 1e-12. */
  public static String number(double value) {
    double size = Math.abs(value);
    if (!Double.isFinite(value)) {
      return "–";
    } else if (value != 0 && (size >= 1e6 || size < 1e-3)) {
      return format("%.1e", value)
          .replace(".0e", "e")
          .replaceAll("e([+-])0?", "e$1")
          .replace("+", "");
    }
    BigDecimal rounded = new BigDecimal(value).round(new MathContext(4)).stripTrailingZeros();
    return format("%,." + Math.max(0, rounded.scale()) + "f", rounded);
  }
}
