package io.parallax.privacy;

import io.parallax.core.ProtocolViolation;
import io.parallax.privacy.proof.Field64;
import io.parallax.privacy.proof.NormProof;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The notes of a proved sum, after those of a masked one. Each begins with its stage.
 *
 * <table>
 * <caption>Stages</caption>
 * <tr><td>prove</td><td>random bytes of each member, from which all derive the challenge → which
 * of its challenges; bits and proof, masked for each member; a code for each of them</td></tr>
 * <tr><td>check</td><td>all codes, and random bytes for the query → an answer about each other
 * member; a hash of each answer about itself; signed</td></tr>
 * <tr><td>dispute</td><td>the pairs whose two sides differ, and what both said → the secret of
 * such a pair</td></tr>
 * </table>
 */
final class ProofNotes {
  static final int PROVE = MaskNotes.STAGES;
  static final int CHECK = PROVE + 1;
  static final int DISPUTE = PROVE + 2;
  static final int STAGES = PROVE + 3;

  /** A statement is proved twice, so that trying other bits until a proof fits does not pay. */
  static final int PROOFS = 2;

  private ProofNotes() {}

  /**
   * The announcement of a member's proof to the others.
   *
   * @param attempt the number of its challenge
   * @param hash of its masked bits
   * @param codes for each other member, in order
   */
  record Announced(int attempt, byte[] hash, byte[] codes) {
    static final int HEAD = 1 + Secrets.SIZE;

    byte[] bytes() {
      ByteBuffer all = ByteBuffer.allocate(HEAD + codes.length);
      return all.put((byte) attempt).put(hash).put(codes).array();
    }

    static Announced read(byte[] bytes) {
      byte[] hash = Arrays.copyOfRange(bytes, 1, HEAD);
      if (bytes[0] < 0 || bytes[0] >= Statement.TRIES) {
        throw new ProtocolViolation("a proof is about a challenge that does not exist");
      }
      return new Announced(bytes[0], hash, Arrays.copyOfRange(bytes, HEAD, bytes.length));
    }

    byte[] code(int at) {
      return Arrays.copyOfRange(codes, at * Secrets.SIZE, (at + 1) * Secrets.SIZE);
    }
  }

  /** Returns the numbers by which the equations of a member's two proofs are weighted. */
  static long[] weights(byte[] hash) {
    return Keystream.elements(Secrets.derive(hash, new byte[Secrets.SIZE], "weights"), PROOFS);
  }

  /** Returns the points of the queries; none is a root of unity. */
  static long[] points(byte[] context) {
    byte[] key = Secrets.derive(context, new byte[Secrets.SIZE], "points");
    long[] drawn = Keystream.elements(key, 64);
    return Arrays.stream(drawn).filter(NormProof::allows).limit(PROOFS).toArray();
  }

  /** Returns the bits and two proofs of a member that a verifier's mask hides. */
  static byte[] mask(byte[] common, byte[] context, int prover, int verifier) {
    return Secrets.derive(common, context, "proof of " + prover + " to " + verifier);
  }

  static int words(NormProof proof) {
    return proof.bits() + PROOFS * proof.proofWords();
  }

  /** Answers both queries about shares of a member's numbers, bits and proofs. */
  static long[] answer(
      NormProof proof, long[] numbers, long[] share, byte[] hash, long[] points, boolean first) {
    long[] weights = weights(hash);
    long[] bits = Arrays.copyOf(share, proof.bits());
    long[] answer = new long[PROOFS * proof.answerWords()];
    for (int k = 0; k < PROOFS; k++) {
      int from = proof.bits() + k * proof.proofWords();
      long[] own = Arrays.copyOfRange(share, from, from + proof.proofWords());
      long[] one = proof.query(numbers, bits, own, weights[k], points[k], first);
      System.arraycopy(one, 0, answer, k * proof.answerWords(), one.length);
    }
    return answer;
  }

  static boolean holds(NormProof proof, long[] answer) {
    for (int k = 0; k < PROOFS; k++) {
      int from = k * proof.answerWords();
      if (!proof.holds(Arrays.copyOfRange(answer, from, from + proof.answerWords()))) {
        return false;
      }
    }
    return true;
  }

  static byte[] bytes(long[] words) {
    ByteBuffer bytes = ByteBuffer.allocate(8 * words.length);
    bytes.asLongBuffer().put(words);
    return bytes.array();
  }

  static long[] elements(byte[] bytes) {
    long[] words = new long[bytes.length / 8];
    ByteBuffer.wrap(bytes).asLongBuffer().get(words);
    for (int i = 0; i < words.length; i++) {
      words[i] = Field64.has(words[i]) ? words[i] : words[i] - Field64.P;
    }
    return words;
  }

  /**
   * One side's word about the checks of an exchange.
   *
   * @param answers about each other member's proof
   * @param hashes of each other member's answer about its own proof
   */
  record Told(SortedMap<Integer, byte[]> answers, SortedMap<Integer, byte[]> hashes) {
    byte[] bytes() {
      int size = answers.values().stream().mapToInt(one -> one.length).sum();
      ByteBuffer all = ByteBuffer.allocate(size + hashes.size() * Secrets.SIZE);
      answers.values().forEach(all::put);
      hashes.values().forEach(all::put);
      return all.array();
    }

    /**
     * @param sizes of the answers about each other member
     */
    static Told read(byte[] bytes, SortedMap<Integer, Integer> sizes) {
      ByteBuffer from = ByteBuffer.wrap(bytes);
      SortedMap<Integer, byte[]> answers = new TreeMap<>();
      SortedMap<Integer, byte[]> hashes = new TreeMap<>();
      sizes.forEach((number, size) -> answers.put(number, take(from, size)));
      sizes.keySet().forEach(number -> hashes.put(number, take(from, Secrets.SIZE)));
      return new Told(answers, hashes);
    }

    static int size(SortedMap<Integer, Integer> sizes) {
      return sizes.values().stream().mapToInt(size -> size + Secrets.SIZE).sum();
    }

    private static byte[] take(ByteBuffer from, int size) {
      byte[] bytes = new byte[size];
      from.get(bytes);
      return bytes;
    }
  }

  /** Two members that say different things about the proof of the first. */
  record Pair(int prover, int verifier) {}

  /**
   * Returns the note of a dispute.
   *
   * @param told what members have said, with their signatures
   */
  static byte[] dispute(List<Pair> pairs, SortedMap<Integer, byte[]> told) {
    int size = told.values().stream().mapToInt(one -> 5 + one.length).sum();
    ByteBuffer note = ByteBuffer.allocate(3 + 2 * pairs.size() + size);
    note.put((byte) DISPUTE).putShort((short) pairs.size());
    pairs.forEach(pair -> note.put((byte) pair.prover).put((byte) pair.verifier));
    told.forEach((number, one) -> note.put(number.byteValue()).putInt(one.length).put(one));
    return note.array();
  }

  static List<Pair> readPairs(ByteBuffer note) {
    List<Pair> pairs = new ArrayList<>();
    int count = note.getShort();
    for (int i = 0; i < count; i++) {
      pairs.add(new Pair(note.get(), note.get()));
    }
    return pairs;
  }

  static SortedMap<Integer, byte[]> readTold(ByteBuffer note) {
    SortedMap<Integer, byte[]> told = new TreeMap<>();
    while (note.hasRemaining()) {
      int number = note.get();
      int length = note.getInt();
      if (length < 0 || length > note.remaining()) {
        throw new ProtocolViolation("the note of a dispute is incomplete");
      }
      byte[] one = new byte[length];
      note.get(one);
      told.put(number, one);
    }
    return told;
  }
}
