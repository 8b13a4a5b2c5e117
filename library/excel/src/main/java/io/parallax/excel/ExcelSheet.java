package io.parallax.excel;

import io.parallax.data.FileTable;
import io.parallax.data.Rows;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * A sheet of an Excel file.
 *
 * @param sheet its name; none: the first
 */
record ExcelSheet(Path file, Optional<String> sheet) implements FileTable {
  @Override
  public Rows open() {
    return ExcelRows.open(file, sheet);
  }

  @Override
  public String source() {
    return sheet.map(name -> file + ":" + name).orElse(file.toString());
  }

  @Override
  public String kind() {
    return "an Excel";
  }

  @Override
  public Map<String, Object> reading() {
    return sheet.<Map<String, Object>>map(name -> Map.of("sheet", name)).orElse(Map.of());
  }
}
