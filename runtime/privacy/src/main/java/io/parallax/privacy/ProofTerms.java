package io.parallax.privacy;

import io.parallax.engine.LimitedRows;
import io.parallax.privacy.ProofNotes.Announced;
import io.parallax.privacy.ProofNotes.Pair;
import io.parallax.privacy.proof.Field64;
import io.parallax.privacy.proof.NormProof;
import io.parallax.privacy.proof.Projections;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The terms of one sum's proofs: what they are about, and how anybody who has what members sent
 * computes what they should have said.
 */
final class ProofTerms {
  private final byte[] sealing;
  private final byte[] proving; // the context of the masks on proofs
  private final Statement statement;
  private final SortedMap<Integer, NormProof> systems = new TreeMap<>();
  private SortedMap<Integer, Announced> announced = new TreeMap<>();
  private byte[] totalling; // the context of the query about all in sum
  private NormProof.Query ofTotal;
  private byte[] querying; // the context of the query about each
  private NormProof.Query query;

  /**
   * @param sealing the context of the masks on words
   * @param challenge the note from which all draw it
   * @param limits of each member
   * @param count the number of words of each
   */
  ProofTerms(
      SumGroup group,
      byte[] sealing,
      byte[] challenge,
      SortedMap<Integer, List<LimitedRows>> limits,
      int count) {
    byte[] heard = MaskedAttempt.hash(sealing, MaskNotes.numbers(limits.keySet()));
    this.sealing = sealing;
    this.proving = proving(group, heard, challenge, limits, count);
    this.statement = new Statement(limits, count, proving);
    limits.keySet().forEach(member -> systems.put(member, statement.proof(member)));
  }

  /** Returns the context of a proof: a hash of the study's part, its members and all they heard. */
  static byte[] proving(
      SumGroup group,
      byte[] heard,
      byte[] challenge,
      SortedMap<Integer, List<LimitedRows>> limits,
      int count) {
    return MaskedAttempt.hash(heard, challenge, Statement.digest(limits, count), group.digest(0));
  }

  /** Reads the note that asks about all proofs in sum. */
  void askTotal(byte[] note) {
    totalling = MaskedAttempt.hash(proving, note);
    ofTotal = ProofNotes.query(systems.get(systems.firstKey()), totalling, totalling);
    announced = announced(note, systems.size() - 1);
  }

  /** Reads the note that asks about each proof. */
  void ask(byte[] note) {
    querying = MaskedAttempt.hash(totalling, note);
    query = ProofNotes.query(systems.get(systems.firstKey()), totalling, querying);
  }

  /** Returns what members have announced, as the note of a query has it. */
  static SortedMap<Integer, Announced> announced(byte[] query, int others) {
    int each = Announced.HEAD + others * Secrets.SIZE;
    SortedMap<Integer, Announced> all = new TreeMap<>();
    ProofNotes.announcements(query, each)
        .forEach((member, one) -> all.put(member, Announced.read(one)));
    return all;
  }

  byte[] proving() {
    return proving;
  }

  byte[] querying() {
    return querying;
  }

  SortedMap<Integer, NormProof> systems() {
    return systems;
  }

  NormProof system(int member) {
    return systems.get(member);
  }

  boolean whole() {
    return statement.whole();
  }

  /** Returns the hashes that a member announces of what it has sent. */
  Announced announcement(int member, int attempt, byte[] sent, byte[] codes) {
    byte[] hidden = Arrays.copyOf(sent, 8 * systems.get(member).digits());
    byte[] hash = Prover.announcement(proving, member, attempt, hidden);
    return new Announced(attempt, hash, MaskedAttempt.hash(sent), codes);
  }

  /** Returns what a member signs about its proof. */
  byte[] signedProof(int member, Announced one, byte[] pledged) {
    return Prover.told(proving, ProofNotes.PROVE, member, Prover.join(one.head(), pledged));
  }

