package io.parallax.data;

import io.parallax.core.BadInput;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Collects the ids of a file's rows: none empty, none twice. */
final class RowIds {
  private final Path file;
  private final String unit;
  private final Map<String, Long> lines = new LinkedHashMap<>();

  RowIds(Rows rows) {
    this.file = rows.file();
    this.unit = rows.unit();
  }

  void add(String cell, long line) {
    String id = cell.strip();
    if (id.isEmpty()) {
      throw new BadInput(
          file + " " + unit + " " + line + ": the id is empty; give every row an id");
    }
    Long earlier = lines.putIfAbsent(id, line);
    if (earlier != null) {
      throw new BadInput(
          "%s %s %d: the same id as on %s %d; every id may occur once"
              .formatted(file, unit, line, unit, earlier));
    }
  }

  void requireSome() {
    if (lines.isEmpty()) {
      throw new BadInput(file + ": a header but no rows; add the data");
    }
  }

  List<String> list() {
    return List.copyOf(lines.keySet());
  }
}
