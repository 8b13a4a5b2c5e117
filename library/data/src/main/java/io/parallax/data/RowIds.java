package io.parallax.data;

import io.parallax.core.BadInput;
import java.util.Arrays;
import java.util.List;

/** Collects the ids of a file's rows; rejects empty and repeated ones. */
final class RowIds {
  private final String source;
  private final String unit;
  private final Ids ids = new Ids();
  private final IdIndex index = new IdIndex(ids);
  private long[] lines = new long[16]; // where each stands

  RowIds(Rows rows) {
    this.source = rows.source();
    this.unit = rows.unit();
  }

  void add(String cell, long line) {
    String id = IdRule.trimmed(cell);
    if (id.isEmpty()) {
      throw new BadInput(
          source + " " + unit + " " + line + ": the id is empty; give every row an id");
    }
    int earlier = index.place(id);
    if (earlier >= 0) {
      throw new BadInput(
          "%s %s %d: the same id as on %s %d; every id must occur once"
              .formatted(source, unit, line, unit, lines[earlier]));
    }
    if (ids.size() == lines.length) {
      lines = Arrays.copyOf(lines, 2 * lines.length);
    }
    lines[ids.size()] = line;
    ids.append(id);
    index.grow(ids.size());
  }

  void requireSome() {
    if (ids.isEmpty()) {
      throw none(source);
    }
  }

  static BadInput none(String source) {
    return new BadInput(source + ": a header but no rows; add the data");
  }

  List<String> list() {
    return ids.complete();
  }
}
