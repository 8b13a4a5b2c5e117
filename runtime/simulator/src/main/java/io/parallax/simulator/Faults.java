package io.parallax.simulator;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The decisions of one simulated study: at every numbered step, whether a fault strikes, and which.
 * Each follows from the seed and the step's number alone, so that some faults can be left out
 * without changing the others.
 */
public final class Faults {
  private static final long GOLDEN = 0x9E3779B97F4A7C15L;
  private static final long STEP_NANOS = 200_000;
  private final long seed;
  private final Map<FaultKind, Double> rates;
  private final int end;
  private final int most;
  private final Optional<Set<Integer>> only;
  private final List<Struck> struck = new ArrayList<>();
  private final Map<FaultKind, Integer> counts = new EnumMap<>(FaultKind.class);
  private int step;
  private int drawn;
  private long jumped;
  private long history;

  /** A fault that struck at a step. */
  public record Struck(int step, FaultKind kind) {}

  /** A study has not ended long after the last fault. */
  public static final class NoProgress extends Error {
    private static final long serialVersionUID = 1;

    NoProgress(int step) {
      super("the study has not ended after " + step + " steps", null, false, false);
    }
  }

  /**
   * @param rates the chance of each kind at a step where it can strike
   * @param end the last step at which faults strike
   * @param most the step at which a study must have ended
   * @param only the steps at which faults may strike; empty: all
   */
  public Faults(
      long seed, Map<FaultKind, Double> rates, int end, int most, Optional<Set<Integer>> only) {
    this.seed = seed;
    this.rates = Map.copyOf(rates);
    this.end = end;
    this.most = most;
    this.only = only;
  }

  /** Takes a step at which one of these faults can strike. */
  Optional<FaultKind> at(FaultKind... kinds) {
    step++;
    drawn = 0;
    if (step > most) {
      throw new NoProgress(step);
    }
    double u = uniform(mixed(seed + GOLDEN * step));
    if (step > end || only.filter(some -> !some.contains(step)).isPresent()) {
      return Optional.empty();
    }
    for (FaultKind kind : kinds) {
      u -= rates.getOrDefault(kind, 0.0);
      if (u < 0) {
        struck.add(new Struck(step, kind));
        hit(kind);
        return Optional.of(kind);
      }
    }
    return Optional.empty();
  }

  /** Counts a fault that has had an effect. */
  void hit(FaultKind kind) {
    counts.merge(kind, 1, Integer::sum);
    note(kind.ordinal());
  }

  /** Takes an unsuccessful step while waiting. */
  void pass() {
    at();
  }

  /** Draws a number below this one, for a detail of what happens at this step. */
  int draw(int bound) {
    drawn++;
    long bits = mixed(mixed(seed + GOLDEN * step) + drawn);
    return (int) Math.floorMod(bits, (long) bound);
  }

  /** Adds what happened to the history of the study. */
  void note(long what) {
    history = mixed(history * 31 + what + GOLDEN * step);
  }

  private static double uniform(long bits) {
    return (bits >>> 11) * 0x1.0p-53;
  }

  static long mixed(long bits) {
    long z = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** Lets the clocks jump. */
  void jump(long nanos) {
    jumped += nanos;
  }

  /** Returns the time. */
  long nanos() {
    return jumped + step * STEP_NANOS;
  }

  int step() {
    return step;
  }

  /** Returns whether faults still strike. */
  boolean going() {
    return step <= end;
  }

  boolean has(FaultKind kind) {
    return counts.containsKey(kind);
  }

  /** Returns how often each kind had an effect. */
  public Map<FaultKind, Integer> counts() {
    return counts;
  }

  /** Returns the faults that struck, in order. */
  public List<Struck> struck() {
    return List.copyOf(struck);
  }

  /** Returns a number that depends on all that happened. */
  public long history() {
    return history;
  }
}
