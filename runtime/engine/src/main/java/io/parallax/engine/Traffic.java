package io.parallax.engine;

import io.parallax.core.PartyId;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/** The traffic of a link: bytes and messages, by party and by kind of message. */
public final class Traffic {
  /** Bytes that one party received and sent. */
  public record Bytes(long down, long up) {
    Bytes plus(long moreDown, long moreUp) {
      return new Bytes(down + moreDown, up + moreUp);
    }
  }

  /** The number of answers of a kind that left the parties, and their bytes. */
  public record Kind(int exchanges, long bytes, boolean onlyInSum) {
    private Kind plus(Kind more) {
      return new Kind(exchanges + more.exchanges, bytes + more.bytes, more.onlyInSum);
    }
  }

  /**
   * The sums in which parties have proved that what they added is limited.
   *
   * @param proved how many
   * @param sums how many sums there were in all
   * @param without the kinds of answers about which nothing, or not everything, can be proved
   */
  public record Proofs(int proved, int sums, SortedSet<String> without) {}

  private int proved;
  private int sums;
  private final SortedSet<String> without = new TreeSet<>();
  private final SortedMap<PartyId, Bytes> parties = new TreeMap<>();
  private final SortedMap<String, Kind> kinds = new TreeMap<>();

  void count(PartyId party, long down, long up) {
    parties.merge(party, new Bytes(down, up), (old, more) -> old.plus(more.down(), more.up()));
  }

  void count(String kind, long up, boolean onlyInSum) {
    kinds.merge(kind, new Kind(1, up, onlyInSum), Kind::plus);
  }

  void countSum(String kind, boolean isProved) {
    sums++;
    proved += isProved ? 1 : 0;
    if (!isProved) {
      without.add(kind);
    }
  }

  /** Returns the traffic of both links. */
  public Traffic plus(Traffic more) {
    Traffic both = new Traffic();
    for (Traffic one : List.of(this, more)) {
      one.parties.forEach((id, bytes) -> both.count(id, bytes.down(), bytes.up()));
      one.kinds.forEach((name, kind) -> both.kinds.merge(name, kind, Kind::plus));
      both.proved += one.proved;
      both.sums += one.sums;
      both.without.addAll(one.without);
    }
    return both;
  }

  public Proofs proofs() {
    return new Proofs(proved, sums, Collections.unmodifiableSortedSet(without));
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
