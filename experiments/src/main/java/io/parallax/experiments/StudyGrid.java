package io.parallax.experiments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.parallax.eval.Probabilities;
import io.parallax.experiments.ExperimentResult.Cell;
import io.parallax.experiments.ExperimentResult.Grid;
import io.parallax.experiments.ExperimentResult.Line;
import io.parallax.experiments.ExperimentResult.Pairing;
import io.parallax.run.StudyResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * FedMood's tables: one study in several variants. {@code groups} are parts of the table and change
 * the study in one way, {@code columns} in another; the rows of a part are the method and what it
 * is compared with, or {@code rows} that change the study again. {@code also} names figures of the
 * runs that get tables of their own.
 */
final class StudyGrid implements Experiment {
  @Override
  public ExperimentResult run(ExperimentContext context) {
    JsonNode settings = settings(context);
    JsonNode paper =
        context.data().isEmpty()
            ? context.recipe().expected().path("groups")
            : MissingNode.getInstance();
    List<Grid> tables = new ArrayList<>();
    Accuracies found = new Accuracies();
    Seen seen = new Seen();
    for (var group : variants(settings, "groups").entrySet()) {
      ObjectNode study = Studies.merged((ObjectNode) settings.get("study"), group.getValue());
      Map<String, Map<String, Ran>> runs = runs(context, group.getKey(), settings, study, seen);
      List<String> columns = List.copyOf(variants(settings, "columns").keySet());
      tables.addAll(tables(group.getKey(), runs, study, columns, paper, found));
      settings
          .path("also")
          .forEach(name -> tables.add(figures(group.getKey(), name.asText(), runs, columns)));
    }
    return new ExperimentResult(
        tables,
        List.of(),
        notes(context, settings, seen),
        found.checks(holds(context, settings)),
        seen.tried,
        List.of(seen.seed),
        List.of(),
        List.of());
  }

  /** A run with the numbers of its splits. */
  private record Ran(StudyResult result, SplitNumbers numbers) {}

  /** Accuracies, and where scores are probabilities, their log loss. */
  private static List<Grid> tables(
      String group,
      Map<String, Map<String, Ran>> runs,
      JsonNode study,
      List<String> columns,
      JsonNode paper,
      Accuracies found) {
    List<Grid> tables = new ArrayList<>();
    Map<String, Map<String, Cell>> rows = numbers(runs, "accuracy", 100);
    found.put(group, rows);
    Pairing how = SplitNumbers.pairing(study, rows.keySet().iterator().next());
    tables.add(table(group + ": accuracy, %", rows, columns, paper.path(group)).paired(how));
    Map<String, Map<String, Cell>> losses = numbers(runs, Probabilities.LOG_LOSS, 1);
    if (!losses.isEmpty()) {
      Pairing first = SplitNumbers.pairing(study, losses.keySet().iterator().next());
      tables.add(
          table(group + ": log loss, nats", losses, columns, MissingNode.getInstance())
              .paired(first));
    }
    return tables;
  }

  /** Runs the studies of a group: row → column → run. */
  private Map<String, Map<String, Ran>> runs(
      ExperimentContext context, String group, JsonNode settings, ObjectNode study, Seen seen) {
    Map<String, Map<String, Ran>> runs = new LinkedHashMap<>();
    for (var row : variants(settings, "rows").entrySet()) {
      ObjectNode part = Studies.merged(study, row.getValue());
      for (var column : variants(settings, "columns").entrySet()) {
        Ran run =
            run(
                context,
                List.of(group, row.getKey(), column.getKey()),
                Studies.merged(part, column.getValue()));
        seen.add(run.result());
        runs.computeIfAbsent(row.getKey(), r -> new LinkedHashMap<>()).put(column.getKey(), run);
      }
    }
    return runs;
  }

  /** Returns the numbers of a group: row of the table → column → number; none: no split has it. */
  private static Map<String, Map<String, Cell>> numbers(
      Map<String, Map<String, Ran>> runs, String metric, double factor) {
    Map<String, Map<String, Cell>> rows = new LinkedHashMap<>();
    runs.forEach(
        (row, columns) ->
            columns.forEach(
                (column, ran) -> {
                  for (String own : ran.result().comparison().rows().keySet()) {
                    Cell cell = ran.numbers().cell(own, metric, factor);
                    shown(row, own, ran.result())
                        .filter(name -> cell.ours() != null)
                        .ifPresent(
                            name ->
                                rows.computeIfAbsent(name, r -> new LinkedHashMap<>())
                                    .put(column, cell));
                  }
                }));
    return rows;
  }

