package io.parallax.privacy;

import io.parallax.core.ProtocolViolation;
import io.parallax.engine.LimitedRows;
import io.parallax.engine.SumProtocol;
import io.parallax.privacy.ProofNotes.Announced;
import io.parallax.privacy.ProofNotes.Pair;
import io.parallax.privacy.ProofNotes.Told;
import io.parallax.privacy.proof.Field64;
import io.parallax.privacy.proof.NormProof;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A party's proof that its words are within the study's limits, and its part in checking the
 * others'. A member's masked words are shared already: the coordinator has them, and each other
 * member knows the mask that it has in common with it. Digits and proof are shared in the same way.
 */
final class Prover {
  private final SumGroup group;
  private final int me;
  private final Channels channels;
  private final List<Integer> survivors;
  final SortedMap<Integer, Peer> peers;
  private final SumProtocol.OwnWords own;
  private final SortedMap<Integer, NormProof> systems = new TreeMap<>();
  private final byte[] pledged;
  private final byte[] random; // this party's part of the challenge; null: the coordinator's alone
  private Statement statement;
  private byte[] context;
  private Announced announced;
  private long[] numbers; // of the challenge that it has announced
  private final SortedMap<Integer, byte[]> ofOthers = new TreeMap<>(); // this party's answers
  private final SortedMap<Integer, byte[]> ofMine = new TreeMap<>(); // hashes of theirs about it
  private SortedMap<Integer, Announced> all = new TreeMap<>();
  private final Keystream stream = new Keystream();
  private byte[] totalling; // the context of the first query
  private NormProof.Query query;
  private byte[] proving; // the context of the masks on proofs

  /**
   * Another member.
   *
   * @param common the secret of the two for this attempt
   * @param mask the key of the mask on words that it makes
   */
  record Peer(byte[] common, byte[] mask) {}

  /**
   * @param peers all other members whose words are summed
   * @param context what all of them have heard so far
   * @param pledged its pledges of the secrets with all of them, as it signs them
   * @param random this party's part of the challenge, which it has sent; null if the coordinator
   *     alone draws it
   */
  Prover(
      SumGroup group,
      int me,
      Channels channels,
      SortedMap<Integer, Peer> peers,
      SumProtocol.OwnWords own,
      byte[] context,
      byte[] pledged,
      byte[] random) {
    this.group = group;
    this.me = me;
    this.channels = channels;
    this.peers = peers;
    this.own = own;
    this.context = context;
    this.pledged = pledged;
    this.random = random;
    this.survivors = new ArrayList<>(peers.keySet());
    survivors.add(me);
    survivors.sort(null);
  }

  byte[] answer(byte[] note) {
    return switch (note[0]) {
      case ProofNotes.PROVE -> prove(note);
      case ProofNotes.TOTAL -> total(note);
      case ProofNotes.CHECK -> check(note);
      case ProofNotes.ACCOUNT -> account(note);
      case ProofNotes.FOUND -> new byte[] {1};
      default -> open(note);
    };
  }

  private byte[] prove(byte[] note) {
    SortedMap<Integer, byte[]> drawn = MaskNotes.readCollected(note, Secrets.SIZE);
    if (!new ArrayList<>(drawn.keySet()).equals(survivors)
        || (random != null && !Arrays.equals(drawn.get(me), random))) {
      throw new ProtocolViolation("the challenge of a proved sum was not drawn by its members");
    }
    SortedMap<Integer, List<LimitedRows>> limits = Statement.limits(group, survivors, own::limits);
    context = ProofTerms.proving(group, context, note, limits, own.count());
    proving = context;
    statement = new Statement(limits, own.count(), context);
    if (statement.empty()) {
      throw new ProtocolViolation("there is nothing to prove about the words of this sum");
    }
    survivors.forEach(number -> systems.put(number, statement.proof(number)));
    NormProof system = systems.get(me);
    for (int attempt = 0; attempt < Statement.TRIES; attempt++) {
      numbers = statement.numbers(attempt, this::read);
      Optional<long[]> digits = system.digits(numbers);
      if (digits.isPresent()) {
        return proof(attempt, system, digits.get());
      }
    }
    throw new ProtocolViolation(
        "this party's numbers are beyond the limits of this study, which it cannot prove otherwise");
  }

  private void read(int from, long[] to, int count) {
    own.read(from, LongBuffer.wrap(to, 0, count).slice());
  }

  /**
   * Reads words as the coordinator has them once it knows of no other masks than those of pairs.
   */
  private void readSealed(int from, long[] to, int count) {
    read(from, to, count);
    for (int i = 0; i < count; i++) {
      to[i] = Field64.of(to[i]);
    }
    LongBuffer words = LongBuffer.wrap(to, 0, count).slice();
    peers.forEach((other, peer) -> stream.apply(peer.mask, other < me, from, words));
  }

