package io.parallax.experiments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.parallax.eval.CoverageLaw;
import io.parallax.experiments.ExperimentResult.Cell;
import io.parallax.experiments.ExperimentResult.Check;
import io.parallax.experiments.ExperimentResult.Grid;
import io.parallax.experiments.ExperimentResult.Line;
import io.parallax.run.certainty.CertaintyResult;
import io.parallax.run.certainty.CertaintyResult.LogLoss;
import io.parallax.run.certainty.Coverage;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The share of sets and intervals that hold the truth, beside what the rank of their threshold lets
 * expect: the studies' own splits, each row with a test of whether the two are compatible. {@code
 * on} has data sets, each with a study and the rows of the table, which change it; with {@code
 * lacking} parties have each row by this chance.
 */
final class CoverageTable implements Experiment {
  private static final double LEVEL = 0.05;
  private static final List<String> COLUMNS =
      List.of(
          "calibrate",
          "judge",
          "expected, %",
          "95 % of draws, from",
          "to",
          "held, %",
          "p, %",
          "mean size");
  private static final List<String> LOSSES = List.of("rows", "temperature", "before", "after");

  @Override
  public ExperimentResult run(ExperimentContext context) {
    JsonNode settings = context.recipe().settings();
    Found found = new Found();
    for (var set : there(settings.get("on")).entrySet()) {
      ObjectNode study = merged(settings.get("study"), set.getValue().get("study"));
      for (var row : there(set.getValue().get("rows")).entrySet()) {
        String name = set.getKey() + ", " + row.getKey();
        context.progress().note(name);
        ObjectNode own = merged(study, row.getValue());
        found.add(name, new Studies(context), lacking(context, name, own));
      }
    }
    List<Grid> tables = new ArrayList<>();
    tables.add(new Grid("sets and intervals that hold the truth", COLUMNS, found.lines));
    if (!found.losses.isEmpty()) {
      tables.add(new Grid("log loss of probabilities, nats", LOSSES, found.losses));
    }
    List<String> notes = new ArrayList<>();
    settings.path("notes").forEach(note -> notes.add(note.asText()));
    if (context.quick()) {
      notes.add("QUICK: fewer splits and studies than the whole.");
    }
    return new ExperimentResult(
        tables,
        List.of(),
        notes,
        found.checks(),
        1,
        List.of(settings.at("/study/seed").asLong(1)),
        List.of(),
        List.of());
  }

  /** Returns the entries that the reduced version does not leave out. */
  private static Map<String, JsonNode> there(JsonNode entries) {
    Map<String, JsonNode> there = new LinkedHashMap<>();
    for (var entry : entries.properties()) {
      if (!entry.getValue().isNull()) {
        there.put(entry.getKey(), entry.getValue());
      }
    }
    return there;
  }

  private static ObjectNode merged(JsonNode study, JsonNode changes) {
    return Studies.merged((ObjectNode) study, changes);
  }

  private static ObjectNode lacking(ExperimentContext context, String name, ObjectNode study) {
    double chance = study.path("lacking").asDouble(1);
    study.remove("lacking");
    Path folder = context.folder().resolve("rows-" + file(name));
    return chance == 1 ? study : new LackingRows(study, chance, folder).study();
  }

  private static String file(String name) {
    return name.replaceAll("[^A-Za-z0-9.]+", "-");
  }

  /** The lines of all studies so far. */
  private static final class Found {
    private final List<Line> lines = new ArrayList<>();
    private final List<Line> losses = new ArrayList<>();
    private double leastP = 1;
    private String least = "";

    void add(String name, Studies studies, ObjectNode study) {
      CertaintyResult result = studies.run(file(name), study).comparison().certainty();
      CoverageCases cases = new CoverageCases(Studies.rows(file(name), study));
      int splits = result.bySplit().size();
      for (Coverage one : result.coverage()) {
        boolean all = one == result.coverage().get(0);
        add(all ? name : name + ": " + one.name(), one, cases.statements(), splits);
      }
      result
          .probabilities()
          .forEach(one -> losses.add(new Line(name + ": " + one.name(), cells(one))));
    }

    private void add(
        String name, Coverage one, Map<String, CoverageCases.Cases> cases, int splits) {
      CoverageCases.Cases own = cases.get(one.name());
      CoverageLaw law = own.law();
      if (law.judged() != one.rows()) {
        throw new IllegalStateException(
            "%s: %d rows judge, and the splits hold out %d"
                .formatted(name, one.rows(), law.judged()));
      }
      double p = law.twoSided(one.covered());
      if (p < leastP) {
        leastP = p;
        least = name;
      }
      double rows = one.rows();
      lines.add(
          new Line(
              name,
              List.of(
                  Cell.count((double) own.calibrating() / splits),
                  Cell.count(rows),
                  Cell.of(100 * law.mean() / rows),
                  Cell.of(100 * law.low() / rows),
                  Cell.of(100 * law.high() / rows),
                  Cell.of(100 * one.share()),
                  Cell.of(100 * p),
                  one.size() == null ? Cell.NONE : Cell.of(one.size()))));
    }

    private static List<Cell> cells(LogLoss one) {
      return List.of(
          Cell.count(one.rows()),
          one.temperature() == 0 ? Cell.NONE : Cell.of(one.temperature()),
          Cell.of(one.before()),
          Cell.of(one.after()));
    }

    /** Returns the check that no row is farther out than the farthest of so many would be. */
    List<Check> checks() {
      double adjusted = Math.min(1, leastP * lines.size());
      return List.of(
          new Check(
              String.format(
                  Locale.ROOT,
                  "held is what the ranks let expect: least p of %d rows is %.4f (%s), of all together %.2f ≥ %.2f",
                  lines.size(),
                  leastP,
                  least,
                  adjusted,
                  LEVEL),
              adjusted >= LEVEL));
    }
  }
}
