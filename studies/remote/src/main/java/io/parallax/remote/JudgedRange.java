package io.parallax.remote;

import io.parallax.core.ProtocolViolation;
import io.parallax.eval.Classification;
import io.parallax.math.Matrix;
import io.parallax.remote.NodeMessages.Judged;
import io.parallax.remote.NodeMessages.ViewsJudged;
import io.parallax.run.check.LeaveOneOut;
import io.parallax.study.Study;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Limits of the sums that tell how many held-out rows are right. Only those who know the truth add
 * to them, but masks hide who else does; sums that no truth gives are refused.
 */
record JudgedRange(Study study) {
  private static final double ROUNDING = 1e-6;

  /**
   * Rejects a verdict on held-out rows.
   *
   * @param joint number of rows that were scored jointly; empty: those who judge score their own
   * @param rows number of rows of the study
   */
  Judged require(Judged judged, Optional<Integer> joint, long rows) {
    int[][] confusion = counts(judged.confusion(), rows);
    int most = study.layout().spreadsRows() ? study.members().size() : 1;
    within("the number of judges", judged.judges(), 0, most);
    within("the number of parties with rows that are cut", judged.cut(), 0, study.members().size());
    within("the number of judges whose own view is better", judged.below(), 0, judged.judges());
    requireMetrics(judged.metrics().row(0), judged.metrics().row(1), judged.judges());
    long sum = Arrays.stream(confusion).flatMapToInt(Arrays::stream).asLongStream().sum();
    long least = joint.map(scored -> (long) scored * judged.judges()).orElse(0L);
    within("the number of judged rows", sum, least, joint.isPresent() ? least : rows);
    if (!study.layout().spreadsRows() && study.task().learnsLabels() && judged.judges() == 1) {
      requireSame(judged, confusion);
    }
    return judged;
  }

  /** Rejects a verdict on the guesses of single views. */
  ViewsJudged require(ViewsJudged judged, int metrics) {
    requireShape(judged.values(), study.members().size(), metrics);
    requireShape(judged.defined(), study.members().size(), metrics);
    for (int k = 0; k < judged.values().rows(); k++) {
      requireMetrics(judged.values().row(k), judged.defined().row(k), 1);
    }
    return judged;
  }

  /** Rejects counts of rows that are right without single parties. */
  static int[] require(Matrix right, int[] rows) {
    requireShape(right, 1, rows.length);
    int[] counts = new int[rows.length];
    for (int part = 0; part < rows.length; part++) {
      counts[part] =
          within("the number of right rows of part " + part, right.get(0, part), 0, rows[part]);
    }
    return counts;
  }

  /** Rejects counts by part that differ from those of all rows together, which are the same. */
  static void requireSame(LeaveOneOut parts, int[][] confusion) {
    int right = IntStream.range(0, confusion.length).map(c -> confusion[c][c]).sum();
    within("the number of right rows", right, parts.allRight(), parts.allRight());
  }

  /** Returns the counts of a confusion; rejects other numbers. */
  static int[][] counts(Matrix confusion, long rows) {
    int[][] counts = new int[confusion.rows()][confusion.cols()];
    for (int i = 0; i < counts.length; i++) {
      for (int j = 0; j < counts[i].length; j++) {
        counts[i][j] = within("a number of judged rows", confusion.get(i, j), 0, rows);
      }
    }
    return counts;
  }

  private static void requireShape(Matrix told, int rows, int columns) {
    if (told.rows() != rows || told.cols() != columns) {
      throw new ProtocolViolation(
          "a verdict has %d rows in %d columns; it must have %d in %d"
              .formatted(told.rows(), told.cols(), rows, columns));
    }
  }

  private static void requireMetrics(double[] values, double[] defined, int judges) {
    for (int j = 0; j < values.length; j++) {
      int most = within("the number of judges who tell a metric", defined[j], 0, judges);
      if (!(Math.abs(values[j]) <= most + ROUNDING)) {
        throw refused("a metric's sum", values[j], "from -%d to %1$d".formatted(most));
      }
    }
  }

  /** Compares the metrics that follow from the counts. */
  private static void requireSame(Judged judged, int[][] confusion) {
    List<String> names = EvaluatingParty.names(confusion.length, false);
    Map<String, Double> counted = Classification.counted(confusion).asMap();
    for (int j = 0; j < names.size(); j++) {
      double own = counted.get(names.get(j));
      double told = judged.metrics().get(0, j);
      if (Double.isFinite(own) && !(Math.abs(own - told) <= ROUNDING)) {
        throw refused("the metric " + names.get(j), told, "%s, as the counts say".formatted(own));
      }
    }
  }

  private static int within(String what, double told, long least, long most) {
    if (told != Math.rint(told) || told < least || told > most) {
      throw refused(
          what,
          told,
          least == most
              ? Long.toString(least)
              : "a whole number from %d to %d".formatted(least, most));
    }
    return (int) told;
  }

  private static ProtocolViolation refused(String what, double told, String rule) {
    return new ProtocolViolation(
        "%s is %s; it must be %s; a party that does not know the truth has added to the sum; have the owners check their parties' programs, and submit the study again"
            .formatted(what, Double.toString(told).replaceAll("\\.0$", ""), rule));
  }
}
