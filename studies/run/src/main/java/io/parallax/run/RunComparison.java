package io.parallax.run;

import io.parallax.core.BadInput;
import io.parallax.eval.MeanRanks;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finished runs side by side.
 *
 * @param sets the methods of each data set: the runs that hold out the same rows
 */
public record RunComparison(List<ComparedMethods> sets) {

  /** A finished run with all that is compared. */
  private record Finished(
      Path folder, StudyResult result, List<SplitResult> splits, Optional<HeldOutRows> rows) {

    static Finished read(Path folder) {
      StudyResult result =
          Runs.read(folder)
              .result()
              .orElseThrow(
                  () ->
                      new BadInput(
                          folder
                              + " is not finished; give its run command again to go on with it"));
      List<SplitResult> splits = Runs.splits(folder);
      return new Finished(folder, result, splits, HeldOutRows.of(folder, splits.size()));
    }

    /** Returns what runs on the same splits have in common. */
    Object key() {
      return rows.map(Object.class::cast).orElse(folder);
    }
  }

  /**
   * Reads runs.
   *
   * @param folders in the order of the table; the first of each data set is what its others are
   *     compared with
   * @param across whether they may be of several data sets
   * @param baselines whether what the runs were compared with takes part
   */
  public static RunComparison of(List<Path> folders, boolean across, boolean baselines) {
    if (new HashSet<>(folders).size() < folders.size()) {
      throw new BadInput("a run is named twice; name each once");
    }
    Map<Object, List<Finished>> sets =
        folders.stream()
            .map(Finished::read)
            .collect(Collectors.groupingBy(Finished::key, LinkedHashMap::new, Collectors.toList()));
    if (sets.size() > 1 && !across) {
      throw new BadInput(
          "%s and %s hold out other rows: their data, evaluate or seed differ, so that no difference of theirs can be tested; add --across to put several data sets side by side"
              .formatted(
                  folders.get(0), sets.values().stream().skip(1).iterator().next().get(0).folder));
    }
    return new RunComparison(
        sets.values().stream().map(runs -> compared(runs, baselines)).toList());
  }

  /** Returns a run's method beside all that it was compared with. */
  public static RunComparison of(Path folder) {
    return new RunComparison(List.of(compared(List.of(Finished.read(folder)), true)));
  }

  private static ComparedMethods compared(List<Finished> runs, boolean baselines) {
    Set<String> metrics = new LinkedHashSet<>();
    runs.forEach(run -> metrics.addAll(Metrics.shown(run.result)));
    runs.forEach(run -> metrics.addAll(Metrics.further(run.result)));
    Finished first = runs.get(0);
    StudyResult.About about = first.result.about();
    return new ComparedMethods(
        about.study(),
        about.samples(),
        about.groups().size(),
        first.splits.size(),
        List.copyOf(metrics),
        methods(runs, baselines),
        Differences.ratio(first.splits),
        first.rows.map(HeldOutRows::drawn).orElse(false));
  }

  private static List<ComparedMethod> methods(List<Finished> runs, boolean baselines) {
    Map<String, ComparedMethod> methods = new LinkedHashMap<>();
    List<String> names = names(runs);
    for (int i = 0; i < runs.size(); i++) {
      Finished run = runs.get(i);
      methods.put(
          names.get(i), ComparedMethod.of(names.get(i), run.folder, run.result, run.splits));
    }
    for (Finished run : baselines ? runs : List.<Finished>of()) {
      for (String row : run.result.baselines().keySet()) {
        ComparedMethod found = ComparedMethod.beside(row, row, run.splits);
        ComparedMethod known = methods.getOrDefault(row, found);
        boolean other = known.cost() == null && !known.bySplit().equals(found.bySplit());
        String name = other ? row + " (" + run.result.about().title() + ")" : row;
        methods.putIfAbsent(name, ComparedMethod.beside(name, row, run.splits));
      }
    }
    return List.copyOf(methods.values());
  }

  /** Returns the runs' own names, or else those of their methods, each once. */
  private static List<String> names(List<Finished> runs) {
    List<String> titles = runs.stream().map(run -> run.result.about().title()).toList();
    boolean counts =
        runs.stream().map(run -> run.result.about().groups().size()).distinct().count() > 1;
    List<String> names = new ArrayList<>();
    for (Finished run : runs) {
      String title = run.result.about().title();
      boolean once = titles.indexOf(title) == titles.lastIndexOf(title);
      String mode = run.result.about().mode();
      String name = RunNotes.of(run.folder).name();
      String usual =
          counts && run.result.about().clustered()
              ? title + ", " + run.result.about().groups().size() + " clusters"
              : once || mode.isEmpty() ? title : title + ", " + mode;
      String chosen = name.isEmpty() ? usual : name;
      names.add(names.contains(chosen) ? chosen + ", " + run.folder.getFileName() : chosen);
    }
    return names;
  }

  /** Returns the same judged by some of the metrics, first by the first; all if none is named. */
  public RunComparison by(List<String> metrics) {
    return metrics.isEmpty()
        ? this
        : new RunComparison(sets.stream().map(set -> set.by(metrics)).toList());
  }

  /** Returns the methods that all data sets have, in the order of the first. */
  public List<String> common() {
    return sets.get(0).names().stream()
        .filter(name -> sets.stream().allMatch(set -> set.names().contains(name)))
        .toList();
  }

  /** Returns the comparison as one line of JSON. */
  public String json() {
    return new String(KeptResults.bytes(this), StandardCharsets.UTF_8);
  }

  /** Returns the metric that all sets are first judged by; empty if there is none. */
  public Optional<String> main() {
    return sets.get(0)
        .main()
        .filter(metric -> sets.stream().allMatch(set -> set.metrics().contains(metric)));
  }

  /** Returns the ranks of the common methods over the data sets; empty for a single set. */
  public Optional<MeanRanks> ranks() {
    List<String> common = common();
    Optional<String> metric = main();
    if (sets.size() < 2 || common.size() < 2 || metric.isEmpty()) {
      return Optional.empty();
    }
    double[][] values = new double[sets.size()][];
    for (int i = 0; i < values.length; i++) {
      ComparedMethods set = sets.get(i);
      double[] all = set.goodness(metric.get());
      values[i] = common.stream().mapToDouble(name -> all[set.names().indexOf(name)]).toArray();
    }
    boolean complete =
        Arrays.stream(values).flatMapToDouble(Arrays::stream).noneMatch(Double::isNaN);
    return complete ? Optional.of(MeanRanks.of(values)) : Optional.empty();
  }
}
