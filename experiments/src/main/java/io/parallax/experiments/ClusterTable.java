package io.parallax.experiments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.parallax.core.Methods;
import io.parallax.experiments.ClusterSet.Judged;
import io.parallax.experiments.ExperimentResult.Cell;
import io.parallax.experiments.ExperimentResult.Check;
import io.parallax.experiments.ExperimentResult.Grid;
import io.parallax.experiments.ExperimentResult.Line;
import io.parallax.experiments.ExperimentResult.Pairing;
import io.parallax.pages.NumberText;
import io.parallax.study.Search;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * FedMSGL's Table 3: clustering of five data sets. Settings are picked twice from the same grid: by
 * the labels, as the paper does, and without them, by how clear the groups are. The consensus of
 * all settings picks none.
 */
final class ClusterTable implements Experiment {
  static final List<String> COLUMNS = List.of("ACC", "NMI", "purity", "ARI");

  /** As in settings.yaml. */
  record Settings(
      String method,
      Map<String, ClusterSet.Source> sets,
      List<Long> seeds,
      int rounds,
      Map<String, Object> base,
      Map<String, List<Double>> grid,
      List<String> modes,
      List<String> baselines,
      List<Double> neighbours) {

    /** Rows for each of these modes; none named: for the base's. */
    public Settings {
      modes = modes == null || modes.isEmpty() ? List.of("") : modes;
      baselines = baselines == null ? List.of() : baselines;
      neighbours = neighbours == null ? List.of() : neighbours;
    }

    /** The same with the base in this mode. */
    Settings in(String mode) {
      Map<String, Object> changed = new LinkedHashMap<>(base);
      changed.put("mode", mode);
      return mode.isEmpty()
          ? this
          : new Settings(method, sets, seeds, rounds, changed, grid, modes, baselines, neighbours);
    }
  }

  @Override
  public ExperimentResult run(ExperimentContext context) {
    Settings settings = context.recipe().settings(Settings.class);
    List<Grid> tables = new ArrayList<>();
    List<Check> checks = new ArrayList<>();
    List<Map<String, Double>> grid = new Search(settings.grid(), Map.of(), 0, 5, 0).points(0);
    for (var set : settings.sets().entrySet()) {
      JsonNode expected = context.recipe().expected().path(set.getKey());
      List<Line> lines = new ArrayList<>();
      ClusterSet<?, ?> clusters = null;
      for (String mode : settings.modes()) {
        String name = set.getKey() + (mode.isEmpty() ? "" : ", mode " + mode);
        clusters =
            ClusterSet.open(
                Methods.named(settings.method()), name, set.getValue(), settings.in(mode), context);
        Map<Map<String, Double>, Judged> tried = tried(context, clusters, grid, settings);
        lines.addAll(lines(mode, clusters, tried, settings, expected, checks));
      }
      lines.addAll(baselines(clusters, settings, expected));
      String reference = lines.get(1).label(); // the one without labels
      tables.add(new Grid(set.getKey(), COLUMNS, lines).paired(starts(reference)));
    }
    return new ExperimentResult(
        tables,
        List.of(),
        notes(context, settings, grid.size()),
        checks,
        grid.size(),
        settings.seeds(),
        List.of(),
        List.of());
  }

  /** Every point of the grid, with the first seed. */
  private static Map<Map<String, Double>, Judged> tried(
      ExperimentContext context,
      ClusterSet<?, ?> set,
      List<Map<String, Double>> grid,
      Settings settings) {
    Map<Map<String, Double>, Judged> tried = new LinkedHashMap<>();
    set.ahead(grid, settings.seeds().subList(0, 1));
    for (Map<String, Double> point : grid) {
      context.progress().trial("setting", tried.size() + 1, grid.size());
      context.progress().stage(set.name());
      tried.put(point, set.judge(point, settings.seeds().get(0)));
    }
    context.progress().trial("setting", 0, 1);
    return tried;
  }

  private static List<Line> lines(
      String mode,
      ClusterSet<?, ?> set,
      Map<Map<String, Double>, Judged> tried,
      Settings settings,
      JsonNode expected,
      List<Check> checks) {
    List<Line> lines = new ArrayList<>();
    JsonNode paper = expected.path("FedMSGL");
    String method = mode.isEmpty() ? "" : "mode " + mode + ", ";
    List<Judged> picked = repeated(set, best(tried, Judged::accuracy), settings);
    lines.add(line(method + "picked by labels", picked, paper));
    checks.addAll(check(set.name() + ", picked by labels", picked, expected.path("labelPicked")));
    List<Judged> free = repeated(set, best(comparable(set, tried), Judged::clarity), settings);
    lines.add(line(method + "picked without labels", free, paper));
    checks.addAll(check(set.name() + ", without labels", free, expected.path("labelFree")));
    List<Judged> all = set.consensus(List.copyOf(tried.values()), settings.seeds());
    lines.add(line(method + "consensus of all settings", all, paper));
    return lines;
  }

  private static List<Line> baselines(ClusterSet<?, ?> set, Settings settings, JsonNode expected) {
    List<Line> lines = new ArrayList<>();
    for (String baseline : settings.baselines()) {
      if (baseline.equals("SC")) {
        lines.addAll(spectral(set, settings, expected.path(baseline)));
      } else {
        List<Judged> found = set.baseline(baseline, Map.of(), settings.seeds());
        lines.add(line(baseline, found, expected.path(baseline.replace(", rebuilt", ""))));
      }
    }
    return lines;
  }

