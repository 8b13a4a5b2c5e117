package io.parallax.benchmarks;

import io.parallax.core.Hashes;
import io.parallax.core.PartyId;
import io.parallax.engine.SumProtocol;
import io.parallax.math.Threads;
import io.parallax.privacy.MaskedSum;
import java.lang.management.ManagementFactory;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/** The cost of masks, against plain sums of the same words. */
final class PrivacyBenchmark {
  private static final int MANY = 1_000_000;
  private static final int FEW = 1_000;
  private static final int TIMES = 7;
  private final List<PartyId> ids = new ArrayList<>();
  private final SortedMap<PartyId, SumProtocol.PartySide> sides = new TreeMap<>();
  private final SumProtocol.CoordinatorSide coordinator;
  private final long[][] words;
  private long sequence;
  private long noteBytes;

  private PrivacyBenchmark(int parties, int count, boolean masked) {
    for (int p = 0; p < parties; p++) {
      ids.add(PartyId.of("p-%02d".formatted(p)));
    }
    SumProtocol sums =
        masked ? MaskedSum.inProcess(new TreeSet<>(ids), new byte[32]) : SumProtocol.plain();
    ids.forEach(id -> sides.put(id, sums.partySide(id)));
    coordinator = sums.coordinatorSide();
    words = new long[parties][count];
  }

  static void run() {
    System.out.printf("Masked sums of %,d words. Best of %d.%n%n", MANY, TIMES);
    PrivacyBenchmark ten = new PrivacyBenchmark(10, MANY, true);
    double cpu = Double.POSITIVE_INFINITY;
    for (int i = 0; i < TIMES; i++) {
      cpu = Math.min(cpu, ten.partyCpu());
    }
    System.out.printf(Locale.ROOT, "%-52s %8.3f s%n", "10 parties: CPU time of one party", cpu);
    System.out.printf(
        Locale.ROOT,
        "%-52s %8.4f×%n",
        "10 parties: sent by one party, against plain",
        1 + ten.noteBytes / (8.0 * MANY));
    double plain = best(new PrivacyBenchmark(5, MANY, false));
    double masked = best(new PrivacyBenchmark(5, MANY, true));
    String threads = ", " + Threads.count() + " threads: a round";
    System.out.printf(Locale.ROOT, "%-52s %8.3f s%n", "5 parties" + threads + ", plain", plain);
    System.out.printf(Locale.ROOT, "%-52s %8.3f s%n", "5 parties" + threads + ", masked", masked);
    double plainOfMany = best(new PrivacyBenchmark(50, FEW, false));
    double maskedOfMany = best(new PrivacyBenchmark(50, FEW, true));
    System.out.printf(
        Locale.ROOT,
        "%-52s %8.2f ms%n%-52s %8.2f ms%n",
        "50 parties, %,d words: a round, plain".formatted(FEW),
        1e3 * plainOfMany,
        "50 parties, %,d words: a round, masked".formatted(FEW),
        1e3 * maskedOfMany);
  }

  private static double best(PrivacyBenchmark round) {
    double best = Double.POSITIVE_INFINITY;
    int times = round.words[0].length == FEW ? 100 * TIMES : TIMES;
    for (int i = 0; i < times; i++) {
      long began = System.nanoTime();
      round.round();
      best = Math.min(best, (System.nanoTime() - began) / 1e9);
    }
    return best;
  }

  /** A whole round, the parties side by side. */
  private void round() {
    sequence++;
    byte[] ask = {(byte) sequence};
    coordinator.prepare(sequence, this::send);
    SortedMap<PartyId, LongBuffer> answers = new TreeMap<>();
    Threads.forEach(ids.size(), p -> seal(p, ask));
    for (int p = 0; p < ids.size(); p++) {
      answers.put(ids.get(p), LongBuffer.wrap(words[p]));
    }
    long[] total = total(ask, answers, this::send);
    if (Arrays.stream(total).anyMatch(word -> word != 0)) {
      throw new IllegalStateException("a sum of zeros is not zero");
    }
  }

  private long[] total(
      byte[] ask, SortedMap<PartyId, LongBuffer> answers, SumProtocol.Notes notes) {
    long[] total = new long[words[0].length];
    coordinator.add(answers, total, 0);
    coordinator.open(sequence, () -> Hashes.of(ask), new TreeSet<>(ids), total, notes);
    return total;
  }

  private void seal(int p, byte[] ask) {
    Arrays.fill(words[p], 0);
    sides.get(ids.get(p)).seal(sequence, () -> Hashes.of(ask)).apply(0, LongBuffer.wrap(words[p]));
  }

  private SortedMap<PartyId, byte[]> send(byte[] note) {
    byte[][] replies = new byte[ids.size()][];
    Threads.forEach(replies.length, p -> replies[p] = sides.get(ids.get(p)).reply(sequence, note));
    SortedMap<PartyId, byte[]> byParty = new TreeMap<>();
    for (int p = 0; p < replies.length; p++) {
      byParty.put(ids.get(p), replies[p]);
    }
    return byParty;
  }

  /**
   * Returns the CPU time of the first party in a round, notes and masks included, on its thread's
   * clock.
   */
  private double partyCpu() {
    sequence++;
    byte[] ask = {(byte) sequence};
    long[] spent = {0};
    noteBytes = 0;
    SumProtocol.Notes notes =
        note -> {
          SortedMap<PartyId, byte[]> replies = new TreeMap<>();
          for (PartyId id : ids) {
            long began = clock();
            replies.put(id, sides.get(id).reply(sequence, note));
            if (id.equals(ids.get(0))) {
              spent[0] += clock() - began;
              noteBytes += replies.get(id).length;
            }
          }
          return replies;
        };
    coordinator.prepare(sequence, notes);
    SortedMap<PartyId, LongBuffer> answers = new TreeMap<>();
    for (int p = 0; p < ids.size(); p++) {
      long began = clock();
      seal(p, ask);
      spent[0] += p == 0 ? clock() - began : 0;
      answers.put(ids.get(p), LongBuffer.wrap(words[p]));
    }
    total(ask, answers, notes);
    return spent[0] / 1e9;
  }

  private static long clock() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
