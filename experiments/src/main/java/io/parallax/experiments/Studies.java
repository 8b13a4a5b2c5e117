package io.parallax.experiments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.parallax.core.BadInput;
import io.parallax.report.Report;
import io.parallax.run.RunOptions;
import io.parallax.run.StudyResult;
import io.parallax.run.StudyRun;
import io.parallax.run.cluster.TrainingsAhead;
import io.parallax.study.file.StudyText;
import io.parallax.study.rows.StudyData;
import io.parallax.study.rows.StudyReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Studies as parts of an experiment; each keeps its own run folder inside the experiment's. */
final class Studies {
  private final ExperimentContext context;

  Studies(ExperimentContext context) {
    this.context = context;
  }

  /**
   * Runs a study, or reads what it found earlier. JSON is YAML, so a study file may be a node. Sums
   * are plain unless it says otherwise: masked ones have the same bits and take longer. Rows are
   * not cut: the papers do not.
   */
  StudyResult run(String name, ObjectNode recipe) {
    Path folder = context.folder().resolve(name);
    StudyText text = text(name, recipe);
    return StudyRun.of(
        text.study(),
        RunOptions.in(folder)
            .watchedBy(context.progress())
            .stoppedBy(context.stop())
            .ahead(context.cluster().map(cluster -> new TrainingsAhead(cluster, text)))
            .reportedBy(Report::of));
  }

  private static StudyText text(String name, ObjectNode recipe) {
    ObjectNode study = recipe.deepCopy();
    if (!study.has("protection")) {
      study.putObject("protection").put("aggregation", "plain").put("row-clip", "none");
    }
    return new StudyText(name, study.toString(), Path.of("").toAbsolutePath().toString());
  }

  /** Returns the rows of a study. */
  static StudyData rows(String name, ObjectNode recipe) {
    return StudyReader.load(text(name, recipe).study());
  }

  /** Returns the numbers of each split of a study that was run. */
  SplitNumbers numbers(String name) {
    return SplitNumbers.read(folder(name));
  }

  Path folder(String name) {
    return context.folder().resolve(name);
  }

  /** The study as the recipe has it, on the user's data instead of its own if some is named. */
  ObjectNode onData(ObjectNode recipe) {
    ObjectNode study = recipe.deepCopy();
    if (context.data().isEmpty()) {
      return study;
    }
    if (context.recipe().settings().has("sets")) {
      return merged(study, set().get("study"));
    }
    Path folder = dataFolder(context.data().get());
    study.remove("parties");
    ObjectNode data = study.putObject("data");
    ObjectNode views = data.putObject("views");
    for (String view : views(context.recipe(), folder)) {
      views
          .putObject(view)
          .put("csv", MultiViewSet.file(folder, view).toAbsolutePath().toString())
          .put("id", "id");
    }
    data.putObject("labels")
        .put("csv", folder.resolve("labels.csv").toAbsolutePath().toString())
        .put("id", "id")
        .put("column", "label");
    if (!study.has("partition")) {
      study.putObject("partition").put("kind", "vertical");
    }
    return study;
  }

  /** Returns the recipe's settings for the data set that the user names. */
  JsonNode set() {
    JsonNode sets = context.recipe().settings().path("sets");
    String name = context.data().orElseThrow();
    if (!sets.has(name)) {
      List<String> known = new ArrayList<>();
      sets.fieldNames().forEachRemaining(known::add);
      throw new BadInput(
          "experiment %s knows %s, and not '%s'; leave out --data for its own"
              .formatted(
                  context.recipe().name(),
                  known.isEmpty() ? "no other data than its own" : "the data " + known,
                  name));
    }
    ExperimentContext.set(name); // is it there?
    return sets.get(name);
  }

  /** A study with some changes. */
  static ObjectNode merged(ObjectNode study, JsonNode changes) {
    ObjectNode copy = ExperimentSpec.merged(study, changes);
    if (changes.has("data")
        && !changes.get("data").has("generate")
        && changes.get("data").has("views")) {
      copy.set("data", changes.get("data")); // other data, not more of it
    }
    return copy;
  }

  /** The views of the study on this data. */
  List<String> views() {
    return views(context.recipe(), dataFolder(context.data().orElseThrow()));
  }

  /** A folder, or the name of a public data set. */
  static Path dataFolder(String data) {
    Path folder = Path.of(data);
    return Files.isDirectory(folder) ? folder : ExperimentContext.set(data);
  }

  /** The recipe's choice for this data set, or all that are there. */
  static List<String> views(ExperimentSpec recipe, Path folder) {
    JsonNode chosen = recipe.settings().path("views").path(folder.getFileName().toString());
    if (chosen.isArray()) {
      return Stream.iterate(0, i -> i < chosen.size(), i -> i + 1)
          .map(i -> chosen.get(i).asText())
          .toList();
    }
    try (Stream<Path> files = Files.list(folder)) {
      List<String> views =
          files
              .map(file -> file.getFileName().toString())
              .filter(name -> name.matches("view_.+\\.csv(\\.gz)?"))
              .map(name -> name.replaceFirst("view_", "").replaceFirst("\\.csv(\\.gz)?$", ""))
              .sorted()
              .toList();
      if (views.size() < 2) {
        throw new BadInput(
            folder
                + " has "
                + views.size()
                + " files view_NAME.csv; the experiment needs two or more");
      }
      return views;
    } catch (IOException e) {
      throw BadInput.quoting("cannot read " + folder, e);
    }
  }
}
