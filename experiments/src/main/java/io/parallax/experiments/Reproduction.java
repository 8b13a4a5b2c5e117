package io.parallax.experiments;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.parallax.core.BadInput;
import io.parallax.core.Stopped;
import io.parallax.data.CsvText;
import io.parallax.data.Json;
import io.parallax.engine.DurableFile;
import io.parallax.engine.TaskEngine;
import io.parallax.report.TableFiles;
import io.parallax.run.Progress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/** Runs an experiment in its folder and writes what it found, for people and for programs. */
public final class Reproduction {
  private static final Map<String, Experiment> KINDS =
      Map.ofEntries(
          Map.entry("feature-selection", new FeatureSelection()),
          Map.entry("incremental", new Incremental()),
          Map.entry("study-table", new StudyTable()),
          Map.entry("study-grid", new StudyGrid()),
          Map.entry("sweep", new Sweep()),
          Map.entry("before-after", new BeforeAfter()),
          Map.entry("cluster-table", new ClusterTable()),
          Map.entry("cluster-sweep", new ClusterSweep()),
          Map.entry("active-passive-table", new ActivePassiveTable()),
          Map.entry("coverage", new CoverageTable()),
          Map.entry("missing-views", new MissingViews()),
          Map.entry("lambda-sweep", new LambdaSweep()),
          Map.entry("contribution", new ContributionTable()));
  private static final Set<String> OTHER_DATA =
      Set.of("study-table", "study-grid", "sweep", "before-after");
  private final StoredResult result;
  private final ExperimentResult found;
  private final Path folder;

  private Reproduction(StoredResult result, ExperimentResult found, Path folder) {
    this.result = result;
    this.found = found;
    this.folder = folder;
  }

  /** An experiment as the list shows it. */
  public record Listed(
      String name, String title, List<String> data, double minutes, double quickMinutes) {}

  public static List<Listed> list() {
    return ExperimentSpec.names().stream()
        .map(name -> ExperimentSpec.named(name, false))
        .map(r -> new Listed(r.name(), r.title(), r.data(), r.minutes(), r.quickMinutes()))
        .toList();
  }

  /** Returns an experiment's settings as a file that can be changed and given back. */
  public static String settings(String name) {
    return ExperimentSpec.text(name);
  }

  /**
   * A user's choices.
   *
   * @param settings a changed copy of the experiment's settings
   * @param data a folder or a public data set to use instead of the experiment's own
   * @param out where to keep it, or none for runs/reproduce-NAME-HASH
   */
  public record Wanted(
      String name,
      boolean quick,
      Optional<Path> settings,
      RecipeSeeds seeds,
      Optional<String> data,
      Optional<Path> out) {

    private ExperimentSpec recipe() {
      return settings
          .map(file -> ExperimentSpec.from(file, name, quick))
          .orElseGet(() -> ExperimentSpec.named(name, quick));
    }
  }

  /**
   * Runs an experiment, or what is left of it.
   *
   * @param cluster does the trainings, if there is one
   */
  public static Reproduction run(
      Wanted wanted,
      Optional<TaskEngine.Cluster> cluster,
      Progress progress,
      BooleanSupplier stop) {
    ExperimentSpec own = wanted.recipe();
    List<Long> runs = wanted.seeds().runs(own);
    ExperimentSpec recipe = own.with(wanted.seeds().in(own));
    requireData(recipe, wanted.data());
    Path folder = ExperimentFolder.open(recipe, wanted.quick(), wanted.data(), runs, wanted.out());
    Effort.Watch watch = new Effort.Watch(folder);
    ExperimentContext context =
        new ExperimentContext(
            recipe,
            wanted.quick(),
            wanted.data(),
            folder,
            cluster,
            Optional.empty(),
            progress,
            stop);
    try {
      ExperimentResult findings = findings(context, runs);
      progress.end();
      Provenance from = Provenance.of(data(recipe, wanted.data()), watch.keep());
      Reproduction done =
          new Reproduction(StoredResult.of(context, findings, from), findings, folder);
      done.write();
      return done;
    } catch (Stopped stopped) {
      watch.keep();
      throw stopped;
    }
  }

  /** Runs the program of the experiment, for each of several seeds if there are some. */
  private static ExperimentResult findings(ExperimentContext context, List<Long> seeds) {
    if (seeds.isEmpty()) {
      return findings(context);
    }
    List<ExperimentResult> found = new ArrayList<>();
    for (long seed : seeds) {
      context.progress().note("seed " + seed);
      found.add(findings(context.withSeed(seed)));
    }
    boolean anew = context.data().isEmpty() && RecipeSeeds.anew(context.recipe().settings());
    return new SeedRuns(found, seeds, anew).merged();
  }

  /** Runs the program of the context's experiment. */
  static ExperimentResult findings(ExperimentContext context) {
    return KINDS.get(context.recipe().kind()).run(context);
  }

  private static void requireData(ExperimentSpec recipe, Optional<String> data) {
    boolean replaceable = OTHER_DATA.contains(recipe.kind());
    if (data.isPresent() && !replaceable) {
      throw new BadInput(
          "experiment "
              + recipe.name()
              + " has its own data: "
              + recipe.data()
              + "; leave out --data");
    }
    recipe.data().forEach(ExperimentContext::set);
    if (!recipe.knowsItsData()) {
      data.ifPresent(named -> Studies.views(recipe, Studies.dataFolder(named)));
    }
  }

  private static Map<String, String> data(ExperimentSpec recipe, Optional<String> other) {
    Map<String, String> marks = new LinkedHashMap<>(DataMark.bySet(recipe));
    other.ifPresent(
        named ->
            marks.put(
                Path.of(named).getFileName().toString(),
                DataMark.ofFolder(Studies.dataFolder(named))));
    return marks;
  }

  private void write() {
    put("result.json", new String(ExperimentFolder.bytes(result), StandardCharsets.UTF_8));
    put("result.csv", csv());
    put("report.html", ExperimentPage.of(result, found.pictures(), found.classes()));
  }

  private void put(String name, String text) {
    DurableFile.replace(folder.resolve(name), text.getBytes(StandardCharsets.UTF_8));
  }

  /** The one line that {@code --json} prints. */
  public String jsonLine() {
    ObjectNode line = Json.MAPPER.valueToTree(result);
    return line.put("folder", folder.toString()).toString();
  }

  /** Returns true if every check holds; a reduced or changed version is never judged. */
  public boolean allHold() {
    return !result.about().whole() || result.allHold();
  }

  /** As a person reads it in a terminal. */
  public String text() {
    return ExperimentText.of(result, folder);
  }

  /** Returns the tables as files for papers and programs. */
  public TableFiles files() {
    return new TableFiles(ExperimentTables.of(result), csv());
  }

  private String csv() {
    boolean quick = result.about().quick();
    CsvText csv = CsvText.forPeople("table", "row", "column", "ours", "sd", "paper", "quick");
    for (ExperimentResult.Grid table : result.tables()) {
      for (ExperimentResult.Line line : table.lines()) {
        for (int c = 0; c < line.cells().size(); c++) {
          ExperimentResult.Cell cell = line.cells().get(c);
          String column = table.columns().get(c);
          csv.row(table.title(), line.label(), column, cell.ours(), cell.sd(), cell.paper(), quick);
        }
      }
    }
    for (ExperimentResult.Plot plot : result.plots()) {
      plot.y()
          .forEach(
              (name, values) -> {
                for (int i = 0; i < values.size(); i++) {
                  csv.row(plot.title(), name, plot.x().get(i), values.get(i), null, null, quick);
                }
              });
    }
    return csv.toString();
  }
}
