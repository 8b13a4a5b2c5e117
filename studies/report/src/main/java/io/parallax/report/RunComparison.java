package io.parallax.report;

import io.parallax.core.BadInput;
import io.parallax.run.Metrics;
import io.parallax.run.PairedRuns;
import io.parallax.run.Runs;
import io.parallax.run.StudyResult;
import io.parallax.run.StudyResult.Difference;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Finished runs side by side, as a table for a terminal. */
public final class RunComparison {
  private RunComparison() {}

  /**
   * Returns the table.
   *
   * @param runs their folders
   */
  public static String of(List<Path> runs) {
    List<StudyResult> results = runs.stream().map(RunComparison::finished).toList();
    List<String> header = new ArrayList<>(List.of(""));
    runs.forEach(folder -> header.add(folder.getFileName().toString()));
    TextTable table = new TextTable(header.toArray(String[]::new));
    row(
        table,
        "method",
        results,
        r -> r.about().title() + (r.about().mode().isEmpty() ? "" : ", " + r.about().mode()));
    row(
        table,
        "samples, classes",
        results,
        r -> r.about().samples() + ", " + r.about().classes().size());
    row(table, "splits", results, r -> Integer.toString(r.about().splits()));
    metrics(table, results);
    differences(table, runs);
    row(table, "rounds a split", results, r -> number("%.1f", r.training().rounds()));
    row(table, "objective", results, RunComparison::objective);
    row(table, "sent by the parties", results, r -> ResultText.bytes(r.bytesUp()));
    row(table, "seconds", results, r -> number("%.1f", r.training().seconds()));
    settings(table, results);
    row(table, "settings tried", results, r -> Integer.toString(r.searching().settingsTried()));
    row(table, "seed", results, r -> Long.toString(r.about().seed()));
    return table.toString();
  }

  private static String cell(StudyResult result, String metric) {
    return Metrics.cell(
        metric,
        result.comparison().rows().get(result.about().title()).get(metric),
        result.about().splits());
  }

  private static String number(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }

  private static void metrics(TextTable table, List<StudyResult> results) {
    Set<String> metrics = new LinkedHashSet<>();
    results.forEach(r -> metrics.addAll(Metrics.shown(r)));
    results.forEach(r -> metrics.addAll(Metrics.further(r)));
    for (String metric : metrics) {
      String unit = Metrics.isShare(metric) ? ", %" : "";
      row(table, Metrics.label(metric) + unit, results, r -> cell(r, metric));
    }
  }

  private static void settings(TextTable table, List<StudyResult> results) {
    Set<String> settings = new LinkedHashSet<>();
    results.forEach(r -> settings.addAll(r.about().settings().keySet()));
    for (String setting : settings) {
      row(
          table,
          setting,
          results,
          r -> String.valueOf(r.about().settings().getOrDefault(setting, "–")));
    }
  }

  private static String objective(StudyResult result) {
    Double found = result.training().objective();
    return found == null ? "–" : number("%.8g", found);
  }

  /** Every run minus the first, where they hold out the same rows. */
  private static void differences(TextTable table, List<Path> runs) {
    List<Optional<Difference>> found = new ArrayList<>();
    for (Path run : runs.subList(1, runs.size())) {
      found.add(PairedRuns.accuracy(run, runs.get(0)));
    }
    paired(table, "accuracy minus the first", found, one -> Difference.points(one.mean()));
    paired(table, "  its 95 % interval", found, Difference::interval);
    paired(table, "  p, corrected t-test", found, DifferenceText::p);
  }

  private static void paired(
      TextTable table,
      String name,
      List<Optional<Difference>> found,
      Function<Difference, String> cell) {
    List<String> cells = new ArrayList<>(List.of(name, ""));
    found.forEach(one -> cells.add(one.map(cell).orElse("other rows")));
    table.row(cells);
  }

  private static StudyResult finished(Path folder) {
    return Runs.read(folder)
        .result()
        .orElseThrow(
            () ->
                new BadInput(
                    folder + " is not finished; give its run command again to go on with it"));
  }

  private static void row(
      TextTable table, String name, List<StudyResult> results, Function<StudyResult, String> cell) {
    List<String> cells = new ArrayList<>(List.of(name));
    results.forEach(result -> cells.add(cell.apply(result)));
    table.row(cells);
  }
}
