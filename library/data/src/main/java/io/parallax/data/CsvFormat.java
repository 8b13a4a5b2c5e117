package io.parallax.data;

import io.parallax.core.BadInput;
import java.util.List;
import java.util.stream.Stream;

/** Text files with a header: {@code {csv: FILE, separator: ";"}}. */
public final class CsvFormat implements RowFormat {
  private static final String SEPARATOR = "separator";

  @Override
  public String name() {
    return "csv";
  }

  @Override
  public List<Key> keys() {
    Key separator = new Key(SEPARATOR, "between two cells: \",\" or \";\" or tab", true);
    return Stream.concat(TABLE.stream(), Stream.of(separator)).toList();
  }

  @Override
  public List<String> endings() {
    return List.of(".csv", ".tsv");
  }

  @Override
  public RowSource source(Section section) {
    String separator = section.settings().getOrDefault(SEPARATOR, ",");
    String one = separator.equals("tab") ? "\t" : separator;
    if (one.length() != 1 || one.matches("[\"\\r\\n\\p{Alnum}]")) {
      throw new BadInput(
          "separator is '%s' and must be one character such as \";\", or tab".formatted(separator));
    }
    return new CsvFile(section.file(), one.charAt(0));
  }
}
