package io.parallax.watch;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;

/**
 * The Java heap as the last collection has left it: what is in use now says little, since rubbish
 * counts.
 */
public record Heap(long used, long limit) {
  private static final long PERCENT = 100;

  public static Heap now() {
    long used = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      MemoryUsage after = pool.getType() == MemoryType.HEAP ? pool.getCollectionUsage() : null;
      used += after == null ? 0 : after.getUsed();
    }
    return new Heap(used, Runtime.getRuntime().maxMemory());
  }

  int percent() {
    return (int) (PERCENT * used / limit);
  }
}
