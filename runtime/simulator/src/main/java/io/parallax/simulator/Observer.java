package io.parallax.simulator;

import io.parallax.core.PartyId;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The observer of all that parties send, who knows their words without masks, and holds it against
 * the promises.
 */
public final class Observer {
  private static final int MASK_WORDS = 4; // of each block: a key gives all of them or none
  private static final long PRIME = -4294967295L; // 2^64 - 2^32 + 1
  private final Map<At, byte[]> asked = new HashMap<>();
  private final Map<At, Map<ByteBuffer, TreeMap<Integer, long[]>>> words = new HashMap<>();
  private final Map<At, ByteBuffer> last = new HashMap<>(); // the ask whose words were sealed last
  private final Map<Long, Masked> masks = new HashMap<>();
  private final Map<String, Set<PartyId>> opened = new HashMap<>();
  private final Map<String, TreeMap<Long, Set<PartyId>>> members = new HashMap<>();
  private final Map<PartyId, Set<PartyId>> leftOut = new HashMap<>();
  private boolean misled;
  private boolean lostPower;

  /** An exchange at a party. */
  private record At(String part, PartyId party, long exchange) {
    At(StudyPart part, PartyId party, long exchange) {
      this(part.name(), party, exchange);
    }
  }

  /** A word that was masked. */
  private record Masked(At at, ByteBuffer ask, int index, long word) {}

  /** Notes that somebody lies from now on: parties may be asked what no study asks. */
  void misled() {
    misled = true;
  }

  /** Notes that a party may have lost what it had not synced. */
  void lostPower() {
    lostPower = true;
  }

  /** Sees the words that a party seals, and what they have become. */
  void sealed(
      StudyPart part, PartyId party, long exchange, byte[] ask, int from, long[] own, long[] out) {
    At at = new At(part, party, exchange);
    ByteBuffer about = ByteBuffer.wrap(ask);
    last.put(at, about);
    long[] before =
        words
            .computeIfAbsent(at, a -> new HashMap<>())
            .computeIfAbsent(about, a -> new TreeMap<>())
            .putIfAbsent(from, own);
    boolean known = lostPower && part.goesOn(); // see docs/reliability.md
    if (before != null && !misled && !known && !Arrays.equals(before, own)) {
      throw new Broken("a party answers the same ask with other words: " + at);
    }
    if (part.protection() != Protection.PLAIN) {
      for (int i = 0; i < Math.min(MASK_WORDS, own.length); i++) {
        masked(new Masked(at, about, from + i, own[i]), minus(out[i], own[i]));
      }
    }
  }

  private static long minus(long sealed, long word) {
    long element = word < 0 ? word + PRIME : word;
    return sealed - element + (Long.compareUnsigned(sealed, element) < 0 ? PRIME : 0);
  }

  private void masked(Masked word, long mask) {
    Masked before = masks.putIfAbsent(mask, word);
    if (before != null && !before.equals(word)) {
      throw new Broken("a mask is used for two words: " + before + "; " + word);
    }
  }

  /**
   * Sees an answer to an ask that leaves a party.
   *
   * @param forgets whether the party has lost what it had not synced
   */
  void answered(StudyPart part, PartyId party, long exchange, byte[] ask, boolean forgets) {
    At at = new At(part, party, exchange);
    byte[] before = asked.putIfAbsent(at, ask);
    boolean strict = part.neverAgain(party) || (part.once() && !forgets);
    if (before != null && strict && !Arrays.equals(before, ask)) {
      throw new Broken("a party answers two asks in one exchange: " + at);
    }
  }

  /** Sees a party help to open the sum of these members. */
  void opened(StudyPart part, PartyId party, long exchange, byte[] ask, Set<PartyId> among) {
    String at = part.name() + " " + party;
    requireSame(at + " exchange " + exchange, among);
    requireSame(at + " ask " + HexFormat.of().formatHex(ask), among);
    TreeMap<Long, Set<PartyId>> sets = members.computeIfAbsent(at, a -> new TreeMap<>());
    sets.put(exchange, among);
    Set<PartyId> last = null;
    for (Set<PartyId> set : sets.values()) {
      if (last != null && !last.containsAll(set)) {
        throw new Broken("a member returns to the sums of a training: " + at + " " + sets);
      }
      last = set;
    }
    Set<PartyId> gone = leftOut.computeIfAbsent(party, p -> new TreeSet<>());
    part.parties().stream().filter(id -> !among.contains(id)).forEach(gone::add);
    int most = part.parties().size() - (2 * part.parties().size() / 3 + 1);
    if (gone.size() > most) {
      throw new Broken("more members are left out of sums than may be: " + party + " " + gone);
    }
  }

  private void requireSame(String what, Set<PartyId> among) {
    Set<PartyId> before = opened.putIfAbsent(what, among);
    if (before != null && !before.equals(among)) {
      throw new Broken("a sum is opened for two sets: " + what + " " + before + " " + among);
    }
  }

  /** Sees a sum at the coordinator. */
  void summed(StudyPart part, long exchange, SortedSet<PartyId> among, long[] total) {
    if (misled) {
      return;
    }
    long[] expected = new long[total.length];
    for (PartyId id : among) {
      At at = new At(part, id, exchange);
      words
          .getOrDefault(at, Map.of())
          .getOrDefault(last.get(at), new TreeMap<>())
          .forEach(
              (from, some) -> {
                for (int i = 0; i < some.length; i++) {
                  expected[from + i] += some[i];
                }
              });
    }
    if (!Arrays.equals(expected, total)) {
      throw new Broken(
          "a sum is not the sum of what its parties added: %s exchange %d among %s"
              .formatted(part.name(), exchange, List.copyOf(among)));
    }
  }
}