  /**
   * Returns the name of a run's row in the table, or nothing if the row is not shown: a variant
   * with a name shows the method and, with baselines, the pooled models.
   */
  private static Optional<String> shown(String variant, String own, StudyResult run) {
    if (variant.isEmpty()) {
      return Optional.of(own);
    }
    return own.equals(run.about().title())
        ? Optional.of(variant)
        : Optional.of(own).filter(name -> name.startsWith("pooled"));
  }

  /** Collects results of the runs for the notes. */
  private static final class Seen {
    private long seed;
    private int splits;
    private int tried = 1;

    private void add(StudyResult run) {
      seed = run.about().seed();
      splits = run.about().splits();
      tried = Math.max(tried, run.searching().settingsTried());
    }
  }

  /** The recipe's settings, changed for the user's choice of data, if that is one it knows. */
  private static JsonNode settings(ExperimentContext context) {
    ObjectNode settings = context.recipe().settings();
    Optional<String> data = context.data();
    if (data.isEmpty()) {
      return settings;
    }
    JsonNode set = new Studies(context).set();
    ObjectNode changed = settings.deepCopy();
    set.properties()
        .forEach(
            part ->
                changed.set(
                    part.getKey(),
                    part.getKey().equals("study")
                        ? Studies.merged((ObjectNode) settings.get("study"), part.getValue())
                        : part.getValue()));
    return changed;
  }

  private static JsonNode holds(ExperimentContext context, JsonNode settings) {
    return settings.has("hold") ? settings.get("hold") : context.recipe().expected().path("hold");
  }

  /** The ways in which the study is changed, by name; one, without a name, if there are none. */
  private static Map<String, JsonNode> variants(JsonNode settings, String kind) {
    Map<String, JsonNode> all = new LinkedHashMap<>();
    settings
        .path(kind)
        .properties()
        .forEach(
            variant -> {
              if (!variant.getValue().isNull()) { // the reduced version leaves it out
                all.put(variant.getKey(), variant.getValue());
              }
            });
    return all.isEmpty() ? Map.of("", JsonNodeFactory.instance.objectNode()) : all;
  }

  private static Ran run(ExperimentContext context, List<String> names, ObjectNode study) {
    List<String> told = names.stream().filter(name -> !name.isEmpty()).toList();
    context.progress().note(String.join(", ", told));
    String name = String.join("-", told).replaceAll("[^A-Za-z0-9]+", "-");
    Studies studies = new Studies(context);
    StudyResult result = studies.run(name, study);
    return new Ran(result, studies.numbers(name));
  }

  private static Grid table(
      String title, Map<String, Map<String, Cell>> rows, List<String> columns, JsonNode paper) {
    List<Line> lines = new ArrayList<>();
    rows.forEach(
        (row, byColumn) -> {
          List<Cell> cells = new ArrayList<>();
          for (int c = 0; c < columns.size(); c++) {
            JsonNode number = paper.path(row).path(c);
            cells.add(
                byColumn
                    .getOrDefault(columns.get(c), Cell.NONE)
                    .beside(number.isNumber() ? (Double) number.asDouble() : null));
          }
          lines.add(new Line(row, cells));
        });
    return new Grid(title, columns, lines);
  }

  /** A figure of every run. */
  private static Grid figures(
      String group, String name, Map<String, Map<String, Ran>> runs, List<String> columns) {
    List<Line> lines = new ArrayList<>();
    runs.forEach(
        (row, byColumn) ->
            lines.add(
                new Line(
                    row,
                    columns.stream()
                        .map(column -> figure(name, byColumn.get(column).result()))
                        .toList())));
    return new Grid(group + ": " + name, columns, lines);
  }

  /** A figure by its name: of every training on average, or the largest of a run's own. */
  private static Cell figure(String name, StudyResult run) {
    return switch (name) {
      case "rounds" -> Cell.count(run.training().rounds());
      case "megabytes sent" -> Cell.of(run.bytesUp() / 1e6 / run.about().splits());
      default ->
          run.training().figures().containsKey(name)
              ? Cell.of(run.training().figures().get(name))
              : Cell.NONE;
    };
  }

  private static List<String> notes(ExperimentContext context, JsonNode settings, Seen seen) {
    List<String> notes = new ArrayList<>();
    context
        .data()
        .ifPresentOrElse(
            name ->
                notes.add(
                    "On "
                        + name
                        + " instead of the paper's data, so its numbers are not shown beside."),
            () -> settings.path("source").forEach(text -> notes.add(text.asText())));
    notes.add(
        "%d split%s; %s."
            .formatted(
                seen.splits,
                seen.splits == 1 ? "" : "s",
                seen.tried == 1
                    ? "no settings tried"
                    : "up to " + seen.tried + " settings tried in each"));
    settings.path("notes").forEach(note -> notes.add(note.asText()));
    if (context.quick()) {
      notes.add("QUICK: fewer sessions, rounds, splits and variants than the whole.");
    }
    return notes;
  }
}
