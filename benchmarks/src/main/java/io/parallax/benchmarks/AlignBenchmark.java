package io.parallax.benchmarks;

import io.parallax.core.PartyId;
import io.parallax.math.Threads;
import io.parallax.privacy.AlignParty;
import io.parallax.privacy.Aligner;
import io.parallax.privacy.InMemoryKeeper;
import io.parallax.privacy.LocalLine;
import io.parallax.privacy.Ristretto;
import io.parallax.privacy.SetLimit;
import java.lang.management.ManagementFactory;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Private alignment against the library's bare multiplications, in the same run. */
final class AlignBenchmark {
  private static final int PARTIES = 3;
  private static final int BARE = 20_000;

  private AlignBenchmark() {}

  /**
   * @param count ids of each party, of which two thirds are common
   */
  static void run(int count) {
    bare(); // warm
    double before = bare();
    System.gc();
    long began = System.nanoTime();
    long spent = cpu();
    SortedMap<PartyId, Aligner.Line> lines = new TreeMap<>();
    Set<PartyId> all = new HashSet<>();
    IntStream.range(0, PARTIES).forEach(p -> all.add(PartyId.of("party-" + p)));
    AlignParty.Terms terms = new AlignParty.Terms(all, 1, SetLimit.USUAL);
    for (int p = 0; p < PARTIES; p++) {
      int from = p * count / 6;
      List<String> ids = IntStream.range(from, from + count).mapToObj(i -> "p" + i).toList();
      PartyId id = PartyId.of("party-" + p);
      byte[] secret = new byte[32];
      secret[0] = (byte) p;
      lines.put(
          id, new LocalLine(id, new AlignParty(id, ids, secret, terms, new InMemoryKeeper())));
    }
    Aligner.Outcome found = new Aligner(lines, AlignParty.MOST, Optional.empty(), p -> {}).run();
    double seconds = (System.nanoTime() - began) / 1e9;
    double cpu = (cpu() - spent) / 1e9;
    double bare = Math.max(before, bare());
    double rate = (double) PARTIES * PARTIES * count / cpu;
    Runtime java = Runtime.getRuntime();
    System.out.printf(
        Locale.ROOT, "%d parties, %,d ids each, %,d common%n", PARTIES, count, found.common());
    System.out.printf(
        Locale.ROOT, "%-46s %10.1f%n", "seconds on " + Threads.count() + " threads", seconds);
    System.out.printf(Locale.ROOT, "%-46s %10.1f%n", "CPU seconds", cpu);
    System.out.printf(Locale.ROOT, "%-46s %10.0f%n", "multiplications a CPU second", rate);
    System.out.printf(Locale.ROOT, "%-46s %10.0f%n", "bare ones a CPU second", bare);
    System.out.printf(Locale.ROOT, "%-46s %9.0f%%%n", "share", 100 * rate / bare);
    System.out.printf(
        Locale.ROOT,
        "%-46s %10d%n",
        "MB of heap, all parties and the coordinator",
        (java.totalMemory() - java.freeMemory()) >> 20);
  }

  private static double bare() {
    byte[] scalar = Ristretto.scalar(new byte[32]);
    byte[] point = Ristretto.raise(scalar, Ristretto.element(new byte[1]));
    long began = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    for (int i = 0; i < BARE; i++) {
      point = Ristretto.raise(scalar, point);
    }
    return BARE / ((ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() - began) / 1e9);
  }

  /** Returns the CPU time of all threads, so that other programs on the machine do not count. */
  private static long cpu() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }
}
