package io.parallax.experiments;

import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.core.Methods;
import io.parallax.data.Split;
import io.parallax.data.Splits;
import io.parallax.eval.Summary;
import io.parallax.experiments.ExperimentResult.Cell;
import io.parallax.experiments.ExperimentResult.Check;
import io.parallax.experiments.ExperimentResult.Grid;
import io.parallax.experiments.ExperimentResult.Line;
import io.parallax.experiments.ExperimentResult.Pairing;
import io.parallax.experiments.ExperimentResult.Plot;
import io.parallax.math.Rng;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * MMVFL's experiments, Section 6: accuracy of each participant by its p % most important features,
 * for MMVFL and its two rivals; as differences averaged over p (Table 2) or as curves (Figs. 3, 4).
 */
final class FeatureSelection implements Experiment {

  /** As in settings.yaml. */
  record Settings(
      Map<String, DataSet> sets,
      List<Long> seeds,
      int folds,
      double zeta,
      double eta,
      List<Double> beta,
      List<Double> percents,
      List<Integer> early,
      boolean curves) {}

  /**
   * One of the paper's data sets.
   *
   * @param seeds of its folds, where they are others than for the rest
   */
  record DataSet(String folder, List<String> views, int perClass, List<Long> seeds) {
    List<Long> seeds(Settings settings) {
      return seeds == null ? settings.seeds() : seeds;
    }
  }

  /** Accuracy by method, view and percentage. */
  record Accuracies(Map<String, double[][]> byMethod) {}

  @Override
  public ExperimentResult run(ExperimentContext context) {
    Settings settings = context.recipe().settings(Settings.class);
    List<Grid> tables = new ArrayList<>();
    List<Plot> plots = new ArrayList<>();
    List<Check> checks = new ArrayList<>();
    settings
        .sets()
        .forEach(
            (name, set) -> {
              List<Accuracies> all = accuracies(context, settings, name, set);
              if (settings.curves()) {
                plots.addAll(plots(name, set, settings, all));
              } else {
                JsonNode paper = context.recipe().expected().path(name);
                tables.add(differences(name, set, settings.folds(), all, paper));
                checks.addAll(checks(name, all, paper));
              }
            });
    return new ExperimentResult(
        tables,
        plots,
        notes(settings, context.quick()),
        checks,
        settings.beta().size(),
        settings.seeds(),
        List.of(),
        List.of());
  }

  private static List<String> notes(Settings settings, boolean quick) {
    List<String> notes = new ArrayList<>();
    notes.add(
        "As in the paper, β is chosen for each method, view, fold and p on the validation fold itself, so the accuracies are optimistic for all methods alike.");
    notes.add(
        "Eq. (16) separates over the participants, so supMVLFL is supFL: one number stands for both.");
    notes.add(
        "MMVFL, converged: mode best to 1e-8. MMVFL after 12 and the like: mode paper, Algorithm 1 from its random start, stopped after so many iterations.");
    if (quick) {
      notes.add(
          "QUICK: %d seed(s), %d values of β, %d of p; the whole has more."
              .formatted(
                  settings.seeds().size(), settings.beta().size(), settings.percents().size()));
    }
    return notes;
  }