  private byte[] proof(int attempt, NormProof system, long[] digits) {
    long[] all = Arrays.copyOf(digits, ProofNotes.words(system));
    List<byte[]> masks = peers.keySet().stream().map(other -> maskOf(me, other)).toList();
    masks.forEach(mask -> stream.apply(mask, true, all, 0, digits.length));
    byte[] hidden = ProofNotes.bytes(Arrays.copyOf(all, digits.length));
    byte[] hash = announcement(context, me, attempt, hidden);
    long[] seeds = Keystream.elements(Secrets.random(), system.seeds());
    long[] proof = system.prove(digits, ProofNotes.scales(hash), seeds);
    System.arraycopy(proof, 0, all, digits.length, proof.length);
    masks.forEach(mask -> stream.apply(mask, true, all, digits.length, proof.length));
    byte[] sent = ProofNotes.bytes(all);
    byte[] whole = MaskedAttempt.hash(sent);
    ByteBuffer codes = ByteBuffer.allocate(peers.size() * Secrets.SIZE);
    peers.keySet().forEach(other -> codes.put(code(me, other, attempt, hash, whole)));
    announced = new Announced(attempt, hash, whole, codes.array());
    byte[] signature = signature(announced);
    ByteBuffer reply = ByteBuffer.allocate(1 + sent.length + codes.capacity() + signature.length);
    return reply.put((byte) attempt).put(sent).put(codes.array()).put(signature).array();
  }

  /** Returns the hash of its words as pairs mask them. */
  byte[] digest() {
    return ProofNotes.digest(this::readSealed, own.count());
  }

  byte[] signature(Announced one) {
    return channels.sign(told(proving, ProofNotes.PROVE, me, join(one.head(), pledged)));
  }

  static byte[] announcement(byte[] context, int prover, int attempt, byte[] hidden) {
    return MaskedAttempt.hash(context, new byte[] {(byte) prover, (byte) attempt}, hidden);
  }

  private byte[] code(int from, int to, int attempt, byte[] hash, byte[] whole) {
    return code(channels.key(from, to, proving, "proof"), attempt, hash, whole);
  }

  /** Returns a code by which a member knows which of the challenges another's proof is about. */
  static byte[] code(byte[] key, int attempt, byte[] hash, byte[] whole) {
    return Secrets.hmac(key, new byte[] {(byte) attempt}, hash, whole);
  }

  private byte[] maskOf(int prover, int verifier) {
    byte[] common = peers.get(prover == me ? verifier : prover).common;
    return ProofNotes.mask(common, proving, prover, verifier);
  }

  /** Makes sure that all proofs are the same for everybody, and answers a query about all. */
  private byte[] total(byte[] note) {
    int each = Announced.HEAD + peers.size() * Secrets.SIZE;
    SortedMap<Integer, byte[]> bytes = ProofNotes.announcements(note, each);
    if (!new ArrayList<>(bytes.keySet()).equals(survivors)
        || !Arrays.equals(bytes.get(me), announced.bytes())) {
      throw new ProtocolViolation("the proofs of a proved sum are not those of its members");
    }
    bytes.forEach((number, one) -> all.put(number, Announced.read(one)));
    all.forEach(this::requireSame);
    context = MaskedAttempt.hash(proving, note);
    totalling = context;
    query = ProofNotes.query(systems.get(me), totalling, totalling);
    boolean comparable = Announced.comparable(all.values());
    long[] weighted = weighted();
    SortedMap<Integer, byte[]> answers = new TreeMap<>();
    for (int other : peers.keySet()) {
      long[] answer = words(other, me, weighted[other]);
      answer[1] = comparable ? answer[1] : 0; // the numbers alone would tell of words
      answers.put(other, ProofNotes.bytes(answer));
    }
    return Told.bytes(answers);
  }

  /**
   * Returns what this member adds to its answers about each other: its own weighted numbers, which
   * are in the sum of all words, are taken away. A mask hides them, which cancels in the sum of all
   * answers about that member: without it, the one that the answer is about would know them.
   */
  private long[] weighted() {
    long[] all = new long[survivors.get(survivors.size() - 1) + 1];
    Arrays.fill(all, Field64.negative(Field64.shortDot(query.weights(), numbers, numbers.length)));
    for (var peer : peers.entrySet()) {
      byte[] key = Secrets.derive(peer.getValue().common, totalling, "numbers");
      long[] masks = Keystream.elements(key, all.length);
      for (int about : survivors) {
        if (about != peer.getKey()) {
          all[about] =
              peer.getKey() < me
                  ? Field64.sub(all[about], masks[about])
                  : Field64.add(all[about], masks[about]);
        }
      }
    }
    return all;
  }

  /** Answers a query about each proof alone, at the same point: two would tell of its digits. */
  private byte[] check(byte[] note) {
    context = MaskedAttempt.hash(totalling, note);
    query = ProofNotes.query(systems.get(me), totalling, context);
    new Masks(statement, me, peers)
        .ofOthers(all, query.weights())
        .forEach((other, weighted) -> ofOthers.put(other, answer(other, me, weighted)));
    byte[] parts = Told.bytes(ofOthers);
    return join(parts, signature(ProofNotes.CHECK, Told.hashes(ofOthers)));
  }

  private byte[] signature(int stage, byte[] hashes) {
    return channels.sign(told(context, stage, me, hashes));
  }

