package io.parallax.math;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.function.IntConsumer;

/**
 * The one pool all parallel work runs on, so that one setting caps everything.
 *
 * <p>The number of threads is the system property {@code parallax.threads}, else the environment
 * variable {@code PARALLAX_THREADS}, else the number of available processors. It decides only how
 * fast a result comes, never its bits: work is cut by the shape of the data alone.
 */
public final class Threads {
  private static final String PROPERTY = "parallax.threads";
  private static final String ENVIRONMENT = "PARALLAX_THREADS";

  private static final ThreadLocal<Boolean> ALONE = ThreadLocal.withInitial(() -> false);

  private Threads() {}

  /** The number of threads that may compute at the same time. */
  public static int count() {
    return Shared.COUNT;
  }

  /** The shared pool, started on first use; its threads are daemons. */
  public static ForkJoinPool pool() {
    return Shared.POOL;
  }

  /**
   * Runs {@code task} for 0 … n−1 and waits for all of them. Calls may nest. When tasks fail, the
   * exception of the lowest failing index is thrown as it is.
   */
  public static void forEach(int n, IntConsumer task) {
    if (n < 0) {
      throw new IllegalArgumentException("number of tasks is " + n + ", must be at least 0");
    }
    if (n <= 1 || count() == 1 || alone()) {
      for (int i = 0; i < n; i++) {
        task.accept(i);
      }
      return;
    }
    Throwable[] failures = new Throwable[n];
    Range all = new Range(0, n, task, failures);
    if (ForkJoinTask.getPool() == pool()) {
      all.invoke();
    } else {
      pool().invoke(all);
    }
    rethrowFirst(failures);
  }

  /** Runs work whose every step stays on this thread. */
  public static void alone(Runnable work) {
    boolean before = ALONE.get();
    ALONE.set(true);
    try {
      work.run();
    } finally {
      ALONE.set(before);
    }
  }

  /** Returns true if work of this thread stays on it. */
  public static boolean alone() {
    return ALONE.get();
  }

  /** The setting as a number of threads; all processors when it is null or blank. */
  static int parse(String setting, String source) {
    if (setting == null || setting.isBlank()) {
      return Runtime.getRuntime().availableProcessors();
    }
    try {
      int count = Integer.parseInt(setting.strip());
      if (count >= 1) {
        return count;
      }
    } catch (NumberFormatException e) {
      // reported below, like any other invalid count
    }
    throw new IllegalArgumentException(
        source + " is '" + setting + "', must be a whole number of threads, at least 1");
  }

  private static int configured() {
    String property = System.getProperty(PROPERTY);
    return property != null
        ? parse(property, "system property " + PROPERTY)
        : parse(System.getenv(ENVIRONMENT), "environment variable " + ENVIRONMENT);
  }

  private static void rethrowFirst(Throwable[] failures) {
    for (Throwable failure : failures) {
      if (failure instanceof Error error) {
        throw error;
      }
      if (failure instanceof RuntimeException exception) {
        throw exception;
      }
    }
  }

  private static final class Shared {
    static final int COUNT;
    static final ForkJoinPool POOL;

    static {
      COUNT = configured();
      POOL = new ForkJoinPool(COUNT);
    }
  }

  /** A range of indices, halved until single; failures are kept by index, not thrown. */
  private static final class Range extends RecursiveAction {
    private final int from;
    private final int to;
    private final transient IntConsumer task;
    private final transient Throwable[] failures;

    Range(int from, int to, IntConsumer task, Throwable[] failures) {
      this.from = from;
      this.to = to;
      this.task = task;
      this.failures = failures;
    }

    @Override
    protected void compute() {
      if (to - from > 1) {
        int middle = (from + to) >>> 1;
        invokeAll(new Range(from, middle, task, failures), new Range(middle, to, task, failures));
        return;
      }
      try {
        task.accept(from);
      } catch (RuntimeException | Error e) {
        failures[from] = e;
      }
    }
  }
}