  /** The mean over the views, as the paper has it, the best view, and the graph of all views. */
  private static List<Line> spectral(ClusterSet<?, ?> set, Settings settings, JsonNode paper) {
    Map<String, List<Judged>> views = set.spectral(settings.seeds());
    List<Judged> means = new ArrayList<>();
    for (int s = 0; s < settings.seeds().size(); s++) {
      int seed = s;
      means.add(Judged.mean(views.values().stream().map(all -> all.get(seed)).toList()));
    }
    List<Line> lines = new ArrayList<>(List.of(line("SC, mean over views", means, paper)));
    views.entrySet().stream()
        .max(Comparator.comparingDouble(view -> Judged.mean(view.getValue()).accuracy()))
        .ifPresent(
            best ->
                lines.add(
                    line(
                        "SC of the best view by labels, " + best.getKey(),
                        best.getValue(),
                        MissingNode.getInstance())));
    for (double k : settings.neighbours()) {
      List<Judged> found =
          set.baseline("SC, mean graph of all views", Map.of("k", k), settings.seeds());
      String label = "SC of the mean graph, k = " + NumberText.setting(k);
      lines.add(line(label, found, MissingNode.getInstance()));
    }
    return lines;
  }

  /**
   * Points whose groups' clarity can be compared: hyperedges of one size, the largest of the grid
   * that is no larger than a group of average size.
   */
  private static Map<Map<String, Double>, Judged> comparable(
      ClusterSet<?, ?> set, Map<Map<String, Double>, Judged> tried) {
    double least =
        tried.keySet().stream().mapToDouble(p -> p.getOrDefault("k", 0.0)).min().orElse(0);
    double size =
        tried.keySet().stream()
            .mapToDouble(point -> point.getOrDefault("k", 0.0))
            .filter(k -> k <= set.averageGroup())
            .max()
            .orElse(least);
    Map<Map<String, Double>, Judged> some = new LinkedHashMap<>(tried);
    some.keySet().removeIf(point -> point.getOrDefault("k", 0.0) != size);
    return some;
  }

  private static Map<String, Double> best(
      Map<Map<String, Double>, Judged> tried, ToDoubleFunction<Judged> by) {
    return tried.entrySet().stream()
        .max(Comparator.comparingDouble(e -> by.applyAsDouble(e.getValue())))
        .orElseThrow()
        .getKey();
  }

  private static List<Judged> repeated(
      ClusterSet<?, ?> set, Map<String, Double> point, Settings settings) {
    set.ahead(List.of(point), settings.seeds());
    return settings.seeds().stream().map(seed -> set.judge(point, seed)).toList();
  }

  /**
   * Returns how a table's numbers belong together: by the seed of the starts, on the same rows.
   * Their intervals say how much chance at the start matters, and nothing of other rows.
   */
  static Pairing starts(String reference) {
    return new Pairing(reference, false, 0.0, "starts");
  }

  static Line line(String label, List<Judged> runs, JsonNode paper) {
    return new Line(
        label,
        List.of(
            cell(runs, Judged::accuracy, paper, 0),
            cell(runs, Judged::nmi, paper, 1),
            cell(runs, Judged::purity, paper, 2),
            cell(runs, Judged::adjustedRand, paper, 3)));
  }

  private static Cell cell(
      List<Judged> runs, ToDoubleFunction<Judged> metric, JsonNode paper, int place) {
    return Cell.of(runs.stream().map(run -> 100 * metric.applyAsDouble(run)).toList())
        .beside(paper.has(place) ? (Double) (100 * paper.get(place).asDouble()) : null);
  }

  private static List<Check> check(String what, List<Judged> runs, JsonNode least) {
    if (!least.isNumber()) {
      return List.of();
    }
    double mean = runs.stream().mapToDouble(Judged::accuracy).average().orElseThrow();
    return List.of(
        new Check(
            String.format(Locale.ROOT, "%s: ACC %.3f, at least %.2f", what, mean, least.asDouble()),
            mean >= least.asDouble()));
  }

  private static List<String> notes(ExperimentContext context, Settings settings, int points) {
    List<String> notes = new ArrayList<>();
    notes.add(
        "%d settings are tried with the first seed; the picked one is then run with all %d seeds. Picking by labels, as the paper does, is no method one could use: read the rows without labels."
            .formatted(points, settings.seeds().size()));
    notes.add(
        "Without labels: hyperedges of the largest size tried that is no larger than n/c, and of those settings the one whose hypergraph has the widest gap behind its c-th eigenvalue.");
    notes.add(
        "Consensus: two rows are as near as the share of all settings tried that put them together; spectral clustering of these shares. Labels and clarity take no part. Deviations and intervals are over random starts, on the same rows.");
    notes.add(
        "Data as in './parallax data get': ORL and Caltech101-7 are other feature files than the paper's, so compare the order, not the digits.");
    if (context.quick()) {
      notes.add("QUICK: fewer data sets, seeds and settings than the whole.");
    }
    return notes;
  }
}
