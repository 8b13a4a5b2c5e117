package io.parallax.privacy;

import io.parallax.core.ProtocolViolation;
import io.parallax.privacy.proof.Field64;
import io.parallax.privacy.proof.NormProof;
import io.parallax.privacy.proof.Projections;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The notes of a proved sum, after those of a masked one. Each begins with its stage.
 *
 * <table>
 * <caption>Stages</caption>
 * <tr><td>prove</td><td>random bytes of each member, from which all derive the challenge → which
 * of its challenges; bits and proof, masked for each member; a code for each of them; all
 * signed</td></tr>
 * <tr><td>check</td><td>all codes, and random bytes for the query → an answer about each other
 * member, signed</td></tr>
 * <tr><td>account</td><td>the members whose proof does not hold → of each of them a hash of each
 * answer about it, signed</td></tr>
 * <tr><td>dispute</td><td>the pairs of one member whose two sides differ, and what both signed →
 * the secret of such a pair, signed</td></tr>
 * <tr><td>found</td><td>who has lied, and a hash of the evidence → yes</td></tr>
 * </table>
 */
final class ProofNotes {
  static final int PROVE = MaskNotes.STAGES;
  static final int CHECK = PROVE + 1;
  static final int ACCOUNT = PROVE + 2;
  static final int DISPUTE = PROVE + 3;
  static final int FOUND = PROVE + 4;
  static final int STAGES = PROVE + 5;

  /** A statement is proved twice, so that trying other bits until a proof fits does not pay. */
  static final int PROOFS = 2;

  private static final int STRETCH = 16 * Keystream.BLOCK;

  private ProofNotes() {}

  /**
   * The announcement of a member's proof to the others.
   *
   * @param attempt the number of its challenge
   * @param hash of its masked bits
   * @param whole the hash of its masked bits and proofs, and of its words as pairs mask them
   * @param codes for each other member, in order
   */
  record Announced(int attempt, byte[] hash, byte[] whole, byte[] codes) {
    static final int HEAD = 1 + 2 * Secrets.SIZE;

    /** Returns all but the codes. */
    byte[] head() {
      return ByteBuffer.allocate(HEAD).put((byte) attempt).put(hash).put(whole).array();
    }

    byte[] bytes() {
      return Prover.join(head(), codes);
    }

    static Announced read(byte[] bytes) {
      byte[] hash = Arrays.copyOfRange(bytes, 1, 1 + Secrets.SIZE);
      byte[] whole = Arrays.copyOfRange(bytes, 1 + Secrets.SIZE, HEAD);
      if (bytes[0] < 0 || bytes[0] >= Statement.TRIES) {
        throw new ProtocolViolation("a proof is about a challenge that does not exist");
      }
      byte[] codes = Arrays.copyOfRange(bytes, HEAD, bytes.length);
      return new Announced(bytes[0], hash, whole, codes);
    }

    byte[] code(int at) {
      return Arrays.copyOfRange(codes, at * Secrets.SIZE, (at + 1) * Secrets.SIZE);
    }
  }

