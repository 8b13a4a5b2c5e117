package io.parallax.grpc;

import io.parallax.core.PartyId;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntSupplier;

/**
 * Memory for incoming messages. One half is divided into equal shares, one per connected party,
 * which no other party can use; the other half is first come, first served.
 */
final class MessageMemory {
  private final long memory;
  private final IntSupplier parties;
  private final Map<PartyId, Long> held = new TreeMap<>();

  MessageMemory(long memory, IntSupplier parties) {
    this.memory = memory;
    this.parties = parties;
  }

  /** Reserves memory for an announced message; returns false if not enough is left. */
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

  /** Returns the bytes that are reserved for a party. */
  synchronized long held(PartyId party) {
    return held.getOrDefault(party, 0L);
  }

  synchronized void release(PartyId party, long bytes) {
    held.computeIfPresent(party, (id, n) -> n == bytes ? null : n - bytes);
  }
}
