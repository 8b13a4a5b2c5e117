package io.parallax.engine;

import io.parallax.core.PartyId;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/** The traffic of a link: bytes and messages, by party and by kind of message. */
public final class Traffic {
  /** Bytes that one party received and sent. */
  public record Bytes(long down, long up) {
    Bytes plus(long moreDown, long moreUp) {
      return new Bytes(down + moreDown, up + moreUp);
    }
  }

  /** The number of answers of a kind that left the parties, and their bytes. */
  public record Kind(int exchanges, long bytes, boolean onlyInSum) {}

  private final SortedMap<PartyId, Bytes> parties = new TreeMap<>();
  private final SortedMap<String, Kind> kinds = new TreeMap<>();

  void count(PartyId party, long down, long up) {
    parties.merge(party, new Bytes(down, up), (old, more) -> old.plus(more.down(), more.up()));
  }

  void count(String kind, long up, boolean onlyInSum) {
    kinds.merge(
        kind,
        new Kind(1, up, onlyInSum),
        (a, b) -> new Kind(a.exchanges() + 1, a.bytes() + b.bytes(), onlyInSum));
  }

  public SortedMap<PartyId, Bytes> parties() {
    return Collections.unmodifiableSortedMap(parties);
  }

  /** Returns the answers that left the parties, by their type. */
  public SortedMap<String, Kind> kinds() {
    return Collections.unmodifiableSortedMap(kinds);
  }

  public long bytesUp() {
    return parties.values().stream().mapToLong(Bytes::up).sum();
  }

  public long bytesDown() {
    return parties.values().stream().mapToLong(Bytes::down).sum();
  }
}
