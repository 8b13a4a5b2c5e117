package io.parallax.experiments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.parallax.core.BadInput;
import io.parallax.data.CsvFile;
import io.parallax.eval.Summary;
import io.parallax.experiments.ExperimentResult.Cell;
import io.parallax.experiments.ExperimentResult.Check;
import io.parallax.experiments.ExperimentResult.Grid;
import io.parallax.experiments.ExperimentResult.Line;
import io.parallax.pages.NumberText;
import io.parallax.run.PartName;
import io.parallax.run.StudyResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Methods on rows that not every party has, one column for each chance of a party to have a row.
 * Each seed draws who has what, and one split. The first row of the table is the reference. A row
 * with {@code complete} trains on the rows that all parties have, and is judged by the held-out
 * rows of the reference; one with {@code apart} has rows of its own, and its own table.
 */
final class MissingViews implements Experiment {
  private static final String ALL = "accuracy, %";
  private static final String APART = "accuracy on rows of their own, %";
  private static final String COUNTS = "rows, training rows where only complete ones train";

  @Override
  public ExperimentResult run(ExperimentContext context) {
    JsonNode settings = context.recipe().settings();
    Found found = new Found(context, Row.all(settings.get("rows")), seeds(settings));
    settings.get("chances").forEach(chance -> found.column(chance.asDouble()));
    return new ExperimentResult(
        Stream.of(
                paired(settings, found.table(ALL)),
                paired(settings, found.table(APART)),
                found.table(COUNTS))
            .filter(table -> !table.lines().isEmpty())
            .toList(),
        List.of(),
        found.notes(),
        found.checks(),
        found.tried,
        found.seeds,
        List.of(),
        List.of());
  }

  /** Returns a table whose lines are compared with its first one. */
  private static Grid paired(JsonNode settings, Grid table) {
    return table.lines().isEmpty()
        ? table
        : table.paired(SplitNumbers.pairing(settings.get("study"), table.lines().get(0).label()));
  }

  private static List<Long> seeds(JsonNode settings) {
    List<Long> seeds = new ArrayList<>();
    settings.get("seeds").forEach(seed -> seeds.add(seed.asLong()));
    return seeds;
  }

  /**
   * A row of the table.
   *
   * @param apart whether it uses rows of its own
   * @param complete whether it trains on rows that all parties have
   * @param changes of the study
   */
  private record Row(String name, boolean apart, boolean complete, ObjectNode changes) {
    static List<Row> all(JsonNode rows) {
      return rows.properties().stream()
          .filter(row -> !row.getValue().isNull()) // the reduced version leaves it out
          .map(row -> of(row.getKey(), row.getValue().deepCopy()))
          .toList();
    }

    private static Row of(String name, ObjectNode changes) {
      boolean apart = changes.path("apart").asBoolean();
      boolean complete = changes.path("complete").asBoolean();
      changes.remove(List.of("apart", "complete"));
      return new Row(name, apart, complete, changes);
    }

    /** Returns the name of a study's folder. */
    String file(String draw) {
      return (name + "-" + draw).replaceAll("[^A-Za-z0-9.]+", "-");
    }
  }

  /** A draw of who has which rows. */
  private record Draw(String name, LackingRows rows) {}

  /** The numbers of all runs so far. */
  private static final class Found {
    private final ExperimentContext context;
    private final Studies studies;
    private final List<Row> rows;
    private final List<Long> seeds;
    private final List<String> columns = new ArrayList<>();
    private final Map<String, Map<String, Map<String, Cell>>> tables = new LinkedHashMap<>();
    private final List<String> lost = new ArrayList<>();
    private int tried = 1;

    Found(ExperimentContext context, List<Row> rows, List<Long> seeds) {
      this.context = context;
      this.studies = new Studies(context);
      this.rows = rows;
      this.seeds = seeds;
      List.of(ALL, APART, COUNTS).forEach(table -> tables.put(table, new LinkedHashMap<>()));
    }

    /** Runs all rows of the table for parties that have each row by this chance. */
    void column(double chance) {
      String column = "p = " + NumberText.setting(chance);
      columns.add(column);
      List<Draw> draws = seeds.stream().map(seed -> draw(column, chance, seed)).toList();
      rows.forEach(row -> cell(row, column, draws));
    }

    private Draw draw(String column, double chance, long seed) {
      ObjectNode study = context.recipe().settings().get("study").deepCopy();
      String name = column + ", seed " + seed;
      Path folder = context.folder().resolve(("rows-" + name).replaceAll("[^A-Za-z0-9.]+", "-"));
      return new Draw(name, new LackingRows(study.put("seed", seed), chance, folder));
    }

