package io.parallax.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.parallax.core.Hashes;
import io.parallax.eval.MeanRanks;
import io.parallax.pages.NumberText;
import io.parallax.pages.Page;
import io.parallax.run.ComparedMethods;
import io.parallax.run.Metrics;
import io.parallax.run.RunComparison;
import io.parallax.study.Version;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** The page of compared runs. */
public final class ComparisonPage {
  private static final String JOINED =
      "A bar joins methods that the corrected resampled t-test, adjusted for all pairs, does not tell apart at 5 %.";
  private final RunComparison compared;
  private final Page page;

  private ComparisonPage(RunComparison compared) {
    this.compared = compared;
    this.page = new Page("Parallax: " + title(compared));
  }

  private static String title(RunComparison compared) {
    return String.join(
        ", ", compared.sets().stream().map(ComparedMethods::data).distinct().toList());
  }

  /** Returns the page as HTML. */
  public static String of(RunComparison compared) {
    return new ComparisonPage(compared).html();
  }

  /** Writes the page into a folder of runs, named by what is compared, and returns its file. */
  public static Path keep(RunComparison compared, Path runs) {
    String mark = HexFormat.of().formatHex(Hashes.of(compared.json().getBytes(UTF_8)), 0, 4);
    Path file = runs.resolve("compared-" + mark + ".html");
    write(compared, file);
    return file;
  }

  /** Writes the page, unless the file is null. */
  public static void write(RunComparison compared, Path file) {
    TableFiles.write(file, of(compared));
  }

  private String html() {
    page.heading("Methods compared: " + title(compared));
    page.soft(Version.program());
    if (compared.sets().size() > 1) {
      across();
    }
    compared.sets().forEach(this::set);
    return page.html();
  }

  private void across() {
    PaperTable table = new ComparisonTables(compared).paper();
    page.section("All data sets");
    compared
        .ranks()
        .ifPresent(ranks -> page.drawing(CriticalDifferences.of(compared, ranks), critical(ranks)));
    page.soft(table.caption());
    table(table);
    notes(table);
  }

  private static String critical(MeanRanks ranks) {
    return NumberText.format(
        "Mean ranks; a bar joins methods that differ by less than Nemenyi's critical difference, %.2f.",
        ranks.criticalDifference());
  }

  private void set(ComparedMethods set) {
    page.section(set.data());
    set.main()
        .filter(metric -> set.own().methods().size() > 1)
        .ifPresent(metric -> picture(set.own(), metric));
    List<PaperTable> metrics = ComparisonTables.narrow(set);
    page.soft(metrics.get(0).caption());
    metrics.forEach(this::table);
    notes(metrics.get(0));
    set.main().ifPresent(metric -> differences(set, metric));
    page.subsection("Cost of a training");
    PaperTable costs = CostTables.of(set);
    table(costs);
    costs.notes().forEach(page::soft);
  }

  private void picture(ComparedMethods own, String metric) {
    page.drawing(
        CriticalDifferences.of(own, metric),
        Metrics.label(metric)
            + (Metrics.isShare(metric) ? ", %. " : ". ")
            + (CriticalDifferences.tested(own, metric)
                ? JOINED
                : "There is no test for these splits."));
  }

  private void differences(ComparedMethods set, String metric) {
    PaperTable first = DifferenceTables.toFirst(set, metric);
    if (!first.lines().isEmpty()) {
      page.subsection("Differences to " + set.names().get(0));
      table(first);
    }
    if (set.own().methods().size() > 2) {
      page.subsection("Every two methods");
      table(DifferenceTables.pairs(set.own(), metric));
    }
  }

  private void notes(PaperTable table) {
    ComparisonTables.signed(table.notes()).forEach(page::soft);
  }

  private void table(PaperTable table) {
    List<String> header = new ArrayList<>(List.of(table.corner()));
    header.addAll(table.columns());
    page.table(header, table.rows());
  }
}
