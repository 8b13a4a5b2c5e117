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
import java.util.Collection;
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
 * of its challenges; digits and proof, masked for each member; a code for each of them; all
 * signed</td></tr>
 * <tr><td>total</td><td>all codes, and random bytes for the query → an answer about each other
 * member, which has the own numbers in place of the masks on words</td></tr>
 * <tr><td>check</td><td>only if something does not hold: random bytes → an answer about each other
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
  static final int TOTAL = PROVE + 1;
  static final int CHECK = PROVE + 2;
  static final int ACCOUNT = PROVE + 3;
  static final int DISPUTE = PROVE + 4;
  static final int FOUND = PROVE + 5;
  static final int STAGES = PROVE + 6;

  private static final int POINTS = 16; // drawn; one in 2^32 is a root of unity
  private static final int STRETCH = 16 * Keystream.BLOCK;

  private ProofNotes() {}

  /**
   * The announcement of a member's proof to the others.
   *
   * @param attempt the number of its challenge
   * @param hash of its masked digits
   * @param whole the hash of its masked digits and proof
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

    /** Returns true if all members prove something about the same challenge. */
    static boolean comparable(Collection<Announced> all) {
      return all.stream().mapToInt(Announced::attempt).distinct().count() == 1;
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

  /** Returns the numbers by whose powers the digits of a member are weighted. */
  static long[] scales(byte[] hash) {
    byte[] key = Secrets.derive(hash, new byte[Secrets.SIZE], "scales");
    return Keystream.elements(key, NormProof.EQUATIONS);
  }

  /**
   * Returns the query about all members' proofs, which have the same number of weights.
   *
   * @param total the context from which the point is drawn, of which there is one for each proof
   * @param context from which the weights are drawn
   */
  static NormProof.Query query(NormProof proof, byte[] total, byte[] context) {
    byte[] points = Secrets.derive(total, new byte[Secrets.SIZE], "points");
    byte[] weights = Secrets.derive(context, new byte[Secrets.SIZE], "query");
    long point =
        Arrays.stream(Keystream.elements(points, POINTS))
            .filter(NormProof::allows)
            .findFirst()
            .orElseThrow();
    return new NormProof.Query(
        point, NormProof.weights(Keystream.elements(weights, proof.weights())));
  }

  /** Returns the key of the mask by which a verifier hides the digits and proof of a member. */
  static byte[] mask(byte[] common, byte[] context, int prover, int verifier) {
    return Secrets.derive(common, context, "proof of " + prover + " to " + verifier);
  }

  static int words(NormProof proof) {
    return proof.digits() + proof.proofWords();
  }

  /**
   * Answers the query about shares of a member's numbers, digits and proof.
   *
   * @param weighted the share of the sum of its numbers, each times its weight
   * @param share of its digits and proof
   * @param hash that the member has announced
   */
  static long[] answer(
      NormProof proof,
      long weighted,
      long[] share,
      byte[] hash,
      NormProof.Query query,
      boolean first) {
    long[] digits = Arrays.copyOf(share, proof.digits());
    long[] rest = Arrays.copyOfRange(share, digits.length, share.length);
    return proof.query(weighted, digits, rest, scales(hash), query, first);
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
      int size = size(sizes);
      if (reply == null || reply.length <= size) {
        return Optional.empty();
      }
      byte[] bytes = Arrays.copyOf(reply, size);
      byte[] signature = Arrays.copyOfRange(reply, size, reply.length);
      return Optional.of(new Told(parts(reply, sizes), bytes, signature));
    }

    static int size(SortedMap<Integer, Integer> sizes) {
      return sizes.values().stream().mapToInt(Integer::intValue).sum();
    }

    /** Reads parts of these sizes. */
    static SortedMap<Integer, byte[]> parts(byte[] reply, SortedMap<Integer, Integer> sizes) {
      ByteBuffer from = ByteBuffer.wrap(reply);
      SortedMap<Integer, byte[]> parts = new TreeMap<>();
      sizes.forEach(
          (number, length) -> {
            byte[] part = new byte[length];
            from.get(part);
            parts.put(number, part);
          });
      return parts;
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
