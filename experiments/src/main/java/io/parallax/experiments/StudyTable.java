package io.parallax.experiments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.parallax.eval.Probabilities;
import io.parallax.experiments.ExperimentResult.Cell;
import io.parallax.experiments.ExperimentResult.Check;
import io.parallax.experiments.ExperimentResult.Grid;
import io.parallax.experiments.ExperimentResult.Line;
import io.parallax.pages.NumberText;
import io.parallax.run.StudyResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** FedMV's Tables 1 and 2: a study with its baselines, beside the paper's numbers. */
final class StudyTable implements Experiment {
  /** The metrics' names in the papers. */
  static final List<String> NAMES = List.of("accuracy", "precision", "recall", "F1");

  private static final List<String> TWO_CLASSES =
      List.of("accuracy", "positivePrecision", "positiveRecall", "positiveF1");
  private static final List<String> MORE_CLASSES = List.of("accuracy", "precision", "recall", "f1");

  @Override
  public ExperimentResult run(ExperimentContext context) {
    Studies studies = new Studies(context);
    ObjectNode study = studies.onData((ObjectNode) context.recipe().settings().get("study"));
    StudyResult run = studies.run("study", study);
    boolean own = context.data().isEmpty();
    JsonNode paper = own ? context.recipe().expected().path("rows") : MissingNode.getInstance();
    Grid table = table(run, studies.numbers("study"), study, paper);
    return new ExperimentResult(
        List.of(table),
        List.of(),
        notes(context, run, own),
        checks(run, table, context.recipe().expected().path("hold")),
        run.searching().settingsTried(),
        List.of(run.about().seed()),
        List.of(),
        List.of());
  }

  /**
   * Returns the metrics that FedMV's tables and figures report, in order; with two classes, those
   * of the second class.
   */
  static List<String> metrics(StudyResult run) {
    return run.about().classes().size() == 2 ? TWO_CLASSES : MORE_CLASSES;
  }

  private static Grid table(StudyResult run, SplitNumbers numbers, JsonNode study, JsonNode paper) {
    List<String> metrics = metrics(run);
    boolean losses = run.metrics().containsKey(Probabilities.LOG_LOSS);
    List<Line> lines = new ArrayList<>();
    for (String row : run.comparison().rows().keySet()) {
      List<Cell> cells = new ArrayList<>();
      for (int m = 0; m < metrics.size(); m++) {
        JsonNode number = paper.path(row).path(m);
        cells.add(
            numbers
                .cell(row, metrics.get(m), 100)
                .beside(number.isNumber() ? (Double) number.asDouble() : null));
      }
      if (losses) {
        cells.add(numbers.cell(row, Probabilities.LOG_LOSS, 1));
      }
      lines.add(new Line(row, cells));
    }
    List<String> columns = new ArrayList<>(NAMES);
    columns.addAll(losses ? List.of("log loss, nats") : List.of());
    return new Grid("%, mean ± sd", columns, lines)
        .paired(SplitNumbers.pairing(study, run.about().title()));
  }

  private static List<String> notes(ExperimentContext context, StudyResult run, boolean own) {
    List<String> notes = new ArrayList<>();
    notes.add(
        own
            ? "The paper's data (BiAffect) is not public: these are typing sessions made by the project's generator, whose single views were tuned to the paper's accuracies; compare the order and the distances, not the digits."
            : "On other data than the paper's, so its numbers are not shown beside.");
    notes.add(
        run.about().classes().size() == 2
            ? "Precision, recall and F1 are those of the second class, as in the paper."
            : "Precision, recall and F1 are means over the classes.");
    notes.add(
        "%d splits; %s.%s"
            .formatted(
                run.about().splits(),
                run.searching().settingsTried() > 1
                    ? run.searching().settingsTried()
                        + " settings tried in each, on validation rows only"
                    : "no settings tried",
                run.searching().choices().isEmpty()
                    ? ""
                    : " Chosen: " + run.searching().choices() + "."));
    Map<String, Integer> tried = run.comparison().tried();
    if (tried.values().stream().distinct().count() > 1) {
      notes.add("Settings tried in each split: " + NumberText.setting(tried) + ".");
    }
    if (context.quick()) {
      notes.add("QUICK: fewer sessions, splits and settings than the whole.");
    }
    return notes;
  }

  /** The order of the paper's table: all views, then pairs, then single views. */
  private static List<Check> checks(StudyResult run, Grid table, JsonNode rules) {
    List<Check> checks = new ArrayList<>(named(run).checks(rules));
    List<String> rows = PairedCells.methods(table);
    String own = run.about().title();
    for (String row : rows) {
      if (row.contains(" + ")) {
        checks.add(order(table, own, row));
        for (String view : row.split(" \\+ ")) {
          rows.stream()
              .filter(other -> other.startsWith(view + " alone"))
              .findFirst()
              .ifPresent(single -> checks.add(order(table, row, single)));
        }
      } else if (row.equals("every party for itself")) {
        checks.add(order(table, own, row));
      }
    }
    return checks;
  }

  private static Accuracies named(StudyResult run) {
    Map<String, Map<String, Cell>> rows = new LinkedHashMap<>();
    run.comparison()
        .rows()
        .forEach(
            (row, values) ->
                rows.put(row, Map.of("accuracy", Cell.of(100 * values.get("accuracy").mean()))));
    Accuracies found = new Accuracies();
    found.put("all", rows);
    return found;
  }

  /** Nothing speaks against the order: the difference's interval is not below 0, or its mean. */
  private static Check order(Grid table, String better, String worse) {
    String accuracy = NAMES.get(0);
    PairedCells pair =
        PairedCells.between(
            table,
            accuracy,
            better,
            PairedCells.values(table, better, accuracy),
            worse,
            PairedCells.values(table, worse, accuracy));
    Double high = pair.difference().high();
    return new Check(
        "%s is not below %s: %s".formatted(better, worse, pair.text()),
        (high == null ? pair.difference().mean() : high) >= 0);
  }
}
