package io.parallax.data;

import java.util.Arrays;
import java.util.List;

/**
 * Maps ids to their positions in a list, with six to twelve bytes per id; a map of strings takes
 * about a hundred. Ids are looked up in the list itself.
 */
public final class IdIndex {
  private static final int LEAST = 1 << 4;
  private final List<String> ids;
  private int[] table; // a position plus one; 0 for a free slot
  private int known;

  /**
   * @param ids quick to get by number; of one that is there twice, the first counts
   */
  public IdIndex(List<String> ids) {
    this.ids = ids;
    this.table = new int[room(ids.size())];
    grow(ids.size());
  }

  private static int room(int ids) {
    return (int) Math.min(1L << 30, Math.max(LEAST, Long.highestOneBit(3L * ids / 2) * 2));
  }

  /** Returns the position of an id, or −1. */
  public int place(String id) {
    return table[slot(id)] - 1;
  }

  /** Adapts to ids added to the list, which now has this many. */
  void grow(int count) {
    if (room(count) > table.length) {
      table = new int[Math.max(room(count), 2 * table.length)];
      known = 0;
    }
    for (; known < count; known++) {
      int slot = slot(ids.get(known));
      table[slot] = table[slot] == 0 ? known + 1 : table[slot];
    }
  }

  /** Returns the slot of an id, or the free slot where it would be inserted. */
  private int slot(String id) {
    int hash = id.hashCode() * 0x9E3779B9;
    int slot = (hash ^ hash >>> 15) & table.length - 1;
    while (table[slot] != 0 && !ids.get(table[slot] - 1).equals(id)) {
      slot = slot + 1 & table.length - 1;
    }
    return slot;
  }

  /** Returns the positions of these ids, −1 for an unknown one. */
  static int[] places(List<String> ids, List<String> wanted) {
    IdIndex index = new IdIndex(ids);
    int[] places = new int[wanted.size()];
    Arrays.setAll(places, i -> index.place(wanted.get(i)));
    return places;
  }
}
