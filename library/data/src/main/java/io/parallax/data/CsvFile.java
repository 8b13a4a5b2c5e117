package io.parallax.data;

import java.nio.file.Path;
import java.util.Map;

/**
 * A CSV file with a header row: comma separated unless told otherwise, double quotes, UTF-8 with or
 * without a byte-order mark, plain or gzip (told by the content, not by the name).
 *
 * @param separator what stands between two cells
 */
public record CsvFile(Path file, char separator) implements FileTable {
  /** A file with commas between its cells. */
  public static CsvFile of(Path file) {
    return new CsvFile(file, ',');
  }

  @Override
  public Rows open() {
    return CsvRows.open(file, separator);
  }

  @Override
  public String kind() {
    return "a CSV";
  }

  @Override
  public Map<String, Object> reading() {
    return separator == ',' ? Map.of() : Map.of("separator", String.valueOf(separator));
  }
}
