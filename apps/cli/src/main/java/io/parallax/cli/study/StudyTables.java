package io.parallax.cli.study;

import io.parallax.core.BadInput;
import io.parallax.data.Alignment;
import io.parallax.data.Column;
import io.parallax.data.CsvFile;
import io.parallax.data.LabelColumn;
import io.parallax.data.MatrixFile;
import io.parallax.data.Table;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the files that a study names, of whatever kind; a matrix is read once. */
public final class StudyTables {
  private final Map<MatrixFile, Table> matrices = new HashMap<>();

  /** The names of the columns that become features: not labels, where they are in the same file. */
  public List<String> names(Study.Source source, List<Study.LabelSource> labels) {
    if (source.matrix().isPresent()) {
      return matrix(source.matrix().get()).columns();
    }
    if (!source.columns().isEmpty()) {
      return source.columns();
    }
    List<String> except =
        labels.stream()
            .filter(label -> real(label.file()).equals(real(source.file())))
            .map(Study.LabelSource::column)
            .toList();
    return CsvFile.others(source.file(), source.id(), except);
  }

  private static Path real(Path file) {
    try {
      return file.toRealPath();
    } catch (IOException e) {
      return file.normalize(); // reading it will tell what is wrong
    }
  }

  Table table(Study.Source source, List<Column> columns) {
    return source.matrix().isPresent()
        ? matrix(source.matrix().get()).encoded(columns)
        : CsvFile.encoded(source.file(), source.id(), columns);
  }

  private Table matrix(MatrixFile file) {
    return matrices.computeIfAbsent(file, MatrixFile::table);
  }

  static LabelColumn labels(Study.LabelSource source) {
    return source
        .matrix()
        .map(MatrixFile::labels)
        .orElseGet(() -> CsvFile.words(source.file(), source.id(), source.column()));
  }

  /** Another column of the label file, which names the subject of each row. */
  static LabelColumn subjects(Study.LabelSource source, String column) {
    if (source.matrix().isPresent()) {
      throw new BadInput(
          "%s has no column '%s' to spread rows by; partition by subject needs labels in a CSV file"
              .formatted(source.file(), column));
    }
    return CsvFile.words(source.file(), source.id(), column, "subject");
  }

  /**
   * Refuses matrices of the same people that have not as many rows as one another.
   *
   * @param labels where they are a vector of numbers, too
   * @param tables by what messages call them
   */
  static void requireSameRows(Optional<LabelColumn> labels, Map<String, Table> tables) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    labels.ifPresent(known -> counts.put(known.source(), known.ids().size()));
    tables.forEach(
        (name, table) -> {
          if (table.numbered()) {
            counts.put(name, table.ids().size());
          }
        });
    Alignment.requireSameCounts(counts);
  }
}
