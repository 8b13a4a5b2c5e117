package io.parallax.engine;

import io.parallax.core.PartyId;
import java.util.SortedMap;

/** How the words of many parties become their sum modulo 2^64: in plain sight, or masked. */
public interface SumProtocol {
  PartySide partySide(PartyId me);

  CoordinatorSide coordinatorSide();

  /** What a party does to its words before they leave it. */
  interface PartySide {
    long[] seal(long sequence, long[] words);
  }

  /** How the coordinator gets the sum out of sealed words, all of the same length. */
  interface CoordinatorSide {
    long[] open(long sequence, SortedMap<PartyId, long[]> words);
  }

  /** Words as they are: the coordinator could read each party's. */
  static SumProtocol plain() {
    return new SumProtocol() {
      @Override
      public PartySide partySide(PartyId me) {
        return (sequence, words) -> words;
      }

      @Override
      public CoordinatorSide coordinatorSide() {
        return (sequence, words) -> add(words);
      }
    };
  }

  /** The sum of equally long word arrays, modulo 2^64. */
  static long[] add(SortedMap<PartyId, long[]> parts) {
    long[] total = null;
    for (long[] words : parts.values()) {
      if (total == null) {
        total = words.clone();
        continue;
      }
      for (int i = 0; i < total.length; i++) {
        total[i] += words[i];
      }
    }
    return total;
  }
}
