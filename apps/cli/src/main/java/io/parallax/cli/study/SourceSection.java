package io.parallax.cli.study;

import io.parallax.cli.study.Study.LabelSource;
import io.parallax.cli.study.Study.Source;
import io.parallax.data.CsvFile;
import io.parallax.data.ImageFile;
import io.parallax.data.MatrixFile;
import io.parallax.data.NumberedFile;
import io.parallax.data.Steps;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** The places in a study file that say where rows and labels are: a CSV file, or a matrix. */
public final class SourceSection {
  private static final List<String> IMAGES = List.of("idx", "cifar10", "cifar100");
  private static final List<String> FILES =
      List.of("csv", "parquet", "npy", "mat", "idx", "cifar10", "cifar100");
  private final Path folder;

  public SourceSection(Path folder) {
    this.folder = folder;
  }

  /**
   * {@code {csv: FILE, id: COLUMN}}, {@code {parquet: FILE, id: COLUMN}}, {@code {npy: FILE}} or
   * {@code {mat: FILE, variable: X}}.
   */
  public Source rows(Yaml value) {
    Map<String, Yaml> keys =
        value.entries(
            "csv",
            "parquet",
            "id",
            "columns",
            "time",
            "gap",
            "steps",
            "least",
            "statistics",
            "npy",
            "mat",
            "variable",
            "transpose",
            "idx",
            "cifar10",
            "cifar100",
            "part",
            "of");
    requireOneFile(value, keys);
    if (isImages(keys)) {
      return images(value, keys);
    }
    for (String key : List.of("part", "of")) {
      refuse(keys, key, key + " cuts images; it goes with idx, cifar10 or cifar100");
    }
    if (isMatrix(keys)) {
      refuse(keys, "id", "rows of .npy and .mat files are called by their numbers; remove 'id'");
      refuse(keys, "columns", "columns are chosen by name, in CSV files only; remove 'columns'");
      refuse(keys, "time", "steps of .npy files are in order; remove 'time'");
      refuse(keys, "gap", "gap needs a column 'time', as CSV files have; remove it");
      return Source.of(matrix(value, keys, Optional.empty()), steps(value, keys));
    }
    refuse(keys, "transpose", "transpose is for .npy and .mat files; remove it");
    List<String> columns = keys.containsKey("columns") ? names(keys.get("columns")) : List.of();
    return Source.csv(table(value, keys), value.need("id").text(), columns, steps(value, keys));
  }

  private static boolean isImages(Map<String, Yaml> keys) {
    return IMAGES.stream().anyMatch(keys::containsKey);
  }

  private Source images(Yaml value, Map<String, Yaml> keys) {
    for (String key : keys.keySet()) {
      if (!IMAGES.contains(key) && !List.of("part", "of").contains(key)) {
        throw keys.get(key).error(key + " does not go with images; remove it");
      }
    }
    int of = Yaml.atLeast(keys.get("of"), 1, 1);
    int part = Yaml.atLeast(keys.get("part"), 1, 1);
    return Source.of(Yaml.placed(value, () -> image(keys, of, part)), Steps.NONE);
  }

  private ImageFile image(Map<String, Yaml> keys, int parts, int part) {
    String kind = IMAGES.stream().filter(keys::containsKey).findFirst().orElseThrow();
    return new ImageFile(
        StudyPath.of(keys.get(kind), folder),
        ImageFile.Format.valueOf(kind.toUpperCase(Locale.ROOT)),
        parts,
        part);
  }

