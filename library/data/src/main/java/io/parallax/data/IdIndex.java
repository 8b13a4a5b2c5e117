package io.parallax.data;

import java.util.Arrays;
import java.util.List;

/**
 * Where each of many ids stands: six to twelve bytes an id, where a map of strings takes about a
 * hundred. It looks an id up in the list itself.
 */
public final class IdIndex {
  private static final int LEAST = 1 << 4;
  private final List<String> ids;
  private int[] table; // a place plus one; 0: none
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

  /** The place of an id, or −1. */
  public int place(String id) {
    return table[slot(id)] - 1;
  }

  /** Ids were added to the list: there are so many now. */
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

  /** Where it is, or would be. */
  private int slot(String id) {
    int hash = id.hashCode() * 0x9E3779B9;
    int slot = (hash ^ hash >>> 15) & table.length - 1;
    while (table[slot] != 0 && !ids.get(table[slot] - 1).equals(id)) {
      slot = slot + 1 & table.length - 1;
    }
    return slot;
  }

  /** The places of these, −1 for one that is not there. */
  static int[] places(List<String> ids, List<String> wanted) {
    IdIndex index = new IdIndex(ids);
    int[] places = new int[wanted.size()];
    Arrays.setAll(places, i -> index.place(wanted.get(i)));
    return places;
  }
}
