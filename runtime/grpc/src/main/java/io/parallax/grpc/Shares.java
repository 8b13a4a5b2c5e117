package io.parallax.grpc;

import io.parallax.core.PartyId;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntSupplier;

/**
 * Memory for messages on their way in. One half of it is in equal shares, one for each party that
 * is there, and nobody can take another's; the other half is for who comes first.
 */
final class Shares {
  private final long memory;
  private final IntSupplier parties;
  private final Map<PartyId, Long> held = new TreeMap<>();

  Shares(long memory, IntSupplier parties) {
    this.memory = memory;
    this.parties = parties;
  }

  /** Takes memory for a message that is announced; false when there is none left for it. */
  synchronized boolean reserve(PartyId party, long bytes) {
    long wanted = held.getOrDefault(party, 0L) + bytes;
    long share = memory / 2 / Math.max(1, parties.getAsInt());
    long common = beyond(share, wanted);
    for (Map.Entry<PartyId, Long> other : held.entrySet()) {
      common += other.getKey().equals(party) ? 0 : beyond(share, other.getValue());
    }
    if (common > memory - memory / 2) {
      return false;
    }
    held.put(party, wanted);
    return true;
  }

  private static long beyond(long share, long bytes) {
    return Math.max(0, bytes - share);
  }

  synchronized void release(PartyId party, long bytes) {
    held.computeIfPresent(party, (id, n) -> n == bytes ? null : n - bytes);
  }
}