  /**
   * How rows of a file make sequences: {@code time}, {@code gap}, {@code steps}, {@code least},
   * {@code statistics}.
   */
  private static Steps steps(Yaml value, Map<String, Yaml> keys) {
    boolean arrays = keys.containsKey("npy");
    if (!keys.containsKey("time") && !arrays) {
      for (String key : List.of("gap", "steps", "least", "statistics")) {
        refuse(keys, key, key + " is for sequences; name the column that orders them: 'time'");
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
      refuse(keys, key, key + " is for sequences; add 'sequences: true'");
    }
    return Optional.empty();
  }

  /** A file whose columns have names, so that views can be made of them. */
  Source withNames(Yaml value) {
    if (value.isMap() && isMatrix(value.entries())) {
      throw value.error(
          value.path()
              + " must be a CSV file where views are columns of one file; or give every view a file"
              + " of its own: views: [a, b]");
    }
    value.entries("csv", "parquet", "id", "time", "gap", "steps", "least", "statistics");
    return rows(value);
  }

  /** Where labels are: in a file of their own, or in the one that has the rows. */
  public LabelSource labels(Yaml value, Optional<Source> rows) {
    Map<String, Yaml> keys =
        value.entries(
            "csv",
            "parquet",
            "id",
            "column",
            "npy",
            "mat",
            "variable",
            "idx",
            "cifar10",
            "cifar100");
    requireOneFile(value, keys);
    if (isImages(keys)) {
      return LabelSource.of(image(keys, 1, 1));
    }
    Optional<NumberedFile> beside = rows.flatMap(Source::matrix);
    if (isMatrix(keys)) {
      refuse(keys, "id", "rows of .npy and .mat files are called by their numbers; remove 'id'");
      refuse(keys, "column", "column is for CSV files; remove it");
      return LabelSource.of(matrix(value, keys, beside));
    }
    boolean own = keys.containsKey("csv") || keys.containsKey("parquet") || rows.isEmpty();
    if (!own && beside.isPresent()) {
      throw value.error(
          value.path()
              + " must say where the labels are: {npy: FILE}, {mat: FILE, variable: NAME} or {csv:"
              + " FILE, id: COLUMN, column: COLUMN}");
    }
    return new LabelSource(
        own ? table(value, keys) : rows.get().file(),
        own || keys.containsKey("id") ? value.need("id").text() : rows.get().id(),
        value.need("column").text(),
        Optional.empty());
  }

  /** A list of different names. */
  public static List<String> names(Yaml names) {
    List<String> columns = names.list().stream().map(Yaml::text).toList();
    if (columns.isEmpty() || new HashSet<>(columns).size() < columns.size()) {
      throw names.error(names.path() + " must name at least one, and none twice");
    }
    return columns;
  }

  private static boolean isMatrix(Map<String, Yaml> keys) {
    return keys.containsKey("npy") || keys.containsKey("mat") || keys.containsKey("variable");
  }

  private static void requireOneFile(Yaml value, Map<String, Yaml> keys) {
    List<String> given = FILES.stream().filter(keys::containsKey).toList();
    if (given.size() > 1) {
      throw value.error(
          value.path() + " has " + String.join(" and ", given) + "; keep one of them");
    }
    if (!keys.containsKey("mat") && !given.isEmpty()) {
      refuse(keys, "variable", "variable is for .mat files; remove it");
    }
  }

  private static void refuse(Map<String, Yaml> keys, String key, String why) {
    if (keys.containsKey(key)) {
      throw keys.get(key).error(why);
    }
  }

  /**
   * @param beside where a variable is looked for if no file is named
   */
  private MatrixFile matrix(Yaml value, Map<String, Yaml> keys, Optional<NumberedFile> beside) {
    boolean transpose = keys.containsKey("transpose") && keys.get("transpose").flag();
    if (keys.containsKey("npy")) {
      Path file = StudyPath.of(keys.get("npy"), folder);
      return new MatrixFile(file, Optional.empty(), transpose);
    }
    boolean inside =
        !keys.containsKey("mat")
            && beside.orElse(null) instanceof MatrixFile near
            && near.variable().isPresent();
    Path file = inside ? beside.get().file() : StudyPath.of(value.need("mat"), folder);
    if (!keys.containsKey("variable")) {
      throw value.error(
          value.path()
              + " has no 'variable'; name the one that holds the numbers ('./parallax data inspect"
              + " FILE' lists them)");
    }
    Yaml variable = keys.get("variable");
    return Yaml.placed(
        variable, () -> new MatrixFile(file, Optional.of(variable.text()), transpose));
  }

  /** A file whose columns have names; what kind of file it is, its content tells in the end. */
  private Path table(Yaml value, Map<String, Yaml> keys) {
    boolean parquet = keys.containsKey("parquet");
    Yaml named = parquet ? keys.get("parquet") : value.need("csv");
    Path file = StudyPath.of(named, folder);
    if (parquet && Files.isRegularFile(file) && !CsvFile.isParquet(file)) {
      throw named.error(named.path() + " names a file that is no Parquet file; check which it is");
    }
    if (!parquet && named.text().matches("(?i).*\\.(npy|npy\\.gz|mat|parquet)")) {
      String kind = named.text().replaceAll("(?i)\\.gz$", "").replaceAll(".*\\.", "");
      throw named.error(
          "%s names a .%s file; write '%s' for 'csv'".formatted(named.path(), kind, kind));
    }
    return file;
  }
}
