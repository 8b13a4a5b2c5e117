package io.parallax.report;

import io.parallax.eval.MeanRanks;
import io.parallax.pages.NumberText;
import io.parallax.report.PaperTable.Cell;
import io.parallax.report.PaperTable.Line;
import io.parallax.report.PaperTable.Mark;
import io.parallax.run.ComparedMethods;
import io.parallax.run.Metrics;
import io.parallax.run.RowLegend;
import io.parallax.run.RunComparison;
import io.parallax.run.StudyResult.MeanSd;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Compared runs as tables for a terminal and a paper. */
public final class ComparisonTables {
  private static final double LEVEL = 0.05;
  private static final int MOST = 5; // metrics side by side
  private final RunComparison compared;

  public ComparisonTables(RunComparison compared) {
    this.compared = compared;
  }

  /** The tables of a paper, as options call them. */
  public enum Part {
    /** The quality of each method. */
    metrics,
    /** The differences to the first method, with their tests. */
    differences,
    /** The rounds, bytes and time of a training, and how much it tells. */
    costs
  }

  /** Returns some of the tables for a paper, without those that have no line. */
  public List<PaperTable> papers(Set<Part> wanted) {
    return wanted.stream()
        .sorted()
        .map(
            part ->
                switch (part) {
                  case metrics -> paper();
                  case differences -> DifferenceTables.paper(compared);
                  case costs -> CostTables.paper(compared);
                })
        .filter(table -> !table.lines().isEmpty())
        .toList();
  }

  /**
   * Returns the table for a paper: of one data set its metrics, of several the first metric of
   * each, and the mean ranks.
   */
  PaperTable paper() {
    return compared.sets().size() == 1 ? metrics(compared.sets().get(0)) : across();
  }

  /** Returns the metrics of each method on one data set. */
  static PaperTable metrics(ComparedMethods set) {
    return metrics(set, set.metrics());
  }

  /** Returns the metrics in tables that a terminal or a page has room for. */
  static List<PaperTable> narrow(ComparedMethods set) {
    List<PaperTable> tables = new ArrayList<>();
    for (int from = 0; from < set.metrics().size(); from += MOST) {
      int to = Math.min(set.metrics().size(), from + MOST);
      tables.add(metrics(set, set.metrics().subList(from, to)));
    }
    return tables;
  }

