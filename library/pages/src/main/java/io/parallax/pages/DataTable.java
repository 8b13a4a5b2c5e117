package io.parallax.pages;

import static j2html.TagCreator.div;
import static j2html.TagCreator.table;
import static j2html.TagCreator.td;
import static j2html.TagCreator.th;
import static j2html.TagCreator.tr;

import j2html.tags.ContainerTag;
import j2html.tags.DomContent;
import j2html.tags.specialized.TableTag;
import j2html.tags.specialized.TrTag;
import java.util.List;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** A table of text: columns of words to the left, of numbers to the right. */
final class DataTable {
  private static final int LINE = 50; // longer words of a cell go to another line
  private final boolean[] words;

  private DataTable(boolean[] words) {
    this.words = words;
  }

  /**
   * Returns a table.
   *
   * @param kind of each row, by its first cell; empty: none
   */
  static DomContent of(List<String> header, List<List<String>> rows, UnaryOperator<String> kind) {
    DataTable format = new DataTable(WordColumns.of(header.size(), rows));
    TableTag table = table();
    if (header.stream().anyMatch(name -> !name.isEmpty())) {
      table.with(format.row(() -> th(), "", header));
    }
    rows.forEach(cells -> table.with(format.row(() -> td(), kind.apply(cells.get(0)), cells)));
    return scrolling(table);
  }

  /** Returns a table that is as wide as it needs to be. */
  static DomContent scrolling(TableTag table) {
    return div(table).withClass("scroll");
  }

  private TrTag row(Supplier<ContainerTag<?>> cell, String kind, List<String> cells) {
    TrTag row = tr().withCondClass(!kind.isEmpty(), kind);
    for (int j = 0; j < cells.size(); j++) {
      String text = cells.get(j);
      ContainerTag<?> next = cell.get();
      next.withText(text);
      next.withCondClass(words[j] && j > 0, text.length() > LINE ? "word long" : "word");
      row.with(next);
    }
    return row;
  }
}
