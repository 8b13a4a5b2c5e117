package io.parallax.cli;

import io.parallax.cli.study.RunResult;
import io.parallax.cli.study.RunResult.Difference;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** By how much a method is better than what it is compared with, in words and cells. */
public final class DifferenceText {
  private DifferenceText() {}

  /** What is compared: accuracy. */
  public static final String METRIC = "accuracy";

  /** Column heads of {@link #rows}. */
  public static List<String> header(RunResult result) {
    return List.of(result.title() + " minus", "accuracy, points", "95 % interval", "p");
  }

  /** A row for everything that the method is compared with; none where nothing is. */
  public static List<List<String>> rows(RunResult result) {
    List<List<String>> rows = new ArrayList<>();
    result
        .differences()
        .forEach(
            (row, metrics) -> {
              if (metrics.containsKey(METRIC)) {
                rows.add(cells(row, metrics.get(METRIC)));
              }
            });
    return rows;
  }

  private static List<String> cells(String row, Difference one) {
    return List.of(row, points(one.mean()), interval(one), p(one));
  }

  /** In points of percent, with its sign. */
  public static String points(double share) {
    return number("%+.2f", 100 * share);
  }

  /** From where to where. */
  public static String interval(Difference one) {
    return one.low() == null ? "–" : points(one.low()) + " to " + points(one.high());
  }

  static String p(Difference one) {
    return one.p() == null ? "–" : one.p() < 0.001 ? "< 0.001" : number("%.3f", one.p());
  }

  private static String number(String pattern, double value) {
    return String.format(Locale.ROOT, pattern, value);
  }

  /** What has to be said about them. */
  public static String explained(RunResult result) {
    boolean tested =
        result.differences().values().stream()
            .flatMap(metrics -> metrics.values().stream())
            .anyMatch(one -> one.p() != null);
    return tested
        ? "Differences on the same splits. Intervals and p by the corrected resampled t-test (Nadeau and Bengio 2003), since splits share rows; each p is of one comparison."
        : "Differences on the same rows. One split, or the same rows every time, tell nothing about chance.";
  }

  static String of(RunResult result) {
    List<List<String>> rows = rows(result);
    if (rows.isEmpty()) {
      return "";
    }
    TextTable table = new TextTable(header(result).toArray(String[]::new));
    rows.forEach(table::row);
    return table + ResultText.wrapped(List.of(explained(result))) + "\n";
  }
}
