package io.parallax.party;

import io.parallax.core.BadInput;
import io.parallax.data.ColumnNames;
import io.parallax.data.CsvFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Files of people: a text file with the id of a person in each line. */
public final class IdFile {
  private IdFile() {}

  /** Returns the classes of people by id, from a CSV file with the columns id and label. */
  public static Map<String, String> labelled(Path file) {
    Map<String, String> labels = new LinkedHashMap<>();
    CsvFile csv = CsvFile.of(file);
    List<String> header = csv.names();
    int id = ColumnNames.require(csv.source(), header, "id", "id");
    int label = ColumnNames.require(csv.source(), header, "label", "label");
    for (List<String> row : csv.cells()) {
      if (labels.put(row.get(id).strip(), row.get(label).strip()) != null) {
        throw new BadInput(
            file + " has an id twice; each must be there once; remove one of the rows");
      }
    }
    return labels;
  }

  /** Returns the ids, without blank lines. */
  public static List<String> read(Path file) {
    try {
      List<String> lines = Files.readAllLines(file);
      return lines.stream().map(String::strip).filter(line -> !line.isEmpty()).toList();
    } catch (IOException e) {
      throw new BadInput("cannot read " + file + "; give a text file with an id in each line", e);
    }
  }
}
