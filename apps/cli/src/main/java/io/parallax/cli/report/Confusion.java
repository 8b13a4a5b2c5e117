package io.parallax.cli.report;

import static io.parallax.cli.report.Html.format;
import static io.parallax.cli.report.Html.row;
import static io.parallax.cli.report.Html.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Truth by prediction as a table, the darker the larger a cell's share of its row. */
public final class Confusion {
  private static final int SHADES = 6;

  private Confusion() {}

  /**
   * @param classes the rows' names
   * @param groups the columns' names
   */
  public static String of(int[][] counts, List<String> classes, List<String> groups) {
    StringBuilder html = new StringBuilder("<div class=\"scroll\"><table class=\"confusion\">\n");
    List<String> header = new ArrayList<>(List.of(""));
    groups.forEach(name -> header.add(text(name)));
    html.append(row("th", "", header));
    for (int i = 0; i < counts.length; i++) {
      html.append("<tr><th scope=\"row\">").append(text(classes.get(i))).append("</th>");
      int total = Math.max(1, Arrays.stream(counts[i]).sum());
      for (int count : counts[i]) {
        int shade = Math.round((float) SHADES * count / total);
        html.append(format("<td class=\"shade%d\">%,d</td>", shade, count));
      }
      html.append("</tr>\n");
    }
    return html.append("</table></div>\n").toString();
  }
}
