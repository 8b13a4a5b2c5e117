package io.parallax.fuzz;

import com.sun.management.ThreadMXBean;
import io.parallax.core.Failure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;

/**
 * One input at one target, with the properties that all targets have: an input is rejected by a
 * declared failure only, in one line, and neither accepted nor rejected with more memory or time
 * than a small input may cost.
 */
public final class Trial {
  private static final long MOST_NANOS = 5_000_000_000L;
  private static final ThreadMXBean THREADS =
      (ThreadMXBean) ManagementFactory.getThreadMXBean(); // of this thread: no other one counts

  private Trial() {}

  /**
   * Runs an input; returns true if it was accepted.
   *
   * @throws Finding if a property does not hold; whatever else comes out is one, too
   */
  public static boolean run(Target target, byte[] input) {
    Cost cost = Cost.begin();
    boolean accepted = accepted(target, input);
    if (cost.excessive(target)) { // perhaps of classes that were loaded or compiled meanwhile
      Cost again = Cost.begin();
      accepted = accepted(target, input);
      again.require(target, input.length);
    }
    return accepted;
  }

  private static boolean accepted(Target target, byte[] input) {
    try {
      target.run(input);
      return true;
    } catch (Failure failure) {
      requireDeclared(target, failure);
      requirePlain(failure);
      return false;
    } catch (IOException e) {
      throw new UncheckedIOException("the scratch folder cannot be used", e);
    }
  }

  private static void requireDeclared(Target target, Failure failure) {
    if (target.rejections().stream().noneMatch(kind -> kind.isInstance(failure))) {
      throw new Finding(
          "rejected by " + failure.getClass().getSimpleName() + ", which is not declared", failure);
    }
  }

  /** Requires one line for people. */
  private static void requirePlain(Failure failure) {
    String told = failure.told();
    if (told == null || told.isBlank()) {
      throw new Finding("a failure without a sentence", failure);
    }
    if (told.chars().anyMatch(c -> c == '\n' || c == '\r' || c == 0x1b)) {
      throw new Finding("a failure of several lines, or with control characters", failure);
    }
  }

  /** The memory and time of this thread. */
  private record Cost(long bytes, long nanos) {
    static Cost begin() {
      return new Cost(THREADS.getCurrentThreadAllocatedBytes(), THREADS.getCurrentThreadCpuTime());
    }

    private Cost since() {
      Cost now = begin();
      return new Cost(now.bytes - bytes, now.nanos - nanos);
    }

    boolean excessive(Target target) {
      Cost spent = since();
      return spent.bytes > target.room() || spent.nanos > MOST_NANOS;
    }

    void require(Target target, int length) {
      Cost spent = since();
      Finding.unless(
          spent.bytes <= target.room(),
          "%d bytes of input took %d MiB of memory".formatted(length, spent.bytes >> 20));
      Finding.unless(
          spent.nanos <= MOST_NANOS,
          "%d bytes of input took %d s".formatted(length, spent.nanos / 1_000_000_000));
    }
  }
}
