package io.parallax.experiments;

import com.fasterxml.jackson.databind.node.MissingNode;
import io.parallax.core.Methods;
import io.parallax.experiments.ClusterSet.Judged;
import io.parallax.experiments.ExperimentResult.Grid;
import io.parallax.experiments.ExperimentResult.Line;
import io.parallax.experiments.ExperimentResult.Plot;
import io.parallax.pages.NumberText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * FedMSGL's Fig. 2 and its ablation: one setting at a time around a base, the objective round by
 * round, and variants of the method side by side.
 */
final class ClusterSweep implements Experiment {

  /**
   * As in settings.yaml.
   *
   * @param sweep by setting, the values to try while the others stay as in the base
   * @param variants by name, settings that replace some of the base
   * @param curve rounds of the convergence curve; 0: none
   */
  record Settings(
      String method,
      Map<String, ClusterSet.Source> sets,
      List<Long> seeds,
      int rounds,
      Map<String, Object> base,
      Map<String, List<Double>> sweep,
      Map<String, Map<String, Object>> variants,
      int curve) {
    ClusterTable.Settings with(Map<String, Object> changes) {
      Map<String, Object> all = new LinkedHashMap<>(base);
      all.putAll(changes);
      return new ClusterTable.Settings(
          method, sets, seeds, rounds, all, Map.of(), List.of(), List.of(), List.of());
    }
  }

  @Override
  public ExperimentResult run(ExperimentContext context) {
    Settings settings = context.recipe().settings(Settings.class);
    List<Plot> plots = new ArrayList<>();
    List<Grid> tables = new ArrayList<>();
    for (var set : settings.sets().entrySet()) {
      plots.addAll(sweeps(context, settings, set.getKey(), set.getValue()));
      if (!settings.variants().isEmpty()) {
        tables.add(variants(context, settings, set.getKey(), set.getValue()));
      }
    }
    int tried =
        settings.sweep().values().stream().mapToInt(List::size).sum() + settings.variants().size();
    return new ExperimentResult(
        tables,
        plots,
        notes(context, settings),
        List.of(),
        tried,
        settings.seeds(),
        List.of(),
        List.of());
  }

  private static ClusterSet<?, ?> open(
      ExperimentContext context,
      Settings settings,
      String name,
      ClusterSet.Source source,
      Map<String, Object> changes) {
    return ClusterSet.open(
        Methods.named(settings.method()), name, source, settings.with(changes), context);
  }

  private static List<Plot> sweeps(
      ExperimentContext context, Settings settings, String name, ClusterSet.Source source) {
    ClusterSet<?, ?> set = open(context, settings, name, source, Map.of());
    List<Plot> plots = new ArrayList<>();
    List<Map<String, Double>> points = new ArrayList<>();
    settings
        .sweep()
        .forEach((setting, values) -> values.forEach(v -> points.add(Map.of(setting, v))));
    set.ahead(points, settings.seeds());
    settings
        .sweep()
        .forEach(
            (setting, values) -> {
              Map<String, List<Double>> curves = new LinkedHashMap<>();
              for (double value : values) {
                context.progress().stage(name + ", " + setting + " = " + NumberText.setting(value));
                Judged mean = Judged.mean(all(set, Map.of(setting, value), settings.seeds()));
                add(curves, "ACC", mean.accuracy());
                add(curves, "NMI", mean.nmi());
                add(curves, "purity", mean.purity());
                add(curves, "ARI", mean.adjustedRand());
              }
              plots.add(new Plot(name + ": " + setting, setting, "%", values, curves));
            });
    if (settings.curve() > 0) {
      double[] objectives = set.objectives(settings.curve(), settings.seeds().get(0));
      List<Double> trace = Arrays.stream(objectives).boxed().toList();
      List<Double> rounds =
          IntStream.rangeClosed(1, trace.size()).mapToObj(i -> (double) i).toList();
      plots.add(
          new Plot(
              name + ": convergence", "round", "objective", rounds, Map.of("objective", trace)));
    }
    return plots;
  }

  private static void add(Map<String, List<Double>> curves, String name, double value) {
    curves.computeIfAbsent(name, n -> new ArrayList<>()).add(100 * value);
  }

  private static List<Judged> all(
      ClusterSet<?, ?> set, Map<String, Double> point, List<Long> seeds) {
    return seeds.stream().map(seed -> set.judge(point, seed)).toList();
  }

  private static Grid variants(
      ExperimentContext context, Settings settings, String name, ClusterSet.Source source) {
    List<Line> lines = new ArrayList<>();
    settings
        .variants()
        .forEach(
            (variant, changes) -> {
              context.progress().stage(name + ", " + variant);
              ClusterSet<?, ?> set = open(context, settings, name + "-" + variant, source, changes);
              set.ahead(List.of(Map.of()), settings.seeds());
              List<Judged> found = all(set, Map.of(), settings.seeds());
              lines.add(ClusterTable.line(variant, found, MissingNode.getInstance()));
            });
    return new Grid(name, ClusterTable.COLUMNS, lines)
        .paired(ClusterTable.starts(lines.get(0).label()));
  }

  private static List<String> notes(ExperimentContext context, Settings settings) {
    List<String> notes = new ArrayList<>();
    notes.add(
        "Mean over %d seeds, %d rounds; settings that are not named stay at %s. A look at sensitivity: labels judge, they choose nothing."
            .formatted(
                settings.seeds().size(), settings.rounds(), NumberText.setting(settings.base())));
    if (context.quick()) {
      notes.add("QUICK: fewer values, seeds or data sets than the whole.");
    }
    return notes;
  }
}
