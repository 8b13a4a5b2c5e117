package io.parallax.pages;

import static io.parallax.pages.NumberText.format;
import static j2html.TagCreator.table;
import static j2html.TagCreator.td;
import static j2html.TagCreator.th;
import static j2html.TagCreator.tr;

import j2html.tags.DomContent;
import j2html.tags.specialized.TableTag;
import j2html.tags.specialized.TrTag;
import java.util.Arrays;
import java.util.List;

/** Truth by prediction as a table, the darker the larger a cell's share of its row. */
public final class Confusion {
  private static final int SHADES = 6;

  private Confusion() {}

  /**
   * Returns the table.
   *
   * @param classes the rows' names
   * @param groups the columns' names
   */
  public static DomContent of(int[][] counts, List<String> classes, List<String> groups) {
    TrTag header = tr(th());
    groups.forEach(name -> header.with(th(name)));
    TableTag table = table(header).withClass("confusion");
    for (int i = 0; i < counts.length; i++) {
      table.with(row(classes.get(i), counts[i]));
    }
    return DataTable.scrolling(table);
  }

  private static TrTag row(String name, int[] counts) {
    TrTag row = tr(th(name).attr("scope", "row"));
    int total = Math.max(1, Arrays.stream(counts).sum());
    for (int count : counts) {
      int shade = Math.round((float) SHADES * count / total);
      row.with(td(format("%,d", count)).withClass("shade" + shade));
    }
    return row;
  }
}
