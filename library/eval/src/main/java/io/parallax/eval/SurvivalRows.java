package io.parallax.eval;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Checks and orders of rows with times and events. */
final class SurvivalRows {
  private SurvivalRows() {}

  static void require(double[] times, int[] events) {
    if (times.length == 0 || times.length != events.length) {
      throw new IllegalArgumentException(
          times.length + " times and " + events.length + " events; there must be as many, and one");
    }
    if (Arrays.stream(events).anyMatch(e -> e != 0 && e != 1)
        || Arrays.stream(times).anyMatch(Double::isNaN)) {
      throw new IllegalArgumentException("an event is not 0 or 1, or a time is not a number");
    }
  }

  static void require(double[] times, int[] events, double[] risks) {
    require(times, events);
    if (risks.length != times.length || Arrays.stream(risks).anyMatch(Double::isNaN)) {
      throw new IllegalArgumentException("every row needs a risk that is a number");
    }
  }

  static Integer[] byTime(double[] times) {
    Integer[] order = IntStream.range(0, times.length).boxed().toArray(Integer[]::new);
    Arrays.sort(order, Comparator.comparingDouble(i -> times[i]));
    return order;
  }

  /** Returns the rows of each group; without groups, all rows. */
  static List<int[]> groups(Optional<int[]> groups, int rows) {
    int[] codes = groups.orElse(new int[rows]);
    return Arrays.stream(codes)
        .distinct()
        .sorted()
        .mapToObj(g -> IntStream.range(0, codes.length).filter(i -> codes[i] == g).toArray())
        .toList();
  }

  /** Returns rows with the largest number first. */
  static int[] falling(int[] rows, double[] by) {
    return Arrays.stream(rows)
        .boxed()
        .sorted(Comparator.comparingDouble(i -> -by[i]))
        .mapToInt(i -> i)
        .toArray();
  }
}
