package io.parallax.privacy;

import io.parallax.privacy.ProofNotes.Announced;
import io.parallax.privacy.proof.Field64;
import io.parallax.privacy.proof.Projections;
import java.util.ArrayList;
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

  /** Returns this member's shares of the others' weighted numbers. */
  SortedMap<Integer, Long> ofOthers(SortedMap<Integer, Announced> announced, long[] weights) {
    SortedMap<Integer, Long> all = new TreeMap<>();
    SortedSet<Integer> attempts = new TreeSet<>();
    peers.keySet().forEach(other -> attempts.add(announced.get(other).attempt()));
    for (int attempt : attempts) {
      List<Integer> some = new ArrayList<>(peers.keySet());
      some.removeIf(other -> announced.get(other).attempt() != attempt);
      weighted(attempt, weights, some)
          .forEach((other, found) -> all.put(other, signed(found, other, me)));
    }
    return all;
  }

  /** Returns the others' shares of this member's weighted numbers. */
  SortedMap<Integer, Long> ofMine(int attempt, long[] weights) {
    SortedMap<Integer, Long> all = weighted(attempt, weights, List.copyOf(peers.keySet()));
    all.replaceAll((other, found) -> signed(found, me, other));
    return all;
  }

  private SortedMap<Integer, Long> weighted(int attempt, long[] weights, List<Integer> others) {
    Keystream stream = new Keystream();
    List<Projections.Words> words =
        others.stream().map(other -> stream.words(peers.get(other).mask())).toList();
    long[] found = statement.weighted(attempt, weights, words);
    SortedMap<Integer, Long> all = new TreeMap<>();
    for (int i = 0; i < found.length; i++) {
      all.put(others.get(i), found[i]);
    }
    return all;
  }

  /** Returns a verifier's share: what the prover's mask has added is taken away. */
  static long signed(long weighted, int prover, int verifier) {
    boolean subtracted = verifier < prover; // from the prover's words, see MaskedAttempt
    return subtracted ? weighted : Field64.negative(weighted);
  }
}
