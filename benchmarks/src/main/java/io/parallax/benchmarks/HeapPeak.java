package io.parallax.benchmarks;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryType;

/**
 * The most heap that is held while something runs: rubbish is collected again and again, and what
 * is left is counted. The run itself is slowed down by that.
 */
final class HeapPeak {
  private static final long PAUSE_MS = 5;

  private volatile boolean ended;
  private long most;

  private HeapPeak() {}

  /** Returns the most bytes beyond those that were held before. */
  static long of(Runnable work) {
    long before = held();
    HeapPeak peak = new HeapPeak();
    Thread watch = new Thread(peak::watch);
    watch.setDaemon(true);
    watch.start();
    try {
      work.run();
    } finally {
      peak.ended = true;
      join(watch);
    }
    return peak.most - before;
  }

  private void watch() {
    while (!ended) {
      most = Math.max(most, held());
      try {
        Thread.sleep(PAUSE_MS);
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private static void join(Thread watch) {
    try {
      watch.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Returns what the last collection left, without what was made since. */
  private static long held() {
    System.gc();
    return ManagementFactory.getMemoryPoolMXBeans().stream()
        .filter(pool -> pool.getType() == MemoryType.HEAP && pool.getCollectionUsage() != null)
        .mapToLong(pool -> pool.getCollectionUsage().getUsed())
        .sum();
  }
}
