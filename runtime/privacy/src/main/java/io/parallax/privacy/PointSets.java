package io.parallax.privacy;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Finds the blinded ids that occur in every set, by their first 16 bytes. */
final class PointSets {
  private final SortedMap<PartyId, long[]> sets; // two words for each id
  private final long[] smallest;
  private final int[] table; // positions in the smallest set, from 1; 0 for a free slot
  private final int[] met; // the number of sets so far that contain each id of the smallest set

  private PointSets(SortedMap<PartyId, long[]> sets) {
    this.sets = sets;
    this.smallest =
        sets.values().stream().min((a, b) -> Integer.compare(a.length, b.length)).orElseThrow();
    this.table = new int[Math.max(4, Integer.highestOneBit(smallest.length) << 1)];
    this.met = new int[smallest.length / 2];
  }

  /** Returns, for each party, the positions of the ids that all parties have. */
  static SortedMap<PartyId, BitSet> common(SortedMap<PartyId, long[]> sets) {
    sets.forEach(PointSets::requireDistinct);
    return new PointSets(sets).common();
  }

  /**
   * Returns, for each party, the position of each of its ids among those of one of them; −1 if that
   * one does not have it.
   */
  static SortedMap<PartyId, int[]> places(SortedMap<PartyId, long[]> sets, PartyId among) {
    sets.forEach(PointSets::requireDistinct);
    SortedMap<PartyId, int[]> places = new TreeMap<>();
    PointSets one = new PointSets(new TreeMap<>(Map.of(among, sets.get(among))));
    one.common();
    sets.forEach((party, set) -> places.put(party, one.places(set)));
    return places;
  }

  /** Returns the number of different ids of all parties together. */
  static OptionalInt different(SortedMap<PartyId, long[]> sets) {
    long[] first =
        sets.values().stream()
            .flatMapToLong(set -> IntStream.range(0, set.length / 2).mapToLong(i -> set[2 * i]))
            .toArray();
    Arrays.parallelSort(first);
    return OptionalInt.of(
        (int)
            IntStream.range(0, first.length)
                .filter(i -> i == 0 || first[i] != first[i - 1])
                .count());
  }

  private int[] places(long[] set) {
    int[] places = new int[set.length / 2];
    Arrays.setAll(places, i -> table[slot(set[2 * i], set[2 * i + 1])] - 1);
    return places;
  }

  private static void requireDistinct(PartyId party, long[] points) {
    long[] first = new long[points.length / 2];
    Arrays.setAll(first, i -> points[2 * i]);
    Arrays.parallelSort(first);
    for (int i = 1; i < first.length; i++) {
      if (first[i] == first[i - 1]) {
        throw new BadInput(
            "party " + party + " sent the same blinded id twice; every id must occur once");
      }
    }
  }

  private SortedMap<PartyId, BitSet> common() {
    for (int i = 0; i < met.length; i++) {
      table[slot(smallest[2 * i], smallest[2 * i + 1])] = i + 1;
    }
    int seen = 0;
    for (long[] set : sets.values()) {
      for (int i = 0; i < set.length / 2; i++) {
        int at = table[slot(set[2 * i], set[2 * i + 1])] - 1;
        if (at >= 0 && met[at] == seen) {
          met[at]++;
        }
      }
      seen++;
    }
    SortedMap<PartyId, BitSet> common = new TreeMap<>();
    sets.forEach((party, set) -> common.put(party, rows(set)));
    return common;
  }

  private BitSet rows(long[] set) {
    BitSet rows = new BitSet();
    for (int i = 0; i < set.length / 2; i++) {
      int at = table[slot(set[2 * i], set[2 * i + 1])] - 1;
      if (at >= 0 && met[at] == sets.size()) {
        rows.set(i);
      }
    }
    return rows;
  }

  /**
   * Returns the slot of these words in the table, or the free slot where they would be inserted.
   */
  private int slot(long high, long low) {
    int at = (int) low & table.length - 1; // the words of a point are as good as random
    while (table[at] != 0
        && (smallest[2 * table[at] - 2] != high || smallest[2 * table[at] - 1] != low)) {
      at = at + 1 & table.length - 1;
    }
    return at;
  }
}