  /**
   * Reads what members have announced, behind the random bytes of a query.
   *
   * @param each the bytes of one announcement
   */
  static SortedMap<Integer, byte[]> announcements(byte[] query, int each) {
    if (query.length <= Secrets.SIZE) {
      throw new ProtocolViolation("the query about the proofs of a sum is incomplete");
    }
    byte[] members = Arrays.copyOfRange(query, Secrets.SIZE, query.length); // with one byte before
    return MaskNotes.readCollected(members, each);
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

  /** Returns the number s by whose powers the numbers of all members are weighted. */
  static long scale(byte[] context) {
    return Keystream.elements(Secrets.derive(context, new byte[Secrets.SIZE], "scale"), 1)[0];
  }

  /** Returns the number of words of an answer to the query about a member. */
  static int answerWords(NormProof proof) {
    return 1 + PROOFS * proof.answerWords();
  }

  static int words(NormProof proof) {
    return proof.bits() + PROOFS * proof.proofWords();
  }

  /**
   * Answers the query about shares of a member's numbers, bits and proofs.
   *
   * @param weighted the share of the sum of its numbers, each times its power of s
   * @param share of its bits and proofs
   * @param hash that the member has announced
   * @param context from which points and s are drawn
   */
  static long[] answer(
      NormProof proof, long weighted, long[] share, byte[] hash, byte[] context, boolean first) {
    long[] weights = weights(hash);
    long[] points = points(context);
    long[] bits = Arrays.copyOf(share, proof.bits());
    long[] answer = new long[answerWords(proof)];
    answer[0] = proof.gap(weighted, bits, scale(context), first);
    for (int k = 0; k < PROOFS; k++) {
      int from = proof.bits() + k * proof.proofWords();
      long[] own = Arrays.copyOfRange(share, from, from + proof.proofWords());
      long[] one = proof.query(bits, own, weights[k], points[k], first);
      System.arraycopy(one, 0, answer, 1 + k * proof.answerWords(), one.length);
    }
    return answer;
  }

  static boolean holds(NormProof proof, long[] answer) {
    if (answer[0] != 0) {
      return false;
    }
    for (int k = 0; k < PROOFS; k++) {
      int from = 1 + k * proof.answerWords();
      if (!proof.holds(Arrays.copyOfRange(answer, from, from + proof.answerWords()))) {
        return false;
      }
    }
    return true;
  }

  /** Returns the hash of words as pairs of members mask them. */
  static byte[] digest(Projections.Words words, int count) {
    MessageDigest sha = Secrets.sha256();
    long[] some = new long[Math.min(count, STRETCH)];
    for (int from = 0; from < count; from += some.length) {
      int length = Math.min(some.length, count - from);
      words.read(from, some, length);
      sha.update(bytes(length == some.length ? some : Arrays.copyOf(some, length)));
    }
    return sha.digest();
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
   * The signed statement of a member: one piece about, or to, each other member.
   *
   * @param parts by the other member
   * @param bytes of all parts
   */
  record Told(SortedMap<Integer, byte[]> parts, byte[] bytes, byte[] signature) {

    static byte[] bytes(SortedMap<Integer, byte[]> parts) {
      return parts.values().stream().reduce(new byte[0], Prover::join);
    }

    /**
     * Reads parts and the signature after them.
     *
     * @param sizes of the parts
     * @return empty if it is too short
     */
    static Optional<Told> read(byte[] reply, SortedMap<Integer, Integer> sizes) {
      int size = sizes.values().stream().mapToInt(Integer::intValue).sum();
      if (reply == null || reply.length <= size) {
        return Optional.empty();
      }
      ByteBuffer from = ByteBuffer.wrap(reply);
      SortedMap<Integer, byte[]> parts = new TreeMap<>();
      sizes.forEach(
          (number, length) -> {
            byte[] part = new byte[length];
            from.get(part);
            parts.put(number, part);
          });
      byte[] bytes = Arrays.copyOf(reply, size);
      return Optional.of(new Told(parts, bytes, Arrays.copyOfRange(reply, size, reply.length)));
    }

    byte[] part(int other) {
      return parts.get(other);
    }

    /** Returns the hashes of all parts, in order. */
    static byte[] hashes(SortedMap<Integer, byte[]> parts) {
      SortedMap<Integer, byte[]> hashes = new TreeMap<>(parts);
      hashes.replaceAll((other, part) -> MaskedAttempt.hash(part));
      return bytes(hashes);
    }

    /** Returns what was signed about answers, with the signature, as {@link #read} reads it. */
    byte[] signedAnswers() {
      return Prover.join(hashes(parts), signature);
    }

    /** Returns what was signed about hashes of answers, with the signature. */
    byte[] signedHashes() {
      return Prover.join(bytes, signature);
    }
  }

  /** Two members that say different things about the proof of the first. */
  record Pair(int prover, int verifier) {
    boolean has(int member) {
      return member == prover || member == verifier;
    }
  }

  /**
   * Returns the note that says who has lied.
   *
   * @param evidence its hash
   */
  static byte[] found(Iterable<Integer> liars, byte[] evidence) {
    byte[] numbers = MaskNotes.numbers(liars);
    ByteBuffer note = ByteBuffer.allocate(numbers.length + evidence.length);
    return note.put((byte) FOUND).put(evidence).put(numbers, 1, numbers.length - 1).array();
  }

  /** Reads who has lied, as the coordinator says it. */
  static List<Integer> liars(byte[] found) {
    if (found.length <= 1 + Secrets.SIZE) {
      throw new ProtocolViolation("the note about a refused proof is incomplete");
    }
    return MaskNotes.readNumbers(Arrays.copyOfRange(found, Secrets.SIZE, found.length));
  }

  /** Reads the hash of the evidence. */
  static byte[] evidence(byte[] found) {
    return Arrays.copyOfRange(found, 1, 1 + Secrets.SIZE);
  }

  static byte[] account(Iterable<Integer> members) {
    byte[] note = MaskNotes.numbers(members);
    note[0] = ACCOUNT;
    return note;
  }

  /**
   * Returns the note of a dispute.
   *
   * @param sides what the verifier has answered, and the prover accounted for, of each pair
   */
  static byte[] dispute(List<Pair> pairs, List<byte[]> sides) {
    int size = sides.stream().mapToInt(one -> 4 + one.length).sum();
    ByteBuffer note = ByteBuffer.allocate(3 + 2 * pairs.size() + size);
    note.put((byte) DISPUTE).putShort((short) pairs.size());
    pairs.forEach(pair -> note.put((byte) pair.prover).put((byte) pair.verifier));
    sides.forEach(one -> note.putInt(one.length).put(one));
    return note.array();
  }

  /**
   * Reads the note of a dispute.
   *
   * @param sides receives what the verifier said, then what the prover said, of each pair
   */
  static List<Pair> readDispute(byte[] bytes, List<byte[]> sides) {
    List<Pair> pairs = new ArrayList<>();
    try {
      ByteBuffer note = ByteBuffer.wrap(bytes).position(1);
      for (int left = note.getShort(); left > 0; left--) {
        pairs.add(new Pair(note.get(), note.get()));
      }
      for (int i = 0; i < 2 * pairs.size(); i++) {
        byte[] side = new byte[Math.max(0, Math.min(note.getInt(), note.remaining()))];
        note.get(side);
        sides.add(side);
      }
    } catch (BufferUnderflowException e) {
      throw new ProtocolViolation("the note of a dispute is incomplete");
    }
    return pairs;
  }
}
