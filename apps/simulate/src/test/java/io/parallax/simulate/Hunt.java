package io.parallax.simulate;

import io.parallax.simulator.Outcome;
import java.util.Optional;

/** A search for a study that breaks a promise; loaded anew for every planted bug. */
public final class Hunt {
  private Hunt() {}

  /** Returns the number of studies until one breaks a promise, and which; null: none does. */
  public static String broken(long first, int most) {
    for (int k = 0; k < most; k++) {
      Outcome outcome = Swarm.study(first + k, Optional.empty());
      if (outcome.broken()) {
        return (k + 1) + " " + outcome.seed() + " " + outcome.text();
      }
    }
    return null;
  }
}