  /** One entry for each seed and fold. */
  private static List<Accuracies> accuracies(
      ExperimentContext context, Settings settings, String name, DataSet set) {
    MultiViewSet whole = MultiViewSet.read(ExperimentContext.set(set.folder()), set.views());
    List<String> keys = new ArrayList<>();
    List<Supplier<Accuracies>> works = new ArrayList<>();
    for (long seed : set.seeds(settings)) {
      for (int f = 0; f < settings.folds(); f++) {
        int fold = f;
        keys.add("%s-seed%d-fold%d".formatted(name, seed, f + 1));
        works.add(() -> accuracies(context, settings, whole, name, set, seed, fold));
      }
    }
    context.ahead(keys, i -> works.get(i).get());
    List<Accuracies> all = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      context.progress().trial("split", i + 1, keys.size());
      context.progress().stage(name);
      all.add(context.unit(keys.get(i), Accuracies.class, works.get(i)));
    }
    return all;
  }

  private static Accuracies accuracies(
      ExperimentContext context,
      Settings settings,
      MultiViewSet whole,
      String name,
      DataSet set,
      long seed,
      int fold) {
    Rng rng = Rng.of(seed).child("reproduce", name);
    MultiViewSet rows = whole.perClass(set.perClass(), rng.child("rows"));
    Split split = Splits.kFold(rows.codes(), settings.folds(), rng.child("folds")).get(fold);
    long start = rng.child("start", Integer.toString(fold)).bits();
    return new Accuracies(
        new SelectionFold<>(Methods.named("mmvfl"), settings, rows, split, start, context)
            .accuracies());
  }

  /** Mean over folds and percentages of the difference to supFL, in points. */
  private static Grid differences(
      String name, DataSet set, int folds, List<Accuracies> all, JsonNode paper) {
    List<String> columns = new ArrayList<>();
    set.views().forEach(view -> columns.add((columns.size() + 1) + " " + view));
    columns.add("average");
    List<Line> lines = new ArrayList<>();
    for (String method : all.get(0).byMethod().keySet()) {
      if (!method.equals(SelectionFold.RIVAL)) {
        List<Cell> cells = new ArrayList<>();
        for (int v = 0; v < columns.size(); v++) {
          cells.add(Cell.of(byFold(all, method, v)).beside(number(paper.path("supFL"), v)));
        }
        lines.add(new Line(method + " − supFL", cells));
      }
    }
    if (paper.has("supMVLFL")) {
      List<Cell> cells = new ArrayList<>();
      paper.get("supMVLFL").forEach(number -> cells.add(Cell.of(number.asDouble())));
      lines.add(new Line("the paper's MMVFL − supMVLFL", cells));
    }
    return new Grid(name + ": difference in accuracy, points", columns, lines)
        .paired(new Pairing(null, false, 1.0 / (folds - 1), "folds"));
  }

  private static Double number(JsonNode list, int place) {
    return list.has(place) ? (Double) list.get(place).asDouble() : null;
  }

  /** Returns the mean over folds of the average over views, in points. */
  private static double average(List<Accuracies> all, String method) {
    List<Double> folds = byFold(all, method, all.get(0).byMethod().get(method).length);
    return folds.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
  }

  /**
   * Returns the difference to supFL in each fold, in points.
   *
   * @param view the view's place; behind the last: their average
   */
  static List<Double> byFold(List<Accuracies> all, String method, int view) {
    return all.stream()
        .map(
            fold -> {
              double[] views = difference(fold, method);
              return view < views.length ? views[view] : mean(views);
            })
        .toList();
  }

  private static double[] difference(Accuracies fold, String method) {
    double[][] ours = fold.byMethod().get(method);
    double[][] rival = fold.byMethod().get(SelectionFold.RIVAL);
    return IntStream.range(0, ours.length)
        .mapToDouble(v -> 100 * (mean(ours[v]) - mean(rival[v])))
        .toArray();
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElseThrow();
  }

  private static List<Check> checks(String name, List<Accuracies> all, JsonNode expected) {
    List<Check> checks = new ArrayList<>();
    expected
        .path("between")
        .properties()
        .forEach(
            bound -> {
              if (all.get(0).byMethod().containsKey(bound.getKey())) {
                double average = average(all, bound.getKey());
                double low = bound.getValue().get(0).asDouble();
                double high = bound.getValue().get(1).asDouble();
                checks.add(
                    new Check(
                        "%s, %s: average difference %+.2f between %+.1f and %+.1f"
                            .formatted(name, bound.getKey(), average, low, high),
                        average >= low && average <= high));
              }
            });
    return checks;
  }

  private static List<Plot> plots(
      String name, DataSet set, Settings settings, List<Accuracies> all) {
    List<Plot> plots = new ArrayList<>();
    for (int v = 0; v < set.views().size(); v++) {
      int view = v;
      Map<String, List<Double>> curves = new LinkedHashMap<>();
      Map<String, List<Double>> spreads = new LinkedHashMap<>();
      for (String method : all.get(0).byMethod().keySet()) {
        List<Double> curve = new ArrayList<>();
        List<Double> spread = new ArrayList<>();
        for (int p = 0; p < settings.percents().size(); p++) {
          int place = p;
          Summary over =
              Summary.of(
                  all.stream().map(a -> 100 * a.byMethod().get(method)[view][place]).toList());
          curve.add(over.mean());
          spread.add(over.sd());
        }
        curves.put(method, curve);
        spreads.put(method, spread);
      }
      plots.add(
          new Plot(
              "%s, participant %d (%s)".formatted(name, v + 1, set.views().get(v)),
              "p, % of the features kept",
              "accuracy, %",
              settings.percents(),
              curves,
              null,
              spreads));
    }
    return plots;
  }
}
