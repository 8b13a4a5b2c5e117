package io.parallax.study.file;

import io.parallax.data.MatrixFile;
import io.parallax.data.NumberedFile;
import io.parallax.data.RowFormat;
import io.parallax.data.RowSource;
import io.parallax.data.RowTable;
import io.parallax.data.Steps;
import io.parallax.study.Study;
import io.parallax.study.Study.LabelSource;
import io.parallax.study.Study.Source;
import io.parallax.study.TargetColumns;
import io.parallax.study.TargetSource;
import io.parallax.study.yaml.Yaml;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The places in a study or party file that say where rows and labels are: {@code {csv: FILE, id:
 * COLUMN}}, or any other of the formats on the class path.
 */
public final class SourceSection {
  private final Path folder;

  public SourceSection(Path folder) {
    this.folder = folder;
  }

  /** Rows, called by the place in the file where they are named. */
  public Source rows(Yaml value) {
    return rows(value, value.path());
  }

  /**
   * Rows.
   *
   * @param called the name that messages use for rows that are in no file
   */
  public Source rows(Yaml value, String called) {
    SourceKeys keys = new SourceKeys(value, false);
    RowSource source = keys.source(folder, called);
    if (!(source instanceof RowTable table)) {
      return new Source(source, Study.ID, List.of(), steps(value, keys.all(), true));
    }
    List<String> columns = keys.has("columns") ? names(value.need("columns")) : List.of();
    return new Source(table, keys.id(), columns, steps(value, keys.all(), false));
  }

  /** Reads a section that says nothing of columns: {@code {csv: FILE, separator: ";"}}. */
  RowSource place(Yaml value) {
    SourceKeys keys = new SourceKeys(value, false);
    for (RowFormat.Key common : RowFormat.TABLE) {
      if (keys.has(common.name()) && !common.name().equals(RowFormat.IDS)) {
        throw value
            .need(common.name())
            .error(
                common.name() + " does not belong here; remove it, options of the command tell it");
      }
    }
    return keys.source(folder, "the source");
  }

  /** A file whose columns have names, so that views can be made of them. */
  Source withNames(Yaml value) {
    Source source = rows(value);
    if (source.table().isEmpty()) {
      throw value.error(
          value.path()
              + " must be a table with names where views are columns of one file; or give every"
              + " view a file of its own: views: [a, b]");
    }
    if (!source.columns().isEmpty()) {
      throw value
          .entries()
          .get("columns")
          .error("columns of views are listed under 'views'; remove them here");
    }
    return source;
  }

  /** Labels, called by the place in the file where they are named. */
  public LabelSource labels(Yaml value, Optional<Source> rows) {
    return labels(value, rows, value.path());
  }

  /**
   * Labels: in a source of their own, or in the one that has the rows.
   *
   * @param called the name that messages use for labels that are in no file
   */
  public LabelSource labels(Yaml value, Optional<Source> rows, String called) {
    SourceKeys keys = new SourceKeys(value, true);
    if (!keys.ownSource() && rows.isPresent()) {
      return beside(value, keys, rows.get());
    }
    RowSource source = keys.source(folder, called);
    return source instanceof RowTable table
        ? new LabelSource(table, keys.id(), value.need(SourceKeys.COLUMN).text())
        : LabelSource.of((NumberedFile) source);
  }

  /**
   * Reads the place of a target that is not classes: in a table of its own, or in the one that has
   * the rows.
   *
   * @param called the name that messages use for a target that is in no file
   */
  public TargetSource target(Yaml value, Optional<Source> rows, String called) {
    SourceKeys keys = new SourceKeys(value, true, TargetSection.KEYS);
    TargetColumns columns = new TargetSection(value).columns();
    if (!keys.ownSource() && rows.isPresent() && rows.get().table().isPresent()) {
      String id = keys.has("id") ? value.need("id").text() : rows.get().id();
      return new TargetSource(new LabelSource(rows.get().rows(), id, columns.value()), columns);
    }
    if (keys.source(folder, called) instanceof RowTable table) {
      return new TargetSource(new LabelSource(table, keys.id(), columns.value()), columns);
    }
    throw value.error(
        value.path() + " must be in a table with names: {csv: FILE, id: COLUMN, column: COLUMN}");
  }

  /** Labels in the file that has the rows. */
  private static LabelSource beside(Yaml value, SourceKeys keys, Source rows) {
    if (rows.table().isPresent()) {
      String id = keys.has("id") ? value.need("id").text() : rows.id();
      return new LabelSource(rows.rows(), id, value.need(SourceKeys.COLUMN).text());
    }
    if (keys.has("variable")
        && rows.rows() instanceof MatrixFile near
        && near.variable().isPresent()) {
      Yaml variable = value.need("variable");
      return LabelSource.of(
          Yaml.placed(
              variable, () -> new MatrixFile(near.file(), Optional.of(variable.text()), false)));
    }
    throw value.error(
        value.path()
            + " must say where the labels are: {npy: FILE}, {mat: FILE, variable: NAME} or {csv:"
            + " FILE, id: COLUMN, column: COLUMN}");
  }

  /** A list of different names. */
  public static List<String> names(Yaml names) {
    List<String> columns = names.list().stream().map(Yaml::text).toList();
    if (columns.isEmpty() || new HashSet<>(columns).size() < columns.size()) {
      throw names.error(names.path() + " must name at least one, and none twice");
    }
    return columns;
  }

  /**
   * Reads how rows of a source make sequences: {@code time}, {@code gap}, {@code steps}, {@code
   * least}, {@code statistics}.
   *
   * @param arrays whether rows are sequences as they are, in order
   */
  private static Steps steps(Yaml value, Map<String, Yaml> keys, boolean arrays) {
    if (!keys.containsKey("time") && !arrays) {
      for (String key : List.of("gap", "steps", "least", "statistics")) {
        if (keys.containsKey(key)) {
          throw keys.get(key)
              .error(key + " is for sequences; name the column that orders them: 'time'");
        }
      }
      return Steps.NONE;
    }
    boolean gap = keys.containsKey("gap") && keys.get("gap").flag();
    return steps(value, keys, arrays ? "" : keys.get("time").text(), gap);
  }

  private static Steps steps(Yaml value, Map<String, Yaml> keys, String time, boolean gap) {
    int most = Yaml.atLeast(keys.get("steps"), 1, Steps.NONE.most());
    int least = Yaml.atLeast(keys.get("least"), 1, Steps.NONE.least());
    boolean statistics = keys.containsKey("statistics") && keys.get("statistics").flag();
    return Yaml.placed(value, () -> new Steps(time, gap, most, least, statistics));
  }

  /** Sequences that are generated: how long; none where their summaries are wanted. */
  static Optional<Steps> sequences(Yaml value, Map<String, Yaml> keys) {
    if (keys.containsKey("sequences") && keys.get("sequences").flag()) {
      return Optional.of(steps(value, keys, Study.TIME, false));
    }
    for (String key : List.of("steps", "least")) {
      if (keys.containsKey(key)) {
        throw keys.get(key).error(key + " is for sequences; add 'sequences: true'");
      }
    }
    return Optional.empty();
  }
}
