package io.parallax.report;

import static io.parallax.pages.NumberText.format;

import io.parallax.run.Grouping;
import io.parallax.run.StudyResult;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The clusters of grouped rows, in words and cells. */
final class GroupText {
  static final List<String> HEADER = List.of("cluster", "rows", "share", "silhouette");
  private static final int IN_TERMINAL = 3;
  private static final int MOST_STEPS = 9;
  private final StudyResult run;
  private final Grouping found;

  private GroupText(StudyResult run) {
    this.run = run;
    this.found = run.found().grouping();
  }

  /** Returns the clusters of a run for a terminal; empty if nothing is known of them. */
  static String of(StudyResult run) {
    return run.found().grouping() == null ? "" : new GroupText(run).text();
  }

  private String text() {
    TextTable table = new TextTable(HEADER.toArray(String[]::new));
    rows(found, run.about().groups()).forEach(table::row);
    StringWriter text = new StringWriter();
    PrintWriter out = new PrintWriter(text);
    out.print(table);
    sentences(run).forEach(sentence -> WrappedText.print(out, "  ", sentence));
    if (!found.contrasts().isEmpty()) {
      out.println(
          "\nWhat sets each cluster apart: its mean less that of all other rows, in standard deviations");
      for (int g = 0; g < found.sizes().length; g++) {
        WrappedText.print(out, "  %-4s".formatted(run.about().groups().get(g)), contrasts(g));
      }
    }
    return text + "\n";
  }

  private String contrasts(int group) {
    String all =
        found.contrasts().entrySet().stream()
            .filter(view -> !view.getValue().get(group).isEmpty())
            .map(view -> view.getKey() + ": " + columns(view.getValue().get(group), IN_TERMINAL))
            .collect(Collectors.joining("; "));
    return all.isEmpty() ? "–" : all;
  }

  /** Returns columns with their differences. */
  static String columns(List<Grouping.Contrast> some, int most) {
    return some.stream()
        .limit(most)
        .map(one -> one.column() + format(" %+.2f", one.difference()))
        .collect(Collectors.joining(", "));
  }

  /** Returns a row for each cluster. */
  static List<List<String>> rows(Grouping found, List<String> names) {
    double all = Math.max(1, Arrays.stream(found.sizes()).sum());
    return IntStream.range(0, found.sizes().length)
        .mapToObj(
            g ->
                List.of(
                    names.get(g),
                    String.format(Locale.ROOT, "%,d", found.sizes()[g]),
                    format("%.1f %%", 100 * found.sizes()[g] / all),
                    found.silhouettes().length == 0
                        ? "–"
                        : format("%.3f", found.silhouettes()[g]).replace("-0.000", "0.000")))
        .toList();
  }

  /** Returns what helps to judge the clusters, and to choose their number. */
  static List<String> sentences(StudyResult run) {
    Grouping found = run.found().grouping();
    List<String> sentences = new ArrayList<>();
    sentences.add("These are the clusters of the first seed.");
    if (run.found().agreement() != null) {
      sentences.add(
          format(
              "The %d seeds agree by %.3f: the mean adjusted Rand index of every two; 1: the same clusters, 0: chance.",
              run.about().splits(), run.found().agreement()));
    }
    if (found.silhouette() == null) {
      return sentences;
    }
    if (found.silhouettes().length > 0 && Arrays.stream(found.silhouettes()).anyMatch(s -> s < 0)) {
      sentences.add("A silhouette below 0: the cluster's rows are nearer to another cluster.");
    }
    if (!found.fewer().isEmpty()) {
      sentences.add(fewer(found));
    }
    sentences.add(
        "To choose 'clusters', run the study with other numbers and compare silhouette and agreement: the number at which both are high.");
    return sentences;
  }

  private static String fewer(Grouping found) {
    int most = found.fewer().size() + 2;
    List<String> steps = new ArrayList<>();
    steps.add(format("%d clusters %.3f", most, found.silhouette()));
    int best = most;
    double highest = found.silhouette();
    for (int left = Math.min(most - 1, MOST_STEPS); left >= 2; left--) {
      double silhouette = found.fewer().get(most - 1 - left);
      steps.add(format("%d %.3f", left, silhouette));
      best = silhouette > highest ? left : best;
      highest = Math.max(highest, silhouette);
    }
    return "Silhouette as the nearest clusters are merged: "
        + String.join(", ", steps)
        + (best < most ? "; a smaller number may be clearer, try 'clusters: " + best + "'." : ".");
  }

  /** Returns the columns that set each cluster apart, view by view. */
  static List<List<String>> contrasts(Grouping found, List<String> names, int most) {
    List<List<String>> rows = new ArrayList<>();
    for (int g = 0; g < found.sizes().length; g++) {
      List<String> cells = new ArrayList<>(List.of(names.get(g)));
      for (Map.Entry<String, List<List<Grouping.Contrast>>> view : found.contrasts().entrySet()) {
        String columns = columns(view.getValue().get(g), most).replaceAll(" (?=[+-])", "\u00a0");
        cells.add(columns.isEmpty() ? "–" : columns);
      }
      rows.add(cells);
    }
    return rows;
  }
}
