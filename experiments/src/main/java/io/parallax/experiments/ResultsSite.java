package io.parallax.experiments;

import static j2html.TagCreator.a;
import static j2html.TagCreator.div;
import static j2html.TagCreator.each;
import static j2html.TagCreator.h3;
import static j2html.TagCreator.span;
import static j2html.TagCreator.table;
import static j2html.TagCreator.td;
import static j2html.TagCreator.th;
import static j2html.TagCreator.tr;

import io.parallax.core.BadInput;
import io.parallax.engine.DurableFile;
import io.parallax.experiments.Claims.Outcome;
import io.parallax.experiments.Claims.Verdict;
import io.parallax.pages.Page;
import j2html.tags.DomContent;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Stored results as pages that need nothing else: one with every claim and its verdict, and one for
 * each experiment, with its tables, curves and differences.
 */
public final class ResultsSite {
  private final List<StoredResult> results;

  private ResultsSite(List<StoredResult> results) {
    this.results = results.stream().map(StoredResult::judged).toList();
  }

  /**
   * Returns the site of the project's results.
   *
   * @param runs a folder with runs of a user, shown instead of the project's of the same experiment
   */
  public static ResultsSite of(Optional<Path> runs) {
    return new ResultsSite(runs.map(StoredResults::with).orElseGet(StoredResults::own));
  }

  /** Writes the pages, and the tables as Markdown. */
  public void write(Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw new BadInput("cannot write to " + folder + "; choose another --site", e);
    }
    put(folder, "index.html", index());
    for (StoredResult result : results) {
      put(folder, result.name() + ".html", ExperimentPage.of(result, List.of(), List.of()));
      put(folder, result.name() + ".md", ResultsMarkdown.of(result));
    }
  }

  private static void put(Path folder, String name, String text) {
    DurableFile.replace(folder.resolve(name), text.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the number of results that it shows. */
  public int size() {
    return results.size();
  }

  private String index() {
    Page page = new Page("Results");
    page.heading("The papers' tables and figures");
    page.lead(
        "Each claim of a paper that a table or figure carries, and whether our numbers carry it, too.");
    page.figures(counts());
    page.text(
        "A claim that compares is reproduced if the 95 % interval of the paired difference lies on its side of the limit, not reproduced if it lies on the other, and cannot be told if it holds the limit or if there is one number only. A claim about a curve is judged by the curve's points.");
    byPaper()
        .forEach(
            (paper, own) -> {
              page.section(paper);
              own.forEach(result -> experiment(page, result));
            });
    missing(page);
    return page.html();
  }

  private Map<String, String> counts() {
    Map<String, String> counts = new LinkedHashMap<>();
    for (Outcome outcome : Outcome.values()) {
      long found =
          results.stream()
              .flatMap(result -> result.claims().stream())
              .filter(claim -> claim.verdict().equals(outcome.words()))
              .count();
      counts.put(outcome.words(), Long.toString(found));
    }
    return counts;
  }

  private Map<String, List<StoredResult>> byPaper() {
    return results.stream()
        .collect(
            Collectors.groupingBy(
                result -> result.about().paper(), LinkedHashMap::new, Collectors.toList()));
  }

  private static void experiment(Page page, StoredResult result) {
    page.add(h3(a(result.name()).withHref(result.name() + ".html")));
    page.text(result.about().title());
    page.soft(
        "%s%d seed%s, %d settings tried, %.0f s of processor time, build %s."
            .formatted(
                result.about().quick() ? "QUICK, reduced. " : "",
                result.seeds().size(),
                result.seeds().size() == 1 ? "" : "s",
                result.settingsTried(),
                result.provenance().cpuSeconds(),
                result.provenance().build()));
    if (!result.claims().isEmpty()) {
      page.add(claims(result.claims()));
    }
  }

  private static DomContent claims(List<Verdict> claims) {
    return div(table(
            tr(th("claim"), th("verdict").withClass("word"), th("by").withClass("word")),
            each(
                claims,
                claim ->
                    tr(
                        td(claim.says()).withClass("word long"),
                        td(span(claim.verdict()).withClass("state " + colour(claim))),
                        td(claim.found()).withClass("word long")))))
        .withClass("scroll");
  }

  private static String colour(Verdict claim) {
    return switch (Outcome.of(claim.verdict())) {
      case REPRODUCED -> "finished";
      case NOT -> "failed";
      case UNKNOWN -> "waiting";
    };
  }

  private void missing(Page page) {
    Set<String> there =
        results.stream().map(result -> result.about().experiment()).collect(Collectors.toSet());
    List<List<String>> rows =
        ExperimentSpec.names().stream()
            .filter(name -> !there.contains(name))
            .map(name -> ExperimentSpec.named(name, false))
            .map(recipe -> List.of(recipe.name(), recipe.title()))
            .toList();
    if (!rows.isEmpty()) {
      page.section("Without a stored result");
      page.text("What was measured of these by hand stands in RESULTS.md.");
      page.table(List.of("experiment", ""), rows);
    }
  }
}
