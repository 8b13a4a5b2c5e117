package io.parallax.run;

import io.parallax.run.StudyResult.MeanSd;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A result in one sentence: how good the method is, what it is better or worse than, and what it
 * cannot be told apart from. A difference counts where its own test says so at 5 %; without a test
 * nothing is said about chance but that.
 */
final class ResultSentence {
  private static final double LEVEL = 0.05;
  private static final int NAMED = 3;
  private static final String SIMULATED = " (simulation only)";
  private static final List<String> GUESSES =
      List.of(References.MAJORITY, "most frequent class", ValueReferences.NAME);
  private final StudyResult run;
  private final String metric;

  private ResultSentence(StudyResult run, String metric) {
    this.run = run;
    this.metric = metric;
  }

  static String of(StudyResult run) {
    Optional<String> metric =
        Metrics.main(run).filter(name -> !Double.isNaN(run.metrics().get(name).mean()));
    if (metric.isPresent()) {
      return new ResultSentence(run, metric.get()).text();
    }
    return run.about().clustered()
        ? "%s finds %d groups; without labels nothing says how good they are."
            .formatted(run.about().title(), run.about().groups().size())
        : run.about().title() + " was trained, and no held-out rows tell how good it is.";
  }

  private String text() {
    List<String> compared = compared();
    String beside = compared.isEmpty() ? "" : ", " + joined(compared, ", and ");
    String test = compared.isEmpty() || tested() ? "" : "; " + untested();
    return reached() + beside + test + ".";
  }

  private String reached() {
    MeanSd value = run.metrics().get(metric);
    String number =
        Metrics.isShare(metric)
            ? "%s %%".formatted(number(value.mean()))
            : "of " + number(value.mean());
    String spread =
        value.low() == null
            ? ""
            : " (95 %% interval %s to %s)".formatted(number(value.low()), number(value.high()));
    if (run.about().clustered()) {
      return "%s's %d groups, matched with the classes as well as possible, put %s of the rows right%s"
          .formatted(run.about().title(), run.about().groups().size(), number, once());
    }
    return Metrics.isShare(metric)
        ? "%s reaches %s %s%s%s"
            .formatted(run.about().title(), number, Metrics.label(metric), spread, once())
        : "%s reaches %s %s %s%s%s"
            .formatted(
                run.about().title(), article(), Metrics.label(metric), number, spread, once());
  }

  private String article() {
    return "aeiouR".indexOf(Metrics.label(metric).charAt(0)) >= 0 ? "an" : "a";
  }

  private String once() {
    return run.about().splits() == 1
        ? " in one " + (run.about().clustered() ? "run" : "split")
        : "";
  }

  private String number(double value) {
    return Metrics.isShare(metric)
        ? String.format(Locale.ROOT, "%.2f", 100 * value)
        : String.format(Locale.ROOT, "%.4f", value);
  }

  /** Returns the differences in the metric, by the other row. */
  private Map<String, Difference> differences() {
    Map<String, Difference> found = new LinkedHashMap<>();
    run.comparison()
        .differences()
        .forEach(
            (row, metrics) ->
                Optional.ofNullable(metrics.get(metric)).ifPresent(d -> found.put(row, d)));
    return found;
  }

  private boolean tested() {
    return differences().values().stream().anyMatch(one -> one.p() != null);
  }

  private static boolean alike(Difference one) {
    return one.p() != null && one.p() >= LEVEL || one.mean() == 0;
  }

  private List<String> compared() {
    Map<String, Difference> above = new LinkedHashMap<>();
    Map<String, Difference> below = new LinkedHashMap<>();
    List<String> alike = new ArrayList<>();
    differences()
        .forEach(
            (row, one) -> {
              if (alike(one)) {
                alike.add(row);
              } else {
                (one.mean() > 0 ? above : below).put(row, one);
              }
            });
    List<String> parts = new ArrayList<>();
    beyond(above, "above").ifPresent(parts::add);
    beyond(below, "below").ifPresent(parts::add);
    if (!alike.isEmpty()) {
      parts.add((tested() ? "not distinguishable from " : "equal to ") + named(alike));
    }
    return parts;
  }

  /**
   * Returns the nearest of those that are worse, or the farthest of those that are better; one that
   * pools columns, or a guess, only where there is nothing else.
   */
  private Optional<String> beyond(Map<String, Difference> rows, String side) {
    Comparator<Map.Entry<String, Difference>> reference =
        Comparator.comparing(row -> isReference(row.getKey()));
    return rows.entrySet().stream()
        .min(reference.thenComparingDouble(row -> row.getValue().mean()))
        .map(
            row ->
                "%s %s %s%s"
                    .formatted(points(row.getValue()), side, name(row.getKey()), p(row.getValue())))
        .map(text -> rows.size() == 1 ? text : text + others(rows.size() - 1, side));
  }

  private static boolean isReference(String row) {
    return row.endsWith(SIMULATED) || GUESSES.contains(row);
  }

  private static String others(int count, String side) {
    return " and %s %d other%s".formatted(side, count, count == 1 ? "" : "s");
  }

  private String points(Difference one) {
    return number(Math.abs(one.mean())) + (Metrics.isShare(metric) ? " points" : "");
  }

  private String p(Difference one) {
    if (one.p() == null) {
      return tested() ? " (no test)" : "";
    }
    return one.p() < 0.001 ? " (p < 0.001)" : String.format(Locale.ROOT, " (p = %.3f)", one.p());
  }

  private String untested() {
    if (run.about().clustered()) {
      return "the same rows every time tell nothing about chance";
    }
    return run.about().splits() == 1
        ? "one split tells nothing about chance"
        : "without a test nothing is said about chance";
  }

  /** Returns the names, the guess without features first, which it would be bad to equal. */
  private static String named(List<String> rows) {
    List<String> names =
        rows.stream()
            .sorted(Comparator.comparing(row -> !GUESSES.contains(row)))
            .map(ResultSentence::name)
            .toList();
    if (names.size() <= NAMED) {
      return joined(names, " and ");
    }
    return String.join(", ", names.subList(0, NAMED - 1))
        + " and %d others".formatted(names.size() - NAMED + 1);
  }

  private static String name(String row) {
    if (row.equals(ValueReferences.NAME)) {
      return "the prediction without features";
    }
    String plain = row.replace(SIMULATED, "");
    if (plain.endsWith(References.ALONE)) {
      return "logistic regression on " + plain.replace(References.ALONE, " alone");
    }
    return GUESSES.contains(row) ? "the " + row : plain;
  }

  private static String joined(List<String> parts, String last) {
    int end = parts.size() - 1;
    return end == 0
        ? parts.get(0)
        : String.join(", ", parts.subList(0, end)) + last + parts.get(end);
  }
}
