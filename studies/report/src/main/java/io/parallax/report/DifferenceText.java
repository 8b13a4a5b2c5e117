package io.parallax.report;

import io.parallax.run.Difference;
import io.parallax.run.Metrics;
import io.parallax.run.StudyResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** By how much a method is better than what it is compared with, in words and cells. */
public final class DifferenceText {
  private DifferenceText() {}

  /** The compared metric of classes and groups. */
  public static final String METRIC = "accuracy";

  /** Column heads of {@link #rows}. */
  public static List<String> header(StudyResult result) {
    String metric = metric(result);
    String unit = metric.equals(METRIC) ? ", points" : "";
    return List.of(
        result.about().title() + " minus", Metrics.label(metric) + unit, "95 % interval", "p");
  }

  /** A row for everything that the method is compared with; none where nothing is. */
  public static List<List<String>> rows(StudyResult result) {
    List<List<String>> rows = new ArrayList<>();
    result
        .comparison()
        .differences()
        .forEach(
            (row, metrics) -> {
              if (metrics.containsKey(metric(result))) {
                rows.add(cells(row, metrics.get(metric(result)), metric(result)));
              }
            });
    return rows;
  }

  private static List<String> cells(String row, Difference one, String metric) {
    if (metric.equals(METRIC)) {
      return List.of(row, Difference.points(one.mean()), one.interval(), p(one));
    }
    String interval =
        one.low() == null ? "–" : number("%+.4f", one.low()) + " to " + number("%+.4f", one.high());
    return List.of(row, number("%+.4f", one.mean()), interval, p(one));
  }

  private static String metric(StudyResult result) {
    return Metrics.main(result).orElse(METRIC);
  }

  public static String p(Difference one) {
    return p(one.p() == null ? Double.NaN : one.p());
  }

  static String p(double p) {
    return Double.isNaN(p) ? "–" : p < 0.001 ? "< 0.001" : number("%.3f", p);
  }

  private static String number(String pattern, double value) {
    return String.format(Locale.ROOT, pattern, value);
  }

  /** Returns the explanation below the differences. */
  public static String explained(StudyResult result) {
    boolean tested =
        result.comparison().differences().values().stream()
            .flatMap(metrics -> metrics.values().stream())
            .anyMatch(one -> one.p() != null);
    return tested
        ? "Differences on the same splits. Intervals and p by the corrected resampled t-test (Nadeau and Bengio 2003), since splits share rows; each p is of one comparison."
        : "Differences on the same rows. One split, or the same rows every time, tell nothing about chance.";
  }

  static String of(StudyResult result) {
    List<List<String>> rows = rows(result);
    if (rows.isEmpty()) {
      return "";
    }
    TextTable table = new TextTable(header(result).toArray(String[]::new));
    rows.forEach(table::row);
    return table + ResultText.wrapped(List.of(explained(result))) + "\n";
  }
}