  private static PaperTable metrics(ComparedMethods set, List<String> shown) {
    List<String> heads = shown.stream().map(ComparisonTables::head).toList();
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < set.methods().size(); i++) {
      int place = i;
      lines.add(
          new Line(
              set.names().get(i), shown.stream().map(metric -> cell(set, place, metric)).toList()));
    }
    String caption =
        "%s: %,d samples, %d %s%s."
            .formatted(
                capital(set.data()),
                set.samples(),
                set.splits(),
                set.splits() == 1 ? "split" : "splits",
                set.splits() == 1 ? "" : ", mean ± standard deviation");
    return new PaperTable(caption, "", heads, lines, notes(List.of(set)));
  }

  private PaperTable across() {
    String metric = compared.main().orElse("");
    List<String> heads = new ArrayList<>();
    compared.sets().forEach(set -> heads.add(set.data()));
    Optional<MeanRanks> ranks = compared.ranks();
    ranks.ifPresent(found -> heads.add("mean rank"));
    List<Line> lines = new ArrayList<>();
    for (String name : all()) {
      List<Cell> cells = new ArrayList<>();
      for (ComparedMethods set : compared.sets()) {
        int place = set.names().indexOf(name);
        cells.add(place < 0 ? Cell.of("–") : cell(set, place, metric));
      }
      ranks.ifPresent(found -> cells.add(Cell.of(rank(found, name))));
      lines.add(new Line(name, cells));
    }
    List<String> notes = new ArrayList<>(notes(compared.sets()));
    ranks.ifPresent(found -> notes.add(ranks(found)));
    String caption =
        metric.isEmpty()
            ? "There is no metric that all data sets are judged by."
            : capital(Metrics.label(metric))
                + (Metrics.isShare(metric) ? " in %" : "")
                + " on held-out rows, mean ± standard deviation over the splits.";
    return new PaperTable(caption, "", heads, lines, notes);
  }

  /** Returns the names of all methods, in the order of the sets. */
  private List<String> all() {
    return compared.sets().stream().flatMap(set -> set.names().stream()).distinct().toList();
  }

  private String rank(MeanRanks found, String name) {
    int place = compared.common().indexOf(name);
    return place < 0 ? "–" : NumberText.format("%.2f", found.ranks()[place]);
  }

  private static String ranks(MeanRanks found) {
    return NumberText.format(
        "Mean ranks over %d data sets, 1 is best; Friedman's test (Iman and Davenport): p = %s; Nemenyi's critical difference at 5 %%: %.2f.",
        found.sets(), DifferenceText.p(found.p()), found.criticalDifference());
  }

  static String capital(String text) {
    return text.isEmpty() ? "" : text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
  }

  private static String head(String metric) {
    return Metrics.label(metric) + (Metrics.isShare(metric) ? ", %" : "");
  }

  private static Cell cell(ComparedMethods set, int place, String metric) {
    Optional<MeanSd> found = set.methods().get(place).summary(metric);
    if (found.isEmpty()) {
      return Cell.of("–");
    }
    boolean best = found.get().mean() == set.best(metric) && set.methods().size() > 1;
    String spread = set.splits() == 1 ? "" : number(metric, found.get().sd());
    return new Cell(number(metric, found.get().mean()), spread, best, mark(set, place, metric));
  }

  private static String number(String metric, double value) {
    return Metrics.isShare(metric)
        ? NumberText.format("%.2f", 100 * value)
        : NumberText.format("%.4f", value);
  }

  /** Returns whether a method differs from the first, by a test adjusted for all pairs. */
  private static Mark mark(ComparedMethods set, int place, String metric) {
    return set.toFirst(metric).stream()
        .filter(pair -> pair.one() == place && pair.adjusted() < LEVEL)
        .findFirst()
        .map(
            pair ->
                pair.difference().mean() > 0 == Metrics.smallerIsBetter(metric)
                    ? Mark.WORSE
                    : Mark.BETTER)
        .orElse(Mark.NONE);
  }

  private static List<String> notes(List<ComparedMethods> sets) {
    List<String> notes = new ArrayList<>(tested(sets));
    notes.addAll(
        RowLegend.of(sets.stream().flatMap(set -> set.names().stream()).distinct().toList()));
    return notes;
  }

  private static List<String> tested(List<ComparedMethods> sets) {
    if (sets.stream().noneMatch(ComparedMethods::drawn)
        || sets.stream().allMatch(set -> set.splits() < 2)) {
      return List.of();
    }
    return List.of(
        "▼, ▲: worse or better than %s at 5 %% by the corrected resampled t-test on the same splits (Nadeau and Bengio 2003), p adjusted for all methods by Holm's procedure."
            .formatted(sets.get(0).names().get(0)));
  }

  /** Returns the notes of a table in which the best numbers have a sign. */
  static List<String> signed(List<String> notes) {
    List<String> all = new ArrayList<>(List.of(PaperTable.BEST + ": the best mean."));
    all.addAll(notes);
    return all;
  }

  /** Returns all as a person reads it in a terminal. */
  public String text() {
    StringBuilder text = new StringBuilder();
    for (ComparedMethods set : compared.sets()) {
      List<PaperTable> metrics = narrow(set);
      text.append(metrics.get(0).caption()).append("\n\n");
      text.append(metrics.stream().map(PaperTable::text).collect(Collectors.joining("\n")));
      text.append(ResultText.wrapped(signed(metrics.get(0).notes()))).append('\n');
      set.main()
          .map(metric -> DifferenceTables.toFirst(set, metric))
          .filter(table -> !table.lines().isEmpty())
          .ifPresent(table -> text.append(table.text()).append('\n'));
      PaperTable costs = CostTables.of(set);
      text.append(costs.text()).append(ResultText.wrapped(costs.notes())).append('\n');
    }
    if (compared.sets().size() > 1) {
      PaperTable across = across();
      text.append(across.caption()).append("\n\n").append(across.text());
      text.append(ResultText.wrapped(signed(across.notes()))).append('\n');
    }
    return text.toString();
  }
}
