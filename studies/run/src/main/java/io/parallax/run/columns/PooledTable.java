package io.parallax.run.columns;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.data.ColumnNames;
import io.parallax.data.RowFormat;
import io.parallax.data.RowNumbers;
import io.parallax.data.RowSource;
import io.parallax.data.RowTable;
import io.parallax.data.Steps;
import io.parallax.data.TableProfile;
import io.parallax.study.Layout;
import io.parallax.study.Study;
import io.parallax.study.file.SourceText;
import io.parallax.study.file.StudyFile;
import io.parallax.study.yaml.Yaml;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * One table with all columns, as a study of one party: of a study file, or of a data file alone.
 *
 * @param study of the one party
 * @param text of the study, to which other parties can be written
 */
public record PooledTable(Study study, String text) {
  private static final int MOST_WORDS = 100;

  /** Reads a study whose 'data' has one view. */
  public static PooledTable ofStudy(Path file) {
    Yaml root = Yaml.read(file);
    if (!root.entries().containsKey("data")) {
      throw root.error(
          "the study has no 'data'; --by cuts one table with all columns; name it: data: {views: {all: {…}}, labels: {…}}");
    }
    if (!root.isBlock()) {
      throw new BadInput(file + " is written in braces; write each key on a line of its own");
    }
    try {
      String text = Files.readString(file);
      String pooled =
          root.linesWithout(Set.of("partition"), text) + "partition: {kind: vertical}\n";
      Study study = StudyFile.parse(file.toString(), pooled, file.toAbsolutePath().getParent());
      requireOneTable(root.need("data"), study);
      return new PooledTable(study, text);
    } catch (IOException e) {
      throw new BadInput(file + " cannot be read; check its rights", e);
    }
  }

  private static void requireOneTable(Yaml data, Study study) {
    if (study.views().size() != 1) {
      throw data.error(
          "data has %d views; --by cuts one table with all columns; put them into one file"
              .formatted(study.views().size()));
    }
    Optional<Study.Source> source = study.layout().source(study.views().get(0));
    if (source.filter(one -> one.table().isPresent() && !one.steps().timed()).isEmpty()) {
      throw data.error(
          "data is no table with a row for each id and named columns; --by cuts such a table; give one");
    }
  }

  /**
   * Makes a study of a data file.
   *
   * @param id the column that names a row; null: rows are numbered
   * @param label the column of the labels
   * @param columns those to use; none: all but the id and the label
   * @param notes is told what the user should know
   */
  public static PooledTable ofFile(
      String file,
      String id,
      String label,
      List<String> columns,
      ColumnSplit.How how,
      Consumer<String> notes) {
    RowTable table = table(file);
    ColumnNames.require(table.source(), table.names(), label, "label");
    List<String> others = table.others(id == null ? label : id, List.of(label));
    requireAmong(others, columns, table.source());
    List<String> used = columns.isEmpty() ? others : columns;
    if (id == null) {
      used.stream()
          .filter(column -> column.equalsIgnoreCase(RowFormat.TABLE.get(0).name()))
          .map(
              "column '%1$s' is cut like any other; if it names the rows, add --id %1$s"::formatted)
          .forEach(notes);
    }
    String text = text(table, used, how);
    String pool = "{pool: {view: all, data: {csv: table, id: id}, labels: {column: label}}}";
    Study parsed = StudyFile.parse("the study", text + "parties: " + pool + "\n", Path.of(""));
    return new PooledTable(ColumnSplit.with(parsed, pool(table, id, label, used)), text);
  }

  private static RowTable table(String file) {
    RowSource source = SourceText.of(file, false);
    if (source instanceof RowTable table) {
      return table;
    }
    throw new BadInput(
        source.source() + " has columns without names; --by cuts a table with a header; give one");
  }

  /** Returns the one party that holds the table. */
  private static Layout pool(RowTable table, String id, String label, List<String> used) {
    RowTable rows = id == null ? new RowNumbers(table) : table;
    String named = id == null ? RowNumbers.COLUMN : id;
    return new Layout.Vertical(
        List.of(
            new Layout.Holder(
                PartyId.of("pool"),
                "all",
                Optional.of(new Study.Source(rows, named, used, Steps.NONE)),
                true,
                Optional.of(new Study.LabelSource(rows, named, label)),
                Set.of())));
  }

  private static void requireAmong(List<String> known, List<String> columns, String source) {
    for (String column : columns) {
      if (!known.contains(column)) {
        throw new BadInput(
            "--columns names '%s', which %s has not besides the id and the label; it has %s"
                .formatted(column, source, String.join(", ", known)));
      }
    }
  }

  /** Writes a study that can be run, with what the columns need. */
  private static String text(RowTable table, List<String> used, ColumnSplit.How how) {
    TableProfile profile = TableProfile.of(table);
    List<TableProfile.Column> own =
        profile.columns().stream().filter(column -> used.contains(column.name())).toList();
    String words = words(table.source(), own);
    boolean missing = own.stream().anyMatch(column -> column.missing() > 0);
    String name =
        profile
            .name()
            .replaceAll("\\..*", "")
            .replaceAll("[^A-Za-z0-9-]+", "-")
            .replaceAll("^-+", "");
    String cut =
        how.byImportance() ? "importance, alpha " + how.alpha() : "correlation, beta " + how.beta();
    return """
        # The columns of %s cut into %d parties by %s, seed %d.
        study: %s
        method: joint
        %s%sevaluate: {split: stratified, test: 0.2, repeats: 10}
        baselines: true
        seed: %d
        """
        .formatted(
            profile.name(),
            how.parties(),
            cut,
            how.seed(),
            name.isEmpty() ? "table" : name.substring(0, Math.min(40, name.length())),
            words.isEmpty() ? "" : "categorical: [" + words + "]\n",
            missing ? "missing: mean\n" : "",
            how.seed());
  }

  /** Returns the columns of words, which become categories. */
  private static String words(String source, List<TableProfile.Column> columns) {
    List<String> words = new ArrayList<>();
    for (TableProfile.Column column : columns) {
      if (column.words() > 0 && column.different() > MOST_WORDS) {
        throw new BadInput(
            "%s: column '%s' has words, %,d different, too many for categories; name the columns to use with --columns"
                .formatted(source, column.name(), column.different()));
      }
      if (column.words() > 0) {
        words.add(Yaml.quoted(column.name()));
      }
    }
    return String.join(", ", words);
  }
}
