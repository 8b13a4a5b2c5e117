package io.parallax.privacy;

import io.parallax.core.PartyId;
import io.parallax.engine.LimitedRows;
import io.parallax.math.Threads;
import io.parallax.privacy.proof.Field64;
import java.nio.LongBuffer;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The masked words of one sum as they arrive at the coordinator. They are added up at once; only
 * where members have to prove something about them are they kept until then.
 */
final class SealedWords {
  private static final int STRETCH = 16 * Keystream.BLOCK;
  private final SumGroup group;
  private final SortedMap<Integer, long[]> kept = new TreeMap<>(); // by member
  private Function<PartyId, List<LimitedRows>> limits;
  private int count;
  private boolean keeps;

  SealedWords(SumGroup group) {
    this.group = group;
  }

  void expect(int words, Function<PartyId, List<LimitedRows>> rows) {
    count = words;
    limits = rows;
    kept.clear();
    keeps = group.proved() && !Statement.nothing(group, words, rows);
  }

  int count() {
    return count;
  }

  SortedMap<Integer, List<LimitedRows>> limits(Iterable<Integer> members) {
    return Statement.limits(group, members, limits);
  }

  /** Adds up words of all members, as elements. */
  void add(SortedMap<PartyId, LongBuffer> words, long[] total, int from) {
    if (keeps) {
      words.forEach((id, some) -> keep(group.numberOf(id), some, from));
    }
    List<LongBuffer> all = List.copyOf(words.values());
    int some = all.get(0).remaining();
    Threads.forEach(
        (some + STRETCH - 1) / STRETCH,
        k -> {
          int first = k * STRETCH;
          long[] stretch = new long[Math.min(STRETCH, some - first)];
          for (LongBuffer one : all) {
            one.get(one.position() + first, stretch);
            for (int i = 0; i < stretch.length; i++) {
              int at = from + first + i;
              total[at] = Field64.add(total[at], element(stretch[i]));
            }
          }
        });
  }

  private void keep(int member, LongBuffer words, int from) {
    long[] all = kept.computeIfAbsent(member, m -> new long[count]);
    int end = from + words.remaining();
    words.get(words.position(), all, from, end - from);
    for (int i = from; i < end; i++) {
      all[i] = element(all[i]);
    }
  }

  /** Returns the element for which a word stands; honest parties send elements. */
  private static long element(long word) {
    return Field64.has(word) ? word : word - Field64.P;
  }

  /** Returns true if members have something to prove about these words. */
  boolean proves() {
    return keeps;
  }

  /** Returns a member's words, if they were kept. */
  long[] of(int member) {
    return kept.get(member);
  }

  void forget() {
    kept.clear();
  }
}
