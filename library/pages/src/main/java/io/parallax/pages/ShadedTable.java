package io.parallax.pages;

import static j2html.TagCreator.table;
import static j2html.TagCreator.td;
import static j2html.TagCreator.th;
import static j2html.TagCreator.tr;

import j2html.tags.DomContent;
import j2html.tags.specialized.TableTag;
import j2html.tags.specialized.TrTag;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleFunction;

/** Numbers as a table, the darker the better. */
public final class ShadedTable {
  private static final int SHADES = 6;

  private ShadedTable() {}

  /**
   * Returns the table.
   *
   * @param corner what its rows and columns are
   * @param values by row and column; those that are not finite have no shade
   * @param less whether less is better
   * @param text of a value
   */
  public static DomContent of(
      String corner,
      List<String> rows,
      List<String> columns,
      double[][] values,
      boolean less,
      DoubleFunction<String> text) {
    double[] known =
        Arrays.stream(values).flatMapToDouble(Arrays::stream).filter(Double::isFinite).toArray();
    double low = Arrays.stream(known).min().orElse(0);
    double width = Math.max(Arrays.stream(known).max().orElse(0) - low, Double.MIN_NORMAL);
    TrTag header = tr(th(corner));
    columns.forEach(name -> header.with(th(name)));
    TableTag table = table(header).withClass("confusion");
    for (int i = 0; i < values.length; i++) {
      TrTag row = tr(th(rows.get(i)).attr("scope", "row"));
      for (double value : values[i]) {
        double part = less ? 1 - (value - low) / width : (value - low) / width;
        row.with(
            Double.isFinite(value)
                ? td(text.apply(value)).withClass("shade" + Math.round(SHADES * part))
                : td("–"));
      }
      table.with(row);
    }
    return DataTable.scrolling(table);
  }
}
