package io.parallax.pages;

import java.math.BigDecimal;
import java.math.MathContext;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

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

  /** Returns a setting as people write it: 8, 1e-8, "accel 8, alphanum 16" or a word. */
  public static String setting(Object value) {
    if (value instanceof Map<?, ?> byName) {
      return byName.entrySet().stream()
          .map(one -> one.getKey() + " " + setting(one.getValue()))
          .collect(Collectors.joining(", "));
    } else if (value instanceof Collection<?> list) {
      return list.stream().map(NumberText::setting).collect(Collectors.joining(", "));
    } else if (value instanceof Double number && Double.isFinite(number)) {
      return whole(number);
    }
    return String.valueOf(value);
  }

  /** Returns all digits of a number. */
  private static String whole(double value) {
    double size = Math.abs(value);
    return value == 0 || size >= 1e-4 && size < 1e7
        ? new BigDecimal(Double.toString(value)).stripTrailingZeros().toPlainString()
        : new DecimalFormat("0.################E0", DecimalFormatSymbols.getInstance(Locale.ROOT))
            .format(value)
            .replace('E', 'e');
  }
}
