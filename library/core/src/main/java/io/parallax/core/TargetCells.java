package io.parallax.core;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoublePredicate;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/** Checks and selections of a target's arrays; a message has a position and no value. */
final class TargetCells {
  private TargetCells() {}

  static BadInput wrong(int row, String what, String rule) {
    return new BadInput(
        "the target's %s in row %d cannot be used; it must be %s; correct it or leave the row out"
            .formatted(what, row + 1, rule));
  }

  /** Rejects values that are not finite or break a rule. */
  static void require(double[] values, DoublePredicate rule, String what, String text) {
    if (values.length == 0) {
      throw new BadInput("the target has no row; it must have one for each training row");
    }
    for (int i = 0; i < values.length; i++) {
      if (!Double.isFinite(values[i])) {
        throw wrong(i, what, "a finite number");
      } else if (!rule.test(values[i])) {
        throw wrong(i, what, text);
      }
    }
  }

  static void requireBinary(int[] values, String what) {
    for (int i = 0; i < values.length; i++) {
      if (values[i] != 0 && values[i] != 1) {
        throw wrong(i, what, "0 or 1");
      }
    }
  }

  static void requireRows(int found, int expected, String what) {
    if (found != expected) {
      throw new BadInput(
          "the target has %d %s; there must be %d, one for each row"
              .formatted(found, what, expected));
    }
  }

  static void requireEvent(int[] events) {
    if (Arrays.stream(events).sum() == 0) {
      throw new BadInput(
          "none of the target's %d rows has an event; there must be one; check the event's column"
              .formatted(events.length));
    }
  }

  /** Rejects a stratum of one row. */
  static void requireCompany(int[] strata) {
    Map<Integer, Integer> rows = new HashMap<>();
    for (int stratum : strata) {
      rows.merge(stratum, 1, Integer::sum);
    }
    for (int i = 0; i < strata.length; i++) {
      if (rows.get(strata[i]) == 1) {
        throw new BadInput(
            "the stratum of row %d of the target has no other row; it must have at least 2; join it with another one or leave the row out"
                .formatted(i + 1));
      }
    }
  }

  /** Rejects times that are the same in each stratum, so that no event comes before another. */
  static void requireOrder(double[] times, int[] strata) {
    Map<Integer, Double> first = new HashMap<>();
    for (int i = 0; i < times.length; i++) {
      Double other = first.putIfAbsent(strata[i], times[i]);
      if (other != null && other != times[i]) {
        return;
      }
    }
    throw new BadInput(
        "all %d times of the target are the same%s, so that no event comes before another; some must differ; check the time's column"
            .formatted(times.length, first.size() > 1 ? " in each stratum" : ""));
  }

  static <T extends Target> T alike(Class<T> type, Target other) {
    if (!type.isInstance(other)) {
      throw new BadInput("the targets of two parties are not of the same kind; they must be");
    }
    return type.cast(other);
  }

  static double[] select(double[] values, int[] rows) {
    return Arrays.stream(rows).mapToDouble(i -> values[i]).toArray();
  }

  static int[] select(int[] values, int[] rows) {
    return Arrays.stream(rows).map(i -> values[i]).toArray();
  }

  static double[] append(double[] above, double[] below) {
    return DoubleStream.concat(Arrays.stream(above), Arrays.stream(below)).toArray();
  }

  static int[] append(int[] above, int[] below) {
    return IntStream.concat(Arrays.stream(above), Arrays.stream(below)).toArray();
  }

  static Optional<double[]> append(
      Optional<double[]> above, Optional<double[]> below, String what) {
    if (above.isPresent() != below.isPresent()) {
      throw new BadInput(
          "only some of the rows have %s; give all rows one, or none".formatted(what));
    }
    return above.map(a -> append(a, below.orElseThrow()));
  }
}
