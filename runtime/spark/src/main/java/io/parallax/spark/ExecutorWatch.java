package io.parallax.spark;

import java.time.Duration;
import org.apache.spark.SparkContext;

/**
 * Cancels jobs that have lost all executors: Spark itself would wait forever. If executors return
 * in time, the job continues.
 */
final class ExecutorWatch implements Runnable {
  private static final int LOOK_MILLIS = 500;

  private final SparkContext context;
  private final Duration patience;

  private ExecutorWatch(SparkContext context, Duration patience) {
    this.context = context;
    this.patience = patience;
  }

  static void start(SparkContext context, Duration patience) {
    Thread thread = new Thread(new ExecutorWatch(context, patience), "spark-executors");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void run() {
    long seen = System.nanoTime();
    try {
      while (!context.isStopped()) {
        Thread.sleep(LOOK_MILLIS);
        boolean idle = context.statusTracker().getActiveJobIds().length == 0;
        if (idle || context.statusTracker().getExecutorInfos().length > 1) { // the driver is one
          seen = System.nanoTime();
        } else if (System.nanoTime() - seen > patience.toNanos()) {
          context.cancelAllJobs();
        }
      }
    } catch (InterruptedException | IllegalStateException e) {
      Thread.currentThread().interrupt(); // the context was stopped
    }
  }
}
