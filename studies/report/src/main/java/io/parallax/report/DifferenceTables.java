package io.parallax.report;

import io.parallax.pages.NumberText;
import io.parallax.report.PaperTable.Cell;
import io.parallax.report.PaperTable.Line;
import io.parallax.run.ComparedMethods;
import io.parallax.run.ComparedMethods.Pair;
import io.parallax.run.Difference;
import io.parallax.run.Metrics;
import io.parallax.run.RunComparison;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Tables of differences between methods, split by split, with the corrected test. */
final class DifferenceTables {
  private static final String TEST =
      "Intervals and p by the corrected resampled t-test on the same splits (Nadeau and Bengio 2003); each p is of one comparison, and that of Holm's procedure is adjusted for all methods%s.";
  private static final String NO_TEST =
      "One split, or the same rows every time, tell nothing about chance.";

  private DifferenceTables() {}

  /** Returns the differences to the first method, in the order of the methods. */
  static PaperTable toFirst(ComparedMethods set, String metric) {
    List<Line> lines = lines(set.toFirst(metric), metric, pair -> set.names().get(pair.one()));
    return new PaperTable("", minus(set), heads(metric), lines, List.of());
  }

  /** Returns the differences of every two methods. */
  static PaperTable pairs(ComparedMethods set, String metric) {
    Function<Pair, String> name =
        pair -> set.names().get(pair.one()) + " minus " + set.names().get(pair.other());
    return new PaperTable("", "", heads(metric), lines(set.pairs(metric), metric, name), List.of());
  }

  /**
   * Returns the differences to the first method on all data sets, by the metric that all of them
   * are first judged by; without a line if there is none.
   */
  static PaperTable paper(RunComparison compared) {
    String metric = compared.main().orElse("");
    boolean several = compared.sets().size() > 1;
    List<Line> lines = new ArrayList<>();
    boolean tested = false;
    for (ComparedMethods set : compared.sets()) {
      List<Pair> pairs = set.toFirst(metric);
      tested |= pairs.stream().anyMatch(pair -> pair.difference().p() != null);
      lines.addAll(
          lines(
              pairs,
              metric,
              pair -> (several ? set.data() + ": " : "") + set.names().get(pair.one())));
    }
    ComparedMethods first = compared.sets().get(0);
    return new PaperTable(
        "%s of each method minus that of %s on the same held-out rows, mean over %s."
            .formatted(
                ComparisonTables.capital(Metrics.label(metric)),
                first.names().get(0),
                several
                    ? "the splits of each data set"
                    : first.splits() + (first.splits() == 1 ? " split" : " splits")),
        minus(first),
        heads(metric),
        lines,
        List.of(tested ? TEST.formatted(several ? " of a data set" : "") : NO_TEST));
  }

  private static String minus(ComparedMethods set) {
    return "minus " + set.names().get(0);
  }

  private static List<String> heads(String metric) {
    return List.of(
        Metrics.label(metric) + (Metrics.isShare(metric) ? ", points" : ""),
        "95 % interval",
        "p",
        "p, Holm");
  }

  private static List<Line> lines(List<Pair> pairs, String metric, Function<Pair, String> name) {
    boolean share = Metrics.isShare(metric);
    return pairs.stream()
        .map(
            pair ->
                new Line(
                    name.apply(pair),
                    List.of(
                        Cell.of(signed(share, pair.difference().mean())),
                        Cell.of(interval(share, pair.difference())),
                        Cell.of(DifferenceText.p(pair.difference())),
                        Cell.of(DifferenceText.p(pair.adjusted())))))
        .toList();
  }

  private static String signed(boolean share, double value) {
    return share ? Difference.points(value) : NumberText.format("%+.4f", value);
  }

  private static String interval(boolean share, Difference one) {
    return one.low() == null ? "–" : signed(share, one.low()) + " to " + signed(share, one.high());
  }
}