    private void cell(Row row, String column, List<Draw> draws) {
      List<Double> accuracies = new ArrayList<>();
      List<Double> counts = new ArrayList<>();
      List<LackingRows.Complete> few = new ArrayList<>();
      for (Draw draw : draws) {
        if (row.complete()) {
          LackingRows.Complete some = draw.rows().complete(row.file(draw.name()), heldOut(draw));
          counts.add((double) some.rows());
          accuracy(row, draw, some).ifPresentOrElse(accuracies::addAll, () -> few.add(some));
        } else {
          StudyResult run = run(row, draw, draw.rows().study());
          accuracies.addAll(accuracy(row, draw, run));
          counts.add((double) run.about().samples());
        }
      }
      Cell found = few.isEmpty() ? Cell.of(accuracies) : Cell.NONE;
      put(row.apart() ? APART : ALL, row, column, found);
      if (row.complete() || row.apart() || row == rows.get(0)) {
        put(COUNTS, row, column, Cell.count(Summary.of(counts).mean()));
      }
      if (!few.isEmpty()) {
        lost.add(lost(row.name() + ", " + column, few, draws.size()));
      }
    }

    /** Returns the accuracy where complete rows alone train; nothing if they are too few. */
    private Optional<List<Double>> accuracy(Row row, Draw draw, LackingRows.Complete some) {
      if (some.missing() > 0) {
        return Optional.empty(); // such a study is refused
      }
      try {
        return Optional.of(accuracy(row, draw, run(row, draw, some.study())));
      } catch (BadInput tooFew) { // to choose settings by
        context.progress().note(tooFew.getMessage());
        return Optional.empty();
      }
    }

    private static String lost(String where, List<LackingRows.Complete> few, int draws) {
      IntSummaryStatistics classes =
          few.stream().mapToInt(LackingRows.Complete::missing).summaryStatistics();
      return "%s: in %d of %d draws the training rows that all parties have are too few to choose settings and to train by; they lack %d to %d classes."
          .formatted(where, few.size(), draws, classes.getMin(), classes.getMax());
    }

    private void put(String table, Row row, String column, Cell cell) {
      tables.get(table).computeIfAbsent(row.name(), r -> new LinkedHashMap<>()).put(column, cell);
    }

    private StudyResult run(Row row, Draw draw, ObjectNode study) {
      context.progress().note(row.name() + ", " + draw.name());
      StudyResult run = studies.run(row.file(draw.name()), Studies.merged(study, row.changes()));
      tried = Math.max(tried, run.searching().settingsTried());
      return run;
    }

    private List<Double> accuracy(Row row, Draw draw, StudyResult run) {
      return studies
          .numbers(row.file(draw.name()))
          .cell(run.about().title(), "accuracy", 100)
          .values();
    }

    /** Returns the held-out rows of the reference. */
    private Set<String> heldOut(Draw draw) {
      Path reference = studies.folder(rows.get(0).file(draw.name()));
      Path judged = reference.resolve(PartName.of(1)).resolve("predictions.csv");
      return Set.copyOf(CsvFile.of(judged).ids("id", false));
    }

    Grid table(String title) {
      List<Line> lines = new ArrayList<>();
      tables
          .get(title)
          .forEach(
              (row, cells) ->
                  lines.add(
                      new Line(
                          row,
                          columns.stream().map(c -> cells.getOrDefault(c, Cell.NONE)).toList())));
      return new Grid(title, columns, lines);
    }

    /** Returns a check for each accuracy that is expected of a row at least. */
    List<Check> checks() {
      List<Check> checks = new ArrayList<>();
      for (var row : context.recipe().expected().path("least").properties()) {
        Map<String, Cell> cells = tables.get(ALL).getOrDefault(row.getKey(), Map.of());
        for (var wanted : row.getValue().properties()) {
          Cell found = cells.getOrDefault(wanted.getKey(), Cell.NONE);
          if (found.ours() != null) {
            checks.add(check(row.getKey() + ", " + wanted.getKey(), found, wanted.getValue()));
          }
        }
      }
      return checks;
    }

    private static Check check(String what, Cell found, JsonNode least) {
      return new Check(
          String.format(Locale.ROOT, "%s: %.2f ≥ %.2f", what, found.ours(), least.asDouble()),
          found.ours() >= least.asDouble());
    }

    List<String> notes() {
      List<String> notes = new ArrayList<>();
      notes.add(
          "%d draws of who has what, each with one split; up to %d settings tried in each."
              .formatted(seeds.size(), tried));
      context.recipe().settings().path("notes").forEach(note -> notes.add(note.asText()));
      notes.addAll(lost);
      if (context.quick()) {
        notes.add("QUICK: fewer chances, draws and rows of the table than the whole.");
      }
      return notes;
    }
  }
}
