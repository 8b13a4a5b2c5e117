package io.parallax;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Work in a thread of its own, so that an interrupt of the caller's thread asks it to stop and does
 * not close the files that it is writing.
 */
final class RunThread<T> {
  private final FutureTask<T> task;
  private volatile boolean interrupted;

  /**
   * Starts the work.
   *
   * @param wish the caller's own wish to stop
   * @param work is given what to look at: the wish, or an interrupt
   */
  RunThread(BooleanSupplier wish, Function<BooleanSupplier, T> work) {
    this.task = new FutureTask<>(() -> work.apply(() -> interrupted || wish.getAsBoolean()));
    Thread thread = new Thread(task, "parallax-run");
    thread.setDaemon(true);
    thread.start();
  }

  /** Waits for the result, or throws what the work threw. */
  T result() {
    try {
      while (true) {
        try {
          return task.get();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw (RuntimeException) e.getCause(); // the work declares no other
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
