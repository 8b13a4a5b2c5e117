package io.parallax.benchmarks;

import io.parallax.core.Hashes;
import io.parallax.core.PartyId;
import io.parallax.engine.LimitedRows;
import io.parallax.engine.SumProtocol;
import io.parallax.math.Threads;
import io.parallax.privacy.MaskedSum;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The cost of proved sums against masked and plain ones of the same words: five parties and the
 * coordinator in this process.
 */
final class ProvedBenchmark {
  private static final int PARTIES = 5;
  private static final int COLS = 10;
  private static final int TIMES = 30;
  private static final int MANY = 1500;
  private static final double LIMIT = 0x1p44; // of a row, in units of words
  private final List<PartyId> ids = new ArrayList<>();
  private final SortedMap<PartyId, SumProtocol.PartySide> sides = new TreeMap<>();
  private final SumProtocol.CoordinatorSide coordinator;
  private final int rows;
  private final long[][] words;
  private long sequence;
  private long bytes; // of one party's answers in the last round

  private ProvedBenchmark(int rows, SumProtocol sums) {
    this.rows = rows;
    ids.addAll(parties());
    ids.forEach(id -> sides.put(id, sums.partySide(id)));
    coordinator = sums.coordinatorSide();
    words = new long[PARTIES][rows * COLS];
    for (int p = 0; p < PARTIES; p++) {
      for (int i = 0; i < words[p].length; i++) {
        words[p][i] = (long) (0.8 * LIMIT * Math.sin(i + p) / Math.sqrt(COLS));
      }
    }
  }

  private static List<PartyId> parties() {
    List<PartyId> ids = new ArrayList<>();
    for (int p = 0; p < PARTIES; p++) {
      ids.add(PartyId.of("p-" + p));
    }
    return ids;
  }

  static void run() {
    System.out.printf(
        "Sums of %d parties in one process, CPU time of all and the coordinator. Mean of %d rounds,%n"
            + "after as many others: about what a study's sums cost, while Java still compiles; and%n"
            + "after %d others.%n%n",
        PARTIES, TIMES, MANY);
    System.out.printf(
        "%-20s %14s %10s %8s %14s%n", "", "plain, CPU ms", "masked", "proved", "bytes a party");
    row(2_000, TIMES);
    row(100_000, TIMES);
    row(2_000, MANY);
  }

  private static void row(int rows, int before) {
    MaskedSum masked = MaskedSum.inProcess(new TreeSet<>(parties()), new byte[32]);
    ProvedBenchmark plain = new ProvedBenchmark(rows, SumProtocol.plain());
    ProvedBenchmark hidden = new ProvedBenchmark(rows, masked);
    ProvedBenchmark proved = new ProvedBenchmark(rows, masked.proved());
    double ofPlain = plain.mean(before);
    double ofMasked = hidden.mean(before);
    double ofProved = proved.mean(before);
    System.out.printf(
        Locale.ROOT,
        "%-20s %14.2f %10.2f %8.2f %14d%n",
        before == TIMES
            ? "%,d words".formatted(rows * COLS)
            : "%,d, after %,d".formatted(rows * COLS, before),
        1e3 * ofPlain,
        1e3 * ofMasked,
        1e3 * ofProved,
        proved.bytes);
    System.out.printf(
        Locale.ROOT,
        "%-20s %14s %9.1f× %7.1f× %13.2f×%n",
        "",
        "",
        ofMasked / ofPlain,
        ofProved / ofMasked,
        (double) proved.bytes / hidden.bytes);
  }

  /** Returns the processor's seconds of a round on all threads, Java's compiler among them. */
  private double mean(int before) {
    for (int i = 0; i < before; i++) {
      round();
    }
    double began = CpuTime.seconds();
    for (int i = 0; i < TIMES; i++) {
      round();
    }
    return (CpuTime.seconds() - began) / TIMES;
  }

  private void round() {
    sequence++;
    bytes = 8L * rows * COLS;
    byte[] ask = {(byte) sequence};
    coordinator.prepare(sequence, this::send);
    long[][] sealed = new long[PARTIES][];
    Threads.forEach(PARTIES, p -> sealed[p] = sealed(p, ask));
    SortedMap<PartyId, LongBuffer> answers = new TreeMap<>();
    for (int p = 0; p < PARTIES; p++) {
      answers.put(ids.get(p), LongBuffer.wrap(sealed[p]));
    }
    long[] total = new long[rows * COLS];
    coordinator.expect(total.length, id -> limits());
    coordinator.add(answers, total, 0);
    coordinator.open(sequence, () -> Hashes.of(ask), new TreeSet<>(ids), total, this::send);
    for (int i = 0; i < total.length; i++) {
      if (total[i] != expected(i)) {
        throw new IllegalStateException("a sum is wrong");
      }
    }
  }

  private long expected(int i) {
    long sum = 0;
    for (long[] own : words) {
      sum += own[i];
    }
    return sum;
  }

  private List<LimitedRows> limits() {
    return List.of(new LimitedRows(0, rows, COLS, 0, LIMIT, LimitedRows.By.STUDY));
  }

  private long[] sealed(int p, byte[] ask) {
    long[] own = words[p].clone();
    SumProtocol.OwnWords given =
        new SumProtocol.OwnWords() {
          @Override
          public int count() {
            return words[p].length;
          }

          @Override
          public void read(int from, LongBuffer to) {
            to.put(0, words[p], from, to.limit());
          }

          @Override
          public List<LimitedRows> limits(PartyId party) {
            return ProvedBenchmark.this.limits();
          }
        };
    byte[] hash = Hashes.of(ask);
    sides.get(ids.get(p)).seal(sequence, () -> hash, given).apply(0, LongBuffer.wrap(own));
    return own;
  }

  private SortedMap<PartyId, byte[]> send(byte[] note) {
    byte[][] replies = new byte[PARTIES][];
    Threads.forEach(PARTIES, p -> replies[p] = sides.get(ids.get(p)).reply(sequence, note));
    bytes += replies[0].length;
    SortedMap<PartyId, byte[]> byParty = new TreeMap<>();
    for (int p = 0; p < PARTIES; p++) {
      byParty.put(ids.get(p), replies[p]);
    }
    return byParty;
  }
}
