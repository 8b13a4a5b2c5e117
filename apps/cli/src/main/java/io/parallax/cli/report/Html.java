package io.parallax.cli.report;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/** Small pieces of HTML; every text that comes from outside goes through {@link #text}. */
public final class Html {
  private static final int LINE = 50; // longer words of a cell go to another line

  private Html() {}

  static String text(String raw) {
    return raw.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  static String format(String pattern, Object... values) {
    return String.format(Locale.ROOT, pattern, values);
  }

  /**
   * A table of cells that are HTML already: columns of words to the left, of numbers to the right.
   *
   * @param kind of each row, by its first cell; empty: none
   */
  static String table(List<String> header, List<List<String>> rows, UnaryOperator<String> kind) {
    StringBuilder table = new StringBuilder("<div class=\"scroll\"><table>\n");
    boolean[] words = new boolean[header.size()];
    for (int j = 0; j < words.length; j++) {
      int column = j;
      words[j] = rows.stream().allMatch(row -> isWord(row.get(column)));
    }
    if (header.stream().anyMatch(name -> !name.isEmpty())) {
      table.append(row("th", "", header, words));
    }
    rows.forEach(cells -> table.append(row("td", kind.apply(cells.get(0)), cells, words)));
    return table.append("</table></div>\n").toString();
  }

  private static boolean isWord(String cell) {
    return cell.isEmpty() || cell.startsWith("<code") || Character.isLetter(cell.charAt(0));
  }

  private static String row(String tag, String kind, List<String> cells, boolean[] words) {
    StringBuilder row = new StringBuilder(kind.isEmpty() ? "<tr>" : "<tr class=\"" + kind + "\">");
    for (int j = 0; j < cells.size(); j++) {
      boolean sentence = cells.get(j).length() > LINE;
      String left = words[j] && j > 0 ? " class=\"word%s\"" : "";
      row.append(
          format("<%s%s>%s</%s>", tag, left.formatted(sentence ? " long" : ""), cells.get(j), tag));
    }
    return row.append("</tr>\n").toString();
  }

  /** A table row of cells that are HTML already. */
  static String row(String tag, String cssClass, List<String> cells) {
    StringBuilder row =
        new StringBuilder("<tr" + (cssClass.isEmpty() ? "" : " class=\"" + cssClass + "\"") + ">");
    cells.forEach(
        cell ->
            row.append('<')
                .append(tag)
                .append('>')
                .append(cell)
                .append("</")
                .append(tag)
                .append('>'));
    return row.append("</tr>\n").toString();
  }

  /** A number of any size in few letters: 0.25, 1,500, 2.4e-5, 1e-12. */
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

  /** Attributes of a chart whose values can be read by pointer and keyboard. */
  static String readable(String label) {
    return format(
        "role=\"img\" tabindex=\"0\" aria-label=\"%s; arrow keys read its values\"", text(label));
  }

  /** Attributes of a path, of which every corner is a value. */
  static String tips(String name, List<String> values) {
    return format("data-name=\"%s\" data-tips=\"%s\"", text(name), text(String.join("|", values)));
  }

  /** An attribute of a bar or dot that stands for one value. */
  static String tip(String value) {
    return format("data-tip=\"%s\"", text(value));
  }

  static String figure(String value, String label) {
    return "<div class=\"figure\"><b>"
        + text(value)
        + "</b><span class=\"soft\">"
        + text(label)
        + "</span></div>\n";
  }
}
