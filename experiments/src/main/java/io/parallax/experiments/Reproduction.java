package io.parallax.experiments;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.core.BadInput;
import io.parallax.core.Hashes;
import io.parallax.data.CsvText;
import io.parallax.data.Json;
import io.parallax.engine.DurableFile;
import io.parallax.engine.TaskEngine;
import io.parallax.report.TableFiles;
import io.parallax.run.Progress;
import io.parallax.study.Version;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
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
          Map.entry("lambda-sweep", new LambdaSweep()),
          Map.entry("contribution", new ContributionTable()));
  private static final Set<String> OTHER_DATA =
      Set.of("study-table", "study-grid", "sweep", "before-after");
  private final ExperimentSpec recipe;
  private final boolean quick;
  private final ExperimentResult findings;
  private final Path folder;
  private final double seconds;

  private Reproduction(
      ExperimentSpec recipe,
      boolean quick,
      ExperimentResult findings,
      Path folder,
      double seconds) {
    this.recipe = recipe;
    this.quick = quick;
    this.findings = findings;
    this.folder = folder;
    this.seconds = seconds;
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

  /**
   * Runs an experiment, or what is left of it.
   *
   * @param data a folder or a public data set to use instead of the experiment's own
   * @param out where to keep it, or none for runs/reproduce-NAME-HASH
   * @param cluster does the trainings, if there is one
   */
  public static Reproduction run(
      String name,
      boolean quick,
      Optional<String> data,
      Optional<Path> out,
      Optional<TaskEngine.Cluster> cluster,
      Progress progress,
      BooleanSupplier stop) {
    ExperimentSpec recipe = ExperimentSpec.named(name, quick);
    requireData(recipe, data);
    Identity identity = Identity.of(recipe, quick, data);
    Path folder = folder(name, identity, out);
    long began = System.nanoTime();
    ExperimentContext context =
        new ExperimentContext(
            recipe, quick, data, folder, cluster, Optional.empty(), progress, stop);
    ExperimentResult findings = findings(context);
    progress.end();
    double seconds = (System.nanoTime() - began) / 1e9;
    Reproduction done = new Reproduction(recipe, quick, findings, folder, seconds);
    done.write();
    return done;
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
    if (!knowsItsData(recipe)) {
      data.ifPresent(named -> Studies.views(recipe, Studies.dataFolder(named)));
    }
  }

  /** Returns true if the recipe's settings say how to treat the data set that the user names. */
  private static boolean knowsItsData(ExperimentSpec recipe) {
    return recipe.kind().equals("study-grid") || recipe.settings().has("sets");
  }

  /**
   * The settings, data and version that decide the result.
   *
   * @param files hashes of the user's files; none: the studies tell their files themselves
   */
  private record Identity(
      String experiment,
      String version,
      String build,
      boolean quick,
      String data,
      @JsonInclude(JsonInclude.Include.NON_NULL) Map<String, String> files,
      JsonNode settings) {
    static Identity of(ExperimentSpec recipe, boolean quick, Optional<String> data) {
      return new Identity(
          recipe.name(),
          Version.NUMBER,
          Version.build(),
          quick,
          data.orElse(""),
          data.filter(named -> !knowsItsData(recipe))
              .map(named -> Reproduction.files(recipe, Studies.dataFolder(named)))
              .orElse(null),
          recipe.settings());
    }
  }

  /** The hashes of the user's files: other data is another experiment. */
  private static Map<String, String> files(ExperimentSpec recipe, Path folder) {
    Map<String, String> hashes = new LinkedHashMap<>();
    hashes.put("labels", hash(folder.resolve("labels.csv")));
    Studies.views(recipe, folder)
        .forEach(view -> hashes.put(view, hash(MultiViewSet.file(folder, view))));
    return hashes;
  }

  private static String hash(Path file) {
    try {
      return Hashes.ofFile(file);
    } catch (IOException e) {
      throw new BadInput(file + " cannot be read; the experiment needs it", e);
    }
  }

  private static Path folder(String name, Identity identity, Optional<Path> out) {
    byte[] text = bytes(identity);
    String mark = HexFormat.of().formatHex(Hashes.of(text), 0, 4);
    Path folder = out.orElse(Path.of("runs", "reproduce-" + name + "-" + mark));
    Path file = folder.resolve("experiment.json");
    try {
      if (Files.exists(file) && !java.util.Arrays.equals(Files.readAllBytes(file), text)) {
        throw new BadInput(
            folder
                + " holds another experiment (other settings, data or version); choose another --out");
      }
      Files.createDirectories(folder);
      DurableFile.replace(file, text);
    } catch (IOException e) {
      throw new BadInput("cannot write to " + folder + "; choose another --out", e);
    }
    return folder;
  }

  private static byte[] bytes(Object content) {
    try {
      return Json.MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(content);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private void write() {
    put("result.json", new String(bytes(result()), StandardCharsets.UTF_8));
    put("result.csv", csv());
    put("report.html", ExperimentPage.of(recipe, quick, findings, seconds));
  }

  private void put(String name, String text) {
    DurableFile.replace(folder.resolve(name), text.getBytes(StandardCharsets.UTF_8));
  }

  private Map<String, Object> result() {
    Map<String, Object> result = new LinkedHashMap<>();
    result.put("experiment", recipe.name());
    result.put("title", recipe.title());
    result.put("paper", recipe.paper());
    result.put("quick", quick);
    result.put("tables", findings.tables());
    result.put("plots", findings.plots());
    result.put("checks", findings.checks());
    result.put("notes", findings.notes());
    result.put("settingsTried", findings.settingsTried());
    result.put("seeds", findings.seeds());
    result.put("seconds", seconds);
    result.put("version", Version.NUMBER);
    result.put("folder", folder.toString());
    return result;
  }

  /** The one line that {@code --json} prints. */
  public String jsonLine() {
    try {
      return Json.MAPPER.writeValueAsString(Json.MAPPER.convertValue(result(), JsonNode.class));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns true if every check holds; a reduced version is never judged. */
  public boolean allHold() {
    return quick || findings.allHold();
  }

  /** As a person reads it in a terminal. */
  public String text() {
    return ExperimentText.of(recipe, quick, findings, seconds, folder);
  }

  /** Returns the tables as files for papers and programs. */
  public TableFiles files() {
    return new TableFiles(ExperimentTables.of(recipe, quick, findings), csv());
  }

  private String csv() {
    CsvText csv = CsvText.forPeople("table", "row", "column", "ours", "sd", "paper", "quick");
    for (ExperimentResult.Grid table : findings.tables()) {
      for (ExperimentResult.Line line : table.lines()) {
        for (int c = 0; c < line.cells().size(); c++) {
          ExperimentResult.Cell cell = line.cells().get(c);
          String column = table.columns().get(c);
          csv.row(table.title(), line.label(), column, cell.ours(), cell.sd(), cell.paper(), quick);
        }
      }
    }
    for (ExperimentResult.Plot plot : findings.plots()) {
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