  /** Returns what a member signs about what it told later. */
  byte[] signed(int stage, int member, byte[] hashes) {
    return Prover.told(querying, stage, member, hashes);
  }

  /** Returns what a member signs about the secrets that it opens. */
  byte[] signedSecrets(byte[] dispute, int member, byte[] opened) {
    byte[] context = MaskedAttempt.hash(querying, dispute);
    return Prover.told(context, ProofNotes.DISPUTE, member, opened);
  }

  /**
   * Returns the coordinator's answers about members, from its shares of what they sent.
   *
   * @param sent the digits and proofs
   */
  SortedMap<Integer, long[]> own(
      SortedMap<Integer, Projections.Words> words, SortedMap<Integer, long[]> sent) {
    SortedMap<Integer, long[]> own = new TreeMap<>();
    SortedSet<Integer> attempts = new TreeSet<>();
    words.keySet().forEach(member -> attempts.add(announced.get(member).attempt()));
    for (int attempt : attempts) {
      List<Integer> some = new ArrayList<>(words.keySet());
      some.removeIf(member -> announced.get(member).attempt() != attempt);
      long[] weighted =
          statement.weighted(attempt, query.weights(), some.stream().map(words::get).toList());
      for (int i = 0; i < weighted.length; i++) {
        int member = some.get(i);
        own.put(member, answer(member, weighted[i], sent.get(member), true));
      }
    }
    return own;
  }

  /**
   * Returns true if all proofs hold, as the answers of all about each say, which have the numbers
   * of those that answer in them.
   *
   * @param sum the words of all members
   * @param sent the digits and proofs, as the coordinator has them
   * @param told by all, about each other
   */
  boolean holds(
      Projections.Words sum,
      SortedMap<Integer, long[]> sent,
      SortedMap<Integer, SortedMap<Integer, byte[]>> told) {
    if (!Announced.comparable(announced.values())) {
      return false;
    }
    int attempt = announced.get(announced.firstKey()).attempt();
    long numbers = statement.weighted(attempt, ofTotal.weights(), List.of(sum))[0];
    for (int member : systems.keySet()) {
      byte[] hash = announced.get(member).hash();
      NormProof system = systems.get(member);
      long[] own = ProofNotes.answer(system, numbers, sent.get(member), hash, ofTotal, true);
      List<byte[]> others = new ArrayList<>();
      told.forEach((other, about) -> others.add(about.getOrDefault(member, new byte[0])));
      others.removeIf(answer -> answer.length == 0);
      if (!holds(member, own, others)) {
        return false;
      }
    }
    return true;
  }

  private long[] answer(int prover, long weighted, long[] share, boolean first) {
    byte[] hash = announced.get(prover).hash();
    return ProofNotes.answer(systems.get(prover), weighted, share, hash, query, first);
  }

  /** Returns the answer about a prover that follows from the secret of a pair. */
  byte[] right(Pair pair, byte[] common) {
    int prover = pair.prover();
    int verifier = pair.verifier();
    byte[] key = MaskedAttempt.pairKey(common, sealing, prover, verifier);
    int attempt = announced.get(prover).attempt();
    long weighted =
        statement.weighted(attempt, query.weights(), List.of(new Keystream().words(key)))[0];
    byte[] mask = ProofNotes.mask(common, proving, prover, verifier);
    long[] share = Keystream.elements(mask, ProofNotes.words(systems.get(prover)));
    return ProofNotes.bytes(answer(prover, Masks.signed(weighted, prover, verifier), share, false));
  }

  /**
   * Returns true if the answers about a member add up as those of a right proof do.
   *
   * @param own the coordinator's answer
   * @param others the answers of all other members
   */
  boolean holds(int member, long[] own, Collection<byte[]> others) {
    long[] sum = own.clone();
    for (byte[] other : others) {
      long[] answer = ProofNotes.elements(other);
      Arrays.setAll(sum, i -> Field64.add(sum[i], answer[i]));
    }
    return systems.get(member).holds(sum, ProofNotes.scales(announced.get(member).hash()));
  }
}
