package io.parallax.experiments;

import io.parallax.eval.Summary;
import io.parallax.experiments.ExperimentResult.Cell;
import io.parallax.experiments.ExperimentResult.Check;
import io.parallax.experiments.ExperimentResult.Grid;
import io.parallax.experiments.ExperimentResult.Line;
import io.parallax.experiments.ExperimentResult.Pairing;
import io.parallax.experiments.ExperimentResult.Plot;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.IntStream;

/** An experiment that was run once for each of several seeds, as one result. */
final class SeedRuns {
  private static final String SEEDS = "seeds";
  private final List<ExperimentResult> runs;
  private final List<Long> seeds;
  private final boolean anew;

  /**
   * @param runs one for each seed
   * @param anew whether each seed has data of its own; else seeds draw splits of the same rows
   */
  SeedRuns(List<ExperimentResult> runs, List<Long> seeds, boolean anew) {
    this.runs = runs;
    this.seeds = seeds;
    this.anew = anew;
  }

  ExperimentResult merged() {
    ExperimentResult first = runs.get(0);
    return new ExperimentResult(
        each(first.tables().size(), i -> table(all(run -> run.tables().get(i)))),
        each(first.plots().size(), i -> plot(all(run -> run.plots().get(i)))),
        notes(first),
        each(first.checks().size(), i -> check(all(run -> run.checks().get(i)))),
        runs.stream().mapToInt(ExperimentResult::settingsTried).max().orElseThrow(),
        seeds,
        first.pictures(),
        first.classes());
  }

  private <T> List<T> all(Function<ExperimentResult, T> part) {
    return runs.stream().map(part).toList();
  }

  private static <T> List<T> each(int count, Function<Integer, T> part) {
    return IntStream.range(0, count).boxed().map(part).toList();
  }

  private List<String> notes(ExperimentResult first) {
    List<String> notes = new ArrayList<>(first.notes());
    notes.add(
        anew
            ? "Each seed draws data, splits and starts of its own: a cell is the mean over the seeds, ± their deviation."
            : "Each seed draws splits and starts of its own on the same rows: a cell is the mean over all splits of all seeds, ± their deviation.");
    return notes;
  }

  private Grid table(List<Grid> grids) {
    Grid first = grids.get(0);
    List<Line> lines =
        each(
            first.lines().size(),
            i ->
                new Line(
                    first.lines().get(i).label(),
                    each(
                        first.columns().size(),
                        j ->
                            cell(
                                grids.stream()
                                    .map(g -> g.lines().get(i).cells().get(j))
                                    .toList()))));
    Pairing how = first.pairing();
    return new Grid(
        first.title(),
        first.columns(),
        lines,
        how == null || !anew ? how : new Pairing(how.reference(), how.byColumn(), 0.0, SEEDS));
  }

  /** The mean over the seeds where data is drawn anew, else over everything. */
  private Cell cell(List<Cell> cells) {
    if (cells.stream().anyMatch(cell -> cell.ours() == null)) {
      return cells.get(0);
    }
    boolean splits = !anew && cells.stream().allMatch(cell -> cell.values() != null);
    List<Double> values =
        splits
            ? cells.stream().flatMap(cell -> cell.values().stream()).toList()
            : cells.stream().map(Cell::ours).toList();
    Cell mean = Cell.of(values).beside(cells.get(0).paper());
    return cells.get(0).count()
        ? new Cell(mean.ours(), mean.sd(), mean.paper(), true, mean.values())
        : mean;
  }

  private static Plot plot(List<Plot> plots) {
    Plot first = plots.get(0);
    Map<String, List<Double>> mean = new LinkedHashMap<>();
    Map<String, List<Double>> sd = new LinkedHashMap<>();
    first
        .y()
        .forEach(
            (name, values) -> {
              int points =
                  plots.stream().mapToInt(plot -> plot.y().get(name).size()).min().orElseThrow();
              List<Summary> over =
                  each(
                      points,
                      i ->
                          Summary.of(
                              plots.stream()
                                  .map(plot -> plot.y().get(name).get(i))
                                  .filter(Objects::nonNull)
                                  .toList()));
              mean.put(name, over.stream().map(Summary::mean).toList());
              sd.put(name, over.stream().map(Summary::sd).toList());
            });
    return new Plot(
        first.title(),
        first.xLabel(),
        first.yLabel(),
        first.x(),
        mean,
        first.paper(),
        plots.size() > 1 ? sd : null);
  }

  private Check check(List<Check> checks) {
    long held = checks.stream().filter(Check::holds).count();
    return new Check(
        "%s (with seed %d; holds with %d of %d seeds)"
            .formatted(checks.get(0).what(), seeds.get(0), held, checks.size()),
        held == checks.size());
  }
}
