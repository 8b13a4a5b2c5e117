package io.parallax.experiments;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.parallax.data.CsvFile;
import io.parallax.data.Json;
import io.parallax.data.LabelColumn;
import io.parallax.data.Split;
import io.parallax.data.Splits;
import io.parallax.experiments.ExperimentResult.Cell;
import io.parallax.experiments.ExperimentResult.Grid;
import io.parallax.experiments.ExperimentResult.Line;
import io.parallax.math.Rng;
import io.parallax.pages.NumberText;
import io.parallax.run.StudyResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Checks the claim about feature selection in the paper's Section 5: a first study ranks the
 * features, and later ones on new rows use only the best of them.
 */
final class Incremental implements Experiment {

  /** As in settings.yaml. */
  record Settings(
      String folder,
      List<String> views,
      List<Double> keep,
      double beta,
      int repeats,
      long seed,
      List<String> methods) {}

  @Override
  public ExperimentResult run(ExperimentContext context) {
    Settings settings = context.recipe().settings(Settings.class);
    Path initial = context.folder().resolve("data").resolve("initial");
    Path later = context.folder().resolve("data").resolve("later");
    halves(ExperimentContext.set(settings.folder()), settings, initial, later);
    Studies studies = new Studies(context);
    ObjectNode first = study("mmvfl", settings, initial);
    first.put("model", true);
    context.progress().note("the first study, all features");
    studies.run("first", first);
    List<Grid> tables = new ArrayList<>();
    for (String method : settings.methods()) {
      tables.add(table(context, studies, settings, method, later));
    }
    return new ExperimentResult(
        tables, List.of(), notes(), List.of(), 1, List.of(settings.seed()), List.of(), List.of());
  }

  private static Grid table(
      ExperimentContext context, Studies studies, Settings settings, String method, Path later) {
    List<Line> lines = new ArrayList<>();
    for (double keep : settings.keep()) {
      context
          .progress()
          .note("%s on the %s %% best features".formatted(method, NumberText.setting(keep)));
      ObjectNode study = study(method, settings, later);
      study
          .putObject("select")
          .put("model", studies.folder("first").toAbsolutePath().toString())
          .put("keep", keep);
      StudyResult run = studies.run("%s-keep-%s".formatted(method, keep), study);
      lines.add(line(keep, run));
    }
    return new Grid(
        "later study with " + method + ", features kept",
        List.of("accuracy, %", "columns", "MB sent", "seconds"),
        lines);
  }

  private static Line line(double keep, StudyResult run) {
    StudyResult.MeanSd accuracy = run.comparison().rows().get(run.about().title()).get("accuracy");
    int columns = run.training().importance().values().stream().mapToInt(List::size).sum();
    return new Line(
        keep == 100 ? "all that the first study uses" : NumberText.setting(keep) + " %",
        List.of(
            Cell.of(100 * accuracy.mean(), 100 * accuracy.sd()),
            Cell.count(columns),
            Cell.of(run.bytesUp() / 1e6),
            Cell.of(run.training().seconds())));
  }

  private static List<String> notes() {
    return List.of(
        "Features are ranked on the first half of the rows; the later studies use the second half only, so the selection has not seen the rows it is judged on.",
        "Messages of MMVFL are N × C whatever the number of features: selection saves a party time and storage, not bytes. H-FedMV's products of columns are d × d: there bytes fall, too.",
        "Seconds are those of all splits together, on this machine.");
  }

  private static ObjectNode study(String method, Settings settings, Path folder) {
    ObjectNode study = Json.MAPPER.createObjectNode();
    study.put("study", "incremental-" + method);
    study.put("method", method);
    ObjectNode chosen = study.putObject("settings").put("beta", settings.beta());
    if (method.equals("hfedmv")) {
      chosen.put("zeta", 8).put("eta", 16);
      study.putObject("partition").put("kind", "horizontal").put("parties", 4);
    } else {
      study.putObject("partition").put("kind", "vertical");
    }
    ObjectNode views = study.putObject("data").putObject("views");
    for (String view : settings.views()) {
      String file = folder.resolve("view_" + view + ".csv").toAbsolutePath().toString();
      views.putObject(view).put("csv", file).put("id", "id");
    }
    study
        .withObjectProperty("data")
        .putObject("labels")
        .put("csv", folder.resolve("labels.csv").toAbsolutePath().toString())
        .put("id", "id")
        .put("column", "label");
    study.putObject("evaluate").put("repeats", settings.repeats());
    study.put("seed", settings.seed());
    study.put("model", false);
    study.putObject("report").put("points", 0);
    return study;
  }

  private static void halves(Path from, Settings settings, Path initial, Path later) {
    LabelColumn labels = CsvFile.of(from.resolve("labels.csv")).labels("id", "label");
    Rng rng = Rng.of(settings.seed()).child("halves");
    Split split = Splits.shares(labels.codes(), 0.5, 1, rng).get(0);
    copy(from, settings, ids(labels, split.train()), initial);
    copy(from, settings, ids(labels, split.test()), later);
  }

  private static List<String> ids(LabelColumn labels, int[] rows) {
    return Arrays.stream(rows).mapToObj(labels.ids()::get).toList();
  }

  private static void copy(Path from, Settings settings, List<String> ids, Path to) {
    try {
      Files.createDirectories(to);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    for (String view : settings.views()) {
      Path file = MultiViewSet.file(from, view);
      List<String> columns = new ArrayList<>(List.of("id"));
      columns.addAll(CsvFile.of(file).others("id", List.of()));
      CsvFile.of(file).copy("id", columns, ids, to.resolve("view_" + view + ".csv"));
    }
    CsvFile.of(from.resolve("labels.csv"))
        .copy("id", List.of("id", "label"), ids, to.resolve("labels.csv"));
  }
}
