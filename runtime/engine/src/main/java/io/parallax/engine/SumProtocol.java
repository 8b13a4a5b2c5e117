package io.parallax.engine;

import io.parallax.core.PartyId;
import io.parallax.math.Threads;
import java.nio.LongBuffer;
import java.util.List;
import java.util.SortedMap;

/** How the words of many parties become their sum modulo 2^64: in plain sight, or masked. */
public interface SumProtocol {
  PartySide partySide(PartyId me);

  CoordinatorSide coordinatorSide();

  /** What a party does to its words, in place, before they leave it. */
  interface PartySide {
    void seal(long sequence, LongBuffer words);
  }

  /** How the coordinator gets the sum out of sealed words, all of the same length. */
  interface CoordinatorSide {
    long[] open(long sequence, SortedMap<PartyId, LongBuffer> words);
  }

  /** Words as they are: the coordinator could read each party's. */
  static SumProtocol plain() {
    return new SumProtocol() {
      @Override
      public PartySide partySide(PartyId me) {
        return (sequence, words) -> {};
      }

      @Override
      public CoordinatorSide coordinatorSide() {
        return (sequence, words) -> add(words);
      }
    };
  }

  /** The sum of equally long runs of words, modulo 2^64. */
  static long[] add(SortedMap<PartyId, LongBuffer> parts) {
    List<LongBuffer> all = List.copyOf(parts.values());
    long[] total = new long[all.get(0).remaining()];
    int stretch = 1 << 14;
    Threads.forEach(
        (total.length + stretch - 1) / stretch,
        k -> {
          int from = k * stretch;
          long[] words = new long[Math.min(stretch, total.length - from)];
          for (LongBuffer one : all) {
            one.get(one.position() + from, words);
            for (int i = 0; i < words.length; i++) {
              total[from + i] += words[i];
            }
          }
        });
    return total;
  }
}
