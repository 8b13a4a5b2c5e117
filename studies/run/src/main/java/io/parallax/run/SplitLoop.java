package io.parallax.run;

import io.parallax.core.Stopped;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/** Runs the splits of a study one after the other, wherever their parties are. */
public interface SplitLoop {
  /** Returns the result of a split that was finished earlier. */
  Optional<SplitResult> finished(int number);

  /** Runs a split and keeps its result. */
  SplitResult run(int number);

  /**
   * Runs the splits that are not finished and returns the results of all.
   *
   * @param count number of splits
   * @param stop becomes true when the study is to stop; {@link Stopped} is thrown soon after
   */
  default List<SplitResult> all(int count, BooleanSupplier stop) {
    List<SplitResult> results = new ArrayList<>();
    for (int number = 1; number <= count; number++) {
      Optional<SplitResult> done = finished(number);
      if (done.isEmpty() && stop.getAsBoolean()) {
        throw new Stopped(0);
      }
      results.add(done.isPresent() ? done.get() : run(number));
    }
    return results;
  }
}
