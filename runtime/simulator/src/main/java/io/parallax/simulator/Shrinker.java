package io.parallax.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Leaves out faults of a study whose promise is broken, as long as one is still broken. */
public final class Shrinker {
  private final Function<Set<Integer>, Outcome> again;
  private int runs;

  /**
   * @param again simulates the study with faults at these steps only
   * @param runs the most simulations
   */
  public Shrinker(Function<Set<Integer>, Outcome> again, int runs) {
    this.again = again;
    this.runs = runs;
  }

  /** Returns the study with as few faults as could be found. */
  public Outcome smallest(Outcome broken) {
    Outcome best = broken;
    for (int length = Math.max(1, steps(best).size() / 2); length > 0; length /= 2) {
      for (int from = 0; from < steps(best).size() && runs > 0; ) {
        List<Integer> fewer = new ArrayList<>(steps(best));
        fewer.subList(from, Math.min(fewer.size(), from + length)).clear();
        Outcome found = again(new TreeSet<>(fewer));
        if (found.broken()) {
          best = found;
        } else {
          from += length;
        }
      }
    }
    return best;
  }

  private Outcome again(Set<Integer> steps) {
    runs--;
    return again.apply(steps);
  }

  /** Returns the steps of a study's faults. */
  public static List<Integer> steps(Outcome outcome) {
    return outcome.struck().stream()
        .map(Faults.Struck::step)
        .collect(Collectors.toCollection(ArrayList::new));
  }
}
