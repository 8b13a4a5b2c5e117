package io.parallax.experiments;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.core.BadInput;
import io.parallax.data.Json;
import io.parallax.experiments.ExperimentResult.Check;
import io.parallax.experiments.ExperimentResult.Grid;
import io.parallax.experiments.ExperimentResult.Plot;
import java.nio.file.Path;
import java.util.List;

/**
 * The result of an experiment as its folder keeps it, in result.json.
 *
 * @param differences between the lines of its tables, number by number
 * @param claims of the paper, each with a verdict
 * @param notes what a reader has to know to judge the numbers
 * @param settingsTried how many settings were tried for each number
 */
record StoredResult(
    @JsonUnwrapped About about,
    List<Grid> tables,
    List<Plot> plots,
    List<PairedCells> differences,
    List<Check> checks,
    List<Claims.Verdict> claims,
    List<String> notes,
    int settingsTried,
    List<Long> seeds,
    @JsonUnwrapped Provenance provenance) {

  /**
   * The experiment.
   *
   * @param changed whether a user's file replaced its settings
   * @param data that the user named instead of its own; empty: its own
   */
  record About(
      String experiment, String title, String paper, boolean quick, boolean changed, String data) {

    /** Returns true if these are the numbers that the experiment is meant to give. */
    boolean whole() {
      return !quick && !changed;
    }
  }

  static StoredResult of(ExperimentContext context, ExperimentResult found, Provenance provenance) {
    ExperimentSpec recipe = context.recipe();
    String data = context.data().orElse("");
    return new StoredResult(
            new About(
                recipe.name(),
                recipe.title(),
                recipe.paper(),
                context.quick(),
                recipe.changed(),
                data),
            found.tables(),
            found.plots(),
            found.tables().stream().flatMap(table -> PairedCells.of(table).stream()).toList(),
            found.checks(),
            List.of(),
            found.notes(),
            found.settingsTried(),
            found.seeds(),
            provenance)
        .judged();
  }

  /** Returns the name of its page: the experiment's, with the data if it is other than its own. */
  String name() {
    return about.experiment()
        + (about.data().isEmpty() ? "" : "-" + Path.of(about.data()).getFileName());
  }

  /** Returns the same with the claims as the experiment has them now, judged by these numbers. */
  StoredResult judged() {
    JsonNode expected = ExperimentSpec.named(about.experiment(), about.quick()).expected();
    return new StoredResult(
        about,
        tables,
        plots,
        differences,
        checks,
        Claims.of(expected, about.data()).judged(tables, plots),
        notes,
        settingsTried,
        seeds,
        provenance);
  }

  /** Reads a result.json. */
  static StoredResult read(String source, String json) {
    try {
      return Json.MAPPER.readValue(json, StoredResult.class);
    } catch (JsonProcessingException e) {
      throw new BadInput(
          source
              + " is not a result of this version's 'reproduce'; it must be one; run the experiment again",
          e);
    }
  }

  boolean allHold() {
    return checks.stream().allMatch(Check::holds);
  }
}
