package io.parallax.study.rows;

import io.parallax.core.BadInput;
import io.parallax.data.Alignment;
import io.parallax.data.Column;
import io.parallax.data.EngineTable;
import io.parallax.data.LabelColumn;
import io.parallax.data.NumberedFile;
import io.parallax.data.Numbers;
import io.parallax.data.RowSource;
import io.parallax.data.RowTable;
import io.parallax.data.SequenceFile;
import io.parallax.data.Steps;
import io.parallax.data.Table;
import io.parallax.math.Matrix;
import io.parallax.study.Study;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads the files that a study names, of whatever kind; a matrix is read once. */
public final class StudyTables {
  private final Map<NumberedFile, Table> matrices = new HashMap<>();

  /** The names of the columns that become features: not labels, where they are in the same file. */
  public List<String> names(Study.Source source, List<Study.LabelSource> labels) {
    if (source.matrix().isPresent()) {
      return matrix(source.matrix().get()).features();
    }
    if (source.engine().isPresent()) {
      return source.columns().isEmpty()
          ? others(source, source.engine().get(), labels)
          : source.columns();
    }
    return withGap(source, source.columns().isEmpty() ? others(source, labels) : source.columns());
  }

  /** The time between steps is a column like any other, but for that it is not in the file. */
  private static List<String> withGap(Study.Source source, List<String> names) {
    if (!source.steps().gap() || source.columns().contains(Steps.GAP)) {
      return names;
    }
    if (names.contains(Steps.GAP)) {
      throw new BadInput(
          source.rows().source()
              + " has a column 'gap' of its own; remove 'gap: true', or list 'columns'");
    }
    return Stream.concat(names.stream(), Stream.of(Steps.GAP)).toList();
  }

  private static List<String> others(Study.Source source, List<Study.LabelSource> labels) {
    List<String> except =
        labels.stream()
            .filter(label -> same(label.rows(), source.rows()))
            .map(Study.LabelSource::column)
            .collect(Collectors.toCollection(ArrayList::new));
    if (source.steps().timed()) {
      except.add(source.steps().time());
    }
    return source.table().orElseThrow().others(source.id(), except);
  }

  /**
   * Columns that an engine knows. Labels of the same name are taken for those of the same table.
   */
  private static List<String> others(
      Study.Source source, EngineTable engine, List<Study.LabelSource> labels) {
    List<String> names = new ArrayList<>(engine.reader().names(engine.place()));
    names.remove(source.id());
    labels.forEach(label -> names.remove(label.column()));
    return names;
  }

  /** Returns true if two sources are the same table: the same file, or the same query. */
  private static boolean same(RowSource one, RowSource other) {
    return one.equals(other)
        || (!one.files().isEmpty() && real(one.files()).equals(real(other.files())));
  }

  private static List<Path> real(List<Path> files) {
    return files.stream().map(StudyTables::real).toList();
  }

  private static Path real(Path file) {
    try {
      return file.toRealPath();
    } catch (IOException e) {
      return file.normalize(); // reading it will tell what is wrong
    }
  }

  /** Reads all rows of a source, with these columns. */
  public Table table(Study.Source source, List<Column> columns) {
    Steps steps = source.steps();
    if (source.matrix().isPresent()) {
      return cut(matrix(source.matrix().get()).encoded(columns), steps);
    }
    if (source.engine().isPresent()) {
      return elsewhere(source, source.engine().get(), columns);
    }
    RowTable table = source.table().orElseThrow();
    return steps.timed()
        ? SequenceFile.read(table, source.id(), columns, steps)
        : table.encoded(source.id(), columns);
  }

  private static Table elsewhere(Study.Source source, EngineTable engine, List<Column> columns) {
    for (Column column : columns) {
      if (!column.plain() || !column.categories().isEmpty()) {
        throw new BadInput(
            "column '%s' lies in an engine, where cells are numbers as they are; take it out of 'missing', 'categorical' and 'clip', or prepare it there"
                .formatted(column.name()));
      }
    }
    List<String> names = columns.stream().map(Column::name).toList();
    return engine.reader().table(engine.place(), source.id(), names);
  }

  /** A matrix with as many steps as wanted. */
  private static Table cut(Table table, Steps steps) {
    if (table.sequences().isEmpty()) {
      if (!steps.equals(Steps.NONE)) {
        throw new BadInput(
            table.source() + " holds no sequences; remove 'steps', 'least' and 'statistics'");
      }
      return table;
    }
    int most = steps.most();
    return most > 0 && most < table.sequences().get().steps() ? table.withRoom(most) : table;
  }

  private Table matrix(NumberedFile file) {
    return matrices.computeIfAbsent(file, NumberedFile::table);
  }

  /** Returns the labels of a file. */
  public static LabelColumn labels(Study.LabelSource source) {
    return source
        .matrix()
        .map(NumberedFile::labels)
        .orElseGet(() -> source.table().words(source.id(), source.column()));
  }

  /** Another column of the label file, which names the subject of each row or its part. */
  static LabelColumn column(Study.LabelSource source, String column) {
    if (source.matrix().isPresent()) {
      throw new BadInput(
          "%s has no column '%s' to go by; subjects and given splits need labels in a table with names"
              .formatted(source.rows().source(), column));
    }
    return source.table().words(source.id(), column, "subject");
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

  /**
   * Returns a table; refuses columns too large to scale.
   *
   * @param holder who holds it, for messages
   */
  public static Table squarable(String holder, Table table) {
    double[] squares = squares(table.numbers());
    for (int j = 0; j < squares.length; j++) {
      if (!Double.isFinite(squares[j])) {
        throw new BadInput(
            "%s: column '%s' has values too large to square; scale it down"
                .formatted(holder, table.columns().get(j)));
      }
    }
    return table;
  }

  private static double[] squares(Numbers numbers) {
    if (!(numbers instanceof Numbers.InMemory)) {
      return numbers.moments().squares();
    }
    Matrix values = numbers.matrix();
    double[] squares = new double[values.cols()];
    for (int i = 0; i < values.rows(); i++) {
      for (int j = 0; j < squares.length; j++) {
        squares[j] += Double.isNaN(values.get(i, j)) ? 0 : values.get(i, j) * values.get(i, j);
      }
    }
    return squares;
  }
}
