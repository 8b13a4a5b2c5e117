package io.parallax.cli.report;

import java.util.List;
import java.util.Locale;

/** Small pieces of HTML; every text that comes from outside goes through {@link #text}. */
final class Html {
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

  static String figure(String value, String label) {
    return "<div class=\"figure\"><b>"
        + text(value)
        + "</b><span class=\"soft\">"
        + text(label)
        + "</span></div>\n";
  }
}