  /**
   * Says what all others must have answered about this party's proof, if it does not hold, and the
   * hash of its words as pairs mask them.
   */
  private byte[] account(byte[] note) {
    if (!MaskNotes.readNumbers(note).contains(me)) {
      return new byte[] {0};
    }
    new Masks(statement, me, peers)
        .ofMine(announced.attempt(), query.weights())
        .forEach(
            (other, weighted) ->
                ofMine.put(other, MaskedAttempt.hash(answer(me, other, weighted))));
    ofMine.put(me, digest());
    byte[] hashes = Told.bytes(ofMine);
    return join(hashes, signature(ProofNotes.ACCOUNT, hashes));
  }

  /** Returns the answer to the query that a verifier must give about a member's proof. */
  private byte[] answer(int prover, int verifier, long weighted) {
    return ProofNotes.bytes(words(prover, verifier, weighted));
  }

  private long[] words(int prover, int verifier, long weighted) {
    NormProof system = systems.get(prover);
    long[] share = new long[ProofNotes.words(system)];
    stream.read(maskOf(prover, verifier), 0, share, share.length);
    return ProofNotes.answer(system, weighted, share, all.get(prover).hash(), query, false);
  }

  /** Returns what a member signs about what it told at a stage. */
  static byte[] told(byte[] context, int stage, int member, byte[] hashes) {
    return MaskedAttempt.hash(context, new byte[] {(byte) stage, (byte) member}, hashes);
  }

  private void requireSame(int from, Announced its) {
    if (from == me) {
      return;
    }
    List<Integer> others = new ArrayList<>(survivors);
    others.remove((Integer) from);
    byte[] code = its.code(others.indexOf(me));
    if (!MessageDigest.isEqual(code, code(from, me, its.attempt(), its.hash(), its.whole()))) {
      throw new ProtocolViolation(
          "the proof of party "
              + group.member(from)
              + " was made for another challenge than this party received, or was changed; no query is answered");
    }
  }

  /**
   * Opens the secret with a member that says something else about a proof than this party: then
   * that member lies, and has the secret anyway.
   */
  private byte[] open(byte[] note) {
    List<byte[]> sides = new ArrayList<>();
    List<Pair> pairs = ProofNotes.readDispute(note, sides);
    byte[] opened = {};
    for (int i = 0; i < pairs.size(); i++) {
      Pair pair = pairs.get(i);
      if (pair.prover() == me || pair.verifier() == me) {
        boolean proves = pair.prover() == me;
        int other = proves ? pair.verifier() : pair.prover();
        if (!peers.containsKey(other)
            || !differs(other, proves, sides.get(2 * i + (proves ? 0 : 1)))) {
          throw noDispute();
        }
        opened = join(opened, peers.get(other).common);
      }
    }
    if (opened.length == 0) {
      return new byte[] {0};
    }
    byte[] heard = MaskedAttempt.hash(context, note);
    return join(opened, channels.sign(told(heard, ProofNotes.DISPUTE, me, opened)));
  }

  static byte[] join(byte[] a, byte[] b) {
    byte[] both = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, both, a.length, b.length);
    return both;
  }

  /** Returns true if another member has signed something else than this party says. */
  private boolean differs(int other, boolean proves, byte[] side) {
    SortedMap<Integer, Integer> sizes =
        proves ? hashSizes(systems.keySet(), other) : accountSizes(systems.keySet());
    Optional<Told> its = Told.read(side, sizes);
    if (its.isEmpty()
        || !channels.signed(
            other,
            told(context, proves ? ProofNotes.CHECK : ProofNotes.ACCOUNT, other, its.get().bytes()),
            its.get().signature())) {
      return false;
    }
    byte[] part = its.get().part(me);
    return proves
        ? ofMine.containsKey(other) && !Arrays.equals(part, ofMine.get(other))
        : !Arrays.equals(part, MaskedAttempt.hash(ofOthers.get(other)));
  }

  /** Returns the bytes of a member's answers about each other one. */
  static SortedMap<Integer, Integer> answerSizes(
      SortedMap<Integer, NormProof> systems, int member) {
    SortedMap<Integer, Integer> sizes = new TreeMap<>();
    systems.forEach((number, system) -> sizes.put(number, answerBytes(system)));
    sizes.remove(member);
    return sizes;
  }

  /** Returns the bytes of a member's hashes of its answers about each other one. */
  static SortedMap<Integer, Integer> hashSizes(Iterable<Integer> members, int member) {
    SortedMap<Integer, Integer> sizes = accountSizes(members);
    sizes.remove(member);
    return sizes;
  }

  /** Returns the bytes of an account: a hash of each other's answer, and one of its own words. */
  static SortedMap<Integer, Integer> accountSizes(Iterable<Integer> members) {
    SortedMap<Integer, Integer> sizes = new TreeMap<>();
    members.forEach(number -> sizes.put(number, Secrets.SIZE));
    return sizes;
  }

  static int answerBytes(NormProof system) {
    return 8 * system.answerWords();
  }

  private ProtocolViolation noDispute() {
    return new ProtocolViolation(
        "the coordinator claims a dispute that it cannot show; no secret is opened");
  }
}
