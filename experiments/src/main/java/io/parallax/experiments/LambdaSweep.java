package io.parallax.experiments;

import io.parallax.experiments.ActivePassive.Judged;
import io.parallax.experiments.ActivePassiveTable.Job;
import io.parallax.experiments.ActivePassiveTable.Settings;
import io.parallax.experiments.ExperimentResult.Cell;
import io.parallax.experiments.ExperimentResult.Check;
import io.parallax.experiments.ExperimentResult.Grid;
import io.parallax.experiments.ExperimentResult.Line;
import io.parallax.experiments.ExperimentResult.Pairing;
import io.parallax.experiments.ExperimentResult.Plot;
import io.parallax.pages.NumberText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** APFed's Figs. 3 and 4: accuracy against λ, which is SingleVL at 0. */
final class LambdaSweep implements Experiment {
  @Override
  public ExperimentResult run(ExperimentContext context) {
    Settings settings = context.recipe().settings(Settings.class);
    String loss = settings.lambda().keySet().iterator().next();
    String row = loss.equals("contrastive") ? "APFed-C" : "APFed-R";
    List<Double> values = settings.lambda().get(loss);
    List<Plot> plots = new ArrayList<>();
    List<Check> checks = new ArrayList<>();
    List<Grid> tables = new ArrayList<>();
    for (String set : settings.sets().keySet()) {
      List<Job> jobs = new ArrayList<>();
      for (long seed : settings.seeds()) {
        values.forEach(lambda -> jobs.add(new Job(set, settings.cuts().get(0), seed, row, lambda)));
      }
      Map<Job, Judged> done = ActivePassiveTable.all(context, settings, set, jobs);
      Map<String, List<Double>> curves = new LinkedHashMap<>();
      curves.put("test rows", curve(done, values, false));
      curves.put("validation rows", curve(done, values, true));
      plots.add(new Plot(set + ", setting " + settings.cuts().get(0), "λ", "%", values, curves));
      checks.add(check(set, values, curves.get("test rows")));
      tables.add(table(set, settings, values, done));
    }
    return new ExperimentResult(
        tables,
        plots,
        ActivePassiveTable.notes(context, settings),
        checks,
        values.size(),
        settings.seeds(),
        List.of(),
        List.of());
  }

  /** The test rows' accuracy for each λ, seed by seed. */
  private static Grid table(
      String set, Settings settings, List<Double> values, Map<Job, Judged> done) {
    List<Line> lines = new ArrayList<>();
    for (double lambda : values) {
      List<Double> bySeed = new ArrayList<>();
      for (long seed : settings.seeds()) {
        done.forEach(
            (job, judged) -> {
              if (job.seed() == seed && job.lambda() == lambda) {
                bySeed.add(100 * judged.test().get("own"));
              }
            });
      }
      lines.add(new Line("λ = " + NumberText.setting(lambda), List.of(Cell.of(bySeed))));
    }
    return new Grid(set, List.of("accuracy, %"), lines)
        .paired(new Pairing(lines.get(0).label(), false, 0.0, "seeds"));
  }

  private static List<Double> curve(
      Map<Job, Judged> done, List<Double> values, boolean validation) {
    return values.stream()
        .map(
            lambda ->
                100
                    * done.entrySet().stream()
                        .filter(entry -> entry.getKey().lambda() == lambda)
                        .map(Map.Entry::getValue)
                        .mapToDouble(j -> (validation ? j.validation() : j.test()).get("own"))
                        .average()
                        .orElseThrow())
        .toList();
  }

  /** The paper: every λ above 0 is better than 0. */
  private static Check check(String set, List<Double> values, List<Double> found) {
    double alone = found.get(values.indexOf(0.0));
    double best = found.stream().mapToDouble(Double::doubleValue).max().orElseThrow();
    return new Check(
        String.format(
            Locale.ROOT,
            "%s: some λ above 0 is better than λ = 0, by %+.2f points",
            set,
            best - alone),
        best > alone);
  }
}
