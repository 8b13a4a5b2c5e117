package io.parallax.simulator;

import java.util.List;
import java.util.Map;

/**
 * The outcome of a simulated study.
 *
 * @param text what was declared, or which promise is broken
 * @param counts how often each kind of fault had an effect
 * @param struck the faults in order
 * @param steps number of steps
 * @param history depends on all that happened
 * @param cause of a broken promise; null otherwise
 */
public record Outcome(
    long seed,
    String study,
    Verdict verdict,
    String text,
    Map<FaultKind, Integer> counts,
    List<Faults.Struck> struck,
    int steps,
    long history,
    Throwable cause) {

  /** Ways in which a study ends. */
  public enum Verdict {
    /** The result is that of the study without faults. */
    SAME,
    /** A failure was declared, for which a fault gives the reason. */
    DECLARED,
    /** A promise is broken. */
    BROKEN
  }

  /** Returns the number of faults that had an effect. */
  public int faults() {
    return counts.values().stream().mapToInt(Integer::intValue).sum();
  }

  public boolean broken() {
    return verdict == Verdict.BROKEN;
  }
}
