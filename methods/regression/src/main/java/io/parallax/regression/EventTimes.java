package io.parallax.regression;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The distinct times of events, each stratum's after another's.
 *
 * @param times ascending in each stratum
 * @param strata ascending
 */
record EventTimes(double[] times, int[] strata) {
  private record Event(int stratum, double time) {}

  static EventTimes of(double[] times, int[] events, int[] strata) {
    List<Event> found =
        IntStream.range(0, times.length)
            .filter(i -> events[i] == 1)
            .mapToObj(i -> new Event(strata[i], times[i]))
            .distinct()
            .sorted(Comparator.comparingInt(Event::stratum).thenComparingDouble(Event::time))
            .toList();
    return new EventTimes(
        found.stream().mapToDouble(Event::time).toArray(),
        found.stream().mapToInt(Event::stratum).toArray());
  }

  /** Returns the number of event times of earlier strata, and of this one until a time. */
  int after(int stratum, double time) {
    int low = 0;
    int high = times.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      boolean until =
          strata[middle] < stratum || strata[middle] == stratum && times[middle] <= time;
      low = until ? middle + 1 : low;
      high = until ? high : middle;
    }
    return low;
  }
}
