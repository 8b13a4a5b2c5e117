package io.parallax.privacy;

import io.parallax.privacy.ProofNotes.Announced;
import io.parallax.privacy.proof.Field64;
import io.parallax.privacy.proof.Projections;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The masks on words that a member has in common with others, as its shares of their words and as
 * their shares of its own.
 */
final class Masks {
  private final Statement statement;
  private final int me;
  private final SortedMap<Integer, Prover.Peer> peers;

  Masks(Statement statement, int me, SortedMap<Integer, Prover.Peer> peers) {
    this.statement = statement;
    this.me = me;
    this.peers = peers;
  }

  /**
   * The numbers of the statement that follow from the mask with one other member.
   *
   * @param ofOther the share of the other's numbers that this member has
   * @param ofMine the share of this member's numbers that the other has
   */
  record Numbers(long[] ofOther, long[] ofMine) {}

  /** Returns the numbers by the other member. */
  SortedMap<Integer, Numbers> numbers(SortedMap<Integer, Announced> announced) {
    SortedMap<Integer, long[]> ofOther = new TreeMap<>();
    SortedMap<Integer, long[]> ofMine = new TreeMap<>();
    int mine = announced.get(me).attempt();
    SortedSet<Integer> attempts = new TreeSet<>();
    announced.values().forEach(one -> attempts.add(one.attempt()));
    for (int attempt : attempts) {
      List<Integer> needed = new ArrayList<>(peers.keySet());
      needed.removeIf(other -> attempt != mine && announced.get(other).attempt() != attempt);
      long[][] found = statement.numbers(attempt, needed.stream().map(this::words).toList());
      for (int i = 0; i < found.length; i++) {
        int other = needed.get(i);
        if (announced.get(other).attempt() == attempt) {
          ofOther.put(other, signed(found[i], other, me));
        }
        if (attempt == mine) {
          ofMine.put(other, signed(found[i], me, other));
        }
      }
    }
    SortedMap<Integer, Numbers> all = new TreeMap<>();
    peers
        .keySet()
        .forEach(other -> all.put(other, new Numbers(ofOther.get(other), ofMine.get(other))));
    return all;
  }

  private Projections.Words words(int other) {
    return words(peers.get(other).mask());
  }

  /** Returns the words of a mask. */
  static Projections.Words words(byte[] key) {
    Keystream stream = new Keystream();
    return (from, to, count) -> {
      Arrays.fill(to, 0, count, 0);
      stream.apply(key, false, from, java.nio.LongBuffer.wrap(to, 0, count).slice());
    };
  }

  /** Returns a verifier's share: what the prover's mask has added is taken away. */
  static long[] signed(long[] numbers, int prover, int verifier) {
    boolean subtracted = verifier < prover; // from the prover's words, see MaskedAttempt
    return subtracted ? numbers.clone() : Arrays.stream(numbers).map(Field64::negative).toArray();
  }
}
