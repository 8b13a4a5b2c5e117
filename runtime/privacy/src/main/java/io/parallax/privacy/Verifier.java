package io.parallax.privacy;

import io.parallax.core.PartyId;
import io.parallax.core.PartyLost;
import io.parallax.core.ProtocolViolation;
import io.parallax.engine.LimitedRows;
import io.parallax.engine.SumProtocol;
import io.parallax.privacy.ProofNotes.Announced;
import io.parallax.privacy.ProofNotes.Pair;
import io.parallax.privacy.ProofNotes.Told;
import io.parallax.privacy.proof.Field64;
import io.parallax.privacy.proof.NormProof;
import io.parallax.privacy.proof.Projections;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The coordinator's side of the proofs of one sum: its own share of each member's words, bits and
 * proof is what the member sent, without the masks that it knows. A proof that does not hold, or a
 * member that tells the others' checks wrongly, is found by name.
 */
final class Verifier {
  private final SumGroup group;
  private final Signing signing;
  private final SortedMap<Integer, Projections.Words> words;
  private final Pledges pledges;
  private final SumProtocol.Notes notes;
  private final byte[] sealing;
  private final SortedMap<Integer, List<LimitedRows>> limits;
  private final int count;
  private final SortedMap<Integer, NormProof> systems = new TreeMap<>();
  private final SortedMap<Integer, Announced> announced = new TreeMap<>();
  private final SortedMap<Integer, long[]> shares = new TreeMap<>();
  private Statement statement;
  private byte[] proving; // the context of the masks on proofs
  private byte[] querying; // the context of the queries
  private byte[] query; // the note that asked for answers
  private final List<Pair> disputes = new ArrayList<>();

  private final SortedMap<Integer, Told> told = new TreeMap<>(); // of all, about the others
  private final SortedMap<Integer, Told> accounts = new TreeMap<>(); // of those that fail

  /**
   * @param signing verifies what members have signed
   * @param words the coordinator's shares of the members' words
   * @param sealing the context of the masks on words
   */
  Verifier(
      SumGroup group,
      Signing signing,
      SortedMap<Integer, Projections.Words> words,
      Pledges pledges,
      SumProtocol.Notes notes,
      byte[] sealing,
      SortedMap<Integer, List<LimitedRows>> limits,
      int count) {
    this.group = group;
    this.signing = signing;
    this.words = words;
    this.pledges = pledges;
    this.notes = notes;
    this.sealing = sealing;
    this.limits = limits;
    this.count = count;
  }

  /**
   * Makes all members prove their words.
   *
   * @param drawn each member's part of the challenge
   * @return whether every word of the sum is limited
   * @throws ProtocolViolation with the names of those that have not
   */
  boolean verify(SortedMap<Integer, byte[]> drawn) {
    if (new Statement(limits, count, sealing).empty()) {
      return false;
    }
    byte[] note = MaskNotes.collected(ProofNotes.PROVE, drawn);
    byte[] context = MaskedAttempt.hash(sealing, MaskNotes.numbers(words.keySet()));
    proving = MaskedAttempt.hash(context, note, Statement.digest(limits, count));
    statement = new Statement(limits, count, proving);
    words.keySet().forEach(number -> systems.put(number, statement.proof(number)));
    int most = systems.values().stream().mapToInt(this::proofBytes).max().orElse(0);
    replies(notes.send(note, most)).forEach(this::readProof);
    check();
    SortedSet<Integer> wrong = new TreeSet<>();
    SortedMap<Integer, long[]> own = own();
    for (int member : words.keySet()) {
      if (!holds(member, own.get(member), Map.of())) {
        wrong.add(member);
      }
    }
    if (!wrong.isEmpty()) {
      throw liars(wrong, own);
    }
    return statement.whole();
  }

  private int proofBytes(NormProof system) {
    return 1 + 8 * ProofNotes.words(system) + (words.size() - 1) * Secrets.SIZE;
  }

  private void readProof(int member, byte[] reply) {
    NormProof system = systems.get(member);
    int size = 8 * ProofNotes.words(system);
    requireSize(member, reply, proofBytes(system));
    byte[] hidden = Arrays.copyOfRange(reply, 1, 1 + 8 * system.bits());
    byte[] hash = Prover.announcement(proving, member, reply[0], hidden);
    byte[] codes = Arrays.copyOfRange(reply, 1 + size, reply.length);
    if (reply[0] < 0 || reply[0] >= Statement.TRIES) {
      throw new ProtocolViolation(
          "party " + group.member(member) + " proves something about a challenge of its own");
    }
    announced.put(member, new Announced(reply[0], hash, codes));
    shares.put(member, ProofNotes.elements(Arrays.copyOfRange(reply, 1, 1 + size)));
  }

  private void check() {
    SortedMap<Integer, byte[]> all = new TreeMap<>();
    announced.forEach((number, one) -> all.put(number, one.bytes()));
    byte[] members = MaskNotes.collected(ProofNotes.CHECK, all);
    ByteBuffer note = ByteBuffer.allocate(Secrets.SIZE + members.length);
    note.put((byte) ProofNotes.CHECK).put(Secrets.random()).put(members, 1, members.length - 1);
    query = note.array();
    querying = MaskedAttempt.hash(proving, query);
    replies(note.array())
        .forEach(
            (number, reply) ->
                told.put(number, read(number, reply, Prover.answerSizes(systems, number))));
    requireSigned(ProofNotes.CHECK, told);
  }

  /** Names the members that have not signed what they told: nobody else would believe it. */
  private void requireSigned(int stage, SortedMap<Integer, Told> all) {
    SortedSet<Integer> liars = new TreeSet<>();
    all.forEach(
        (number, one) -> {
          byte[] hashes = stage == ProofNotes.CHECK ? Told.hashes(one.parts()) : one.bytes();
          byte[] content = Prover.told(querying, stage, number, hashes);
          if (!signing.signed(group.member(number), content, one.signature())) {
            liars.add(number);
          }
        });
    if (!liars.isEmpty()) {
      throw new LiarsFound(
          "%s not signed what it told of a proof as the others heard it: it runs a different or modified program, or its certificate is not valid any more; the sum is not used"
              .formatted(names(liars)),
          evidence(liars, liars));
    }
  }

  private Told read(int member, byte[] reply, SortedMap<Integer, Integer> sizes) {
    return Told.read(reply, sizes)
        .orElseThrow(
            () ->
                new ProtocolViolation(
                    "party %s sent %d bytes for a proved sum; that is too short"
                        .formatted(group.member(member), reply.length)));
  }

  /** Returns the coordinator's own answers. */
  private SortedMap<Integer, long[]> own() {
    SortedMap<Integer, long[]> own = new TreeMap<>();
    SortedSet<Integer> attempts = new TreeSet<>();
    announced.values().forEach(one -> attempts.add(one.attempt()));
    for (int attempt : attempts) {
      List<Integer> some = new ArrayList<>(words.keySet());
      some.removeIf(number -> announced.get(number).attempt() != attempt);
      long s = ProofNotes.scale(querying);
      long[] weighted = statement.weighted(attempt, s, some.stream().map(words::get).toList());
      for (int i = 0; i < weighted.length; i++) {
        int member = some.get(i);
        own.put(member, answer(member, weighted[i], shares.get(member), true));
      }
    }
    return own;
  }

  private long[] answer(int prover, long weighted, long[] share, boolean first) {
    byte[] hash = announced.get(prover).hash();
    return ProofNotes.answer(systems.get(prover), weighted, share, hash, querying, first);
  }

  /**
   * @param right answers of other members about this one that replace what they have told
   */
  private boolean holds(int member, long[] own, Map<Integer, byte[]> right) {
    long[] sum = own.clone();
    told.forEach(
        (number, one) -> {
          if (number != member) {
            byte[] part = right.getOrDefault(number, one.part(member));
            long[] answer = ProofNotes.elements(part);
            Arrays.setAll(sum, i -> Field64.add(sum[i], answer[i]));
          }
        });
    return ProofNotes.holds(systems.get(member), sum);
  }

  /** Finds out who lied: those whose proof is wrong, or those who said so without a reason. */
  private ProtocolViolation liars(SortedSet<Integer> wrong, SortedMap<Integer, long[]> own) {
    replies(ProofNotes.account(wrong))
        .forEach(
            (number, reply) -> {
              if (wrong.contains(number)) {
                accounts.put(number, read(number, reply, Prover.hashSizes(words.keySet(), number)));
              }
            });
    requireSigned(ProofNotes.ACCOUNT, accounts);
    SortedSet<Integer> liars = new TreeSet<>();
    for (int prover : wrong) {
      List<Pair> pairs = disputed(prover);
      Map<Integer, byte[]> right = new TreeMap<>();
      if (!pairs.isEmpty() && !liars.isEmpty()) {
        continue; // one dispute is enough to end the study with a name
      }
      if (!pairs.isEmpty()) {
        resolve(pairs, liars, right);
      }
      if (!holds(prover, own.get(prover), right)) {
        liars.add(prover);
      }
    }
    return new LiarsFound(
        "%s not proved that what it added is within the limits of this study, or changed what it told of another's proof: it runs a different or modified program; the sum is not used"
            .formatted(names(liars)),
        evidence(wrong, liars));
  }

  /**
   * Returns what was signed. A member has signed the hash of the context, of its stage and number,
   * and of the hashes of what it told. No opened secret is among it.
   */
  private SortedMap<String, String> evidence(SortedSet<Integer> wrong, SortedSet<Integer> liars) {
    HexFormat hex = HexFormat.of();
    SortedMap<String, String> evidence = new TreeMap<>();
    evidence.put("context", hex.formatHex(querying));
    evidence.put("query", hex.formatHex(query));
    told.forEach(
        (number, one) ->
            evidence.put("told by " + group.member(number), hex.formatHex(one.signedAnswers())));
    accounts.forEach(
        (number, one) ->
            evidence.put("account of " + group.member(number), hex.formatHex(one.signedHashes())));
    disputes.forEach(
        pair ->
            evidence.put(
                "pledge of %s and %s"
                    .formatted(group.member(pair.prover()), group.member(pair.verifier())),
                hex.formatHex(pledges.of(pair.prover(), pair.verifier()))));
    wrong.forEach(
        number ->
            evidence.put(
                "proof of " + group.member(number),
                liars.contains(number) ? "does not hold" : "holds, once told rightly"));
    return evidence;
  }

  private String names(SortedSet<Integer> liars) {
    List<String> names =
        liars.stream().map(number -> "party " + group.member(number) + " has").toList();
    return String.join(", ", names);
  }

  private List<Pair> disputed(int prover) {
    return words.keySet().stream()
        .filter(verifier -> verifier != prover && !agree(prover, verifier))
        .map(verifier -> new Pair(prover, verifier))
        .toList();
  }

  private boolean agree(int prover, int verifier) {
    byte[] answer = told.get(verifier).part(prover);
    return Arrays.equals(MaskedAttempt.hash(answer), accounts.get(prover).part(verifier));
  }

  /** Has disputed secrets opened, and computes what both should have said. */
  private void resolve(List<Pair> pairs, SortedSet<Integer> liars, Map<Integer, byte[]> right) {
    List<byte[]> sides = new ArrayList<>();
    for (Pair pair : pairs) {
      sides.add(told.get(pair.verifier()).signedAnswers());
      sides.add(accounts.get(pair.prover()).signedHashes());
    }
    SortedMap<Integer, ByteBuffer> opened = new TreeMap<>();
    replies(ProofNotes.dispute(pairs, sides))
        .forEach((number, reply) -> opened.put(number, ByteBuffer.wrap(reply)));
    for (Pair pair : pairs) {
      byte[] common = null;
      for (int side : new int[] {pair.prover(), pair.verifier()}) {
        byte[] secret = next(opened.get(side));
        disputes.add(pair);
        if (pledges.fits(pair.prover(), pair.verifier(), secret)) {
          common = secret;
        } else {
          liars.add(side);
        }
      }
      if (common != null) {
        judge(pair, common, liars, right);
      }
    }
  }

  private static byte[] next(ByteBuffer reply) {
    byte[] secret = new byte[Math.min(Secrets.SIZE, reply.remaining())];
    reply.get(secret);
    return secret;
  }

  /**
   * @param right receives the verifier's right answer
   */
  private void judge(
      Pair pair, byte[] common, SortedSet<Integer> liars, Map<Integer, byte[]> right) {
    int prover = pair.prover();
    int verifier = pair.verifier();
    byte[] key = MaskedAttempt.pairKey(common, sealing, prover, verifier);
    int attempt = announced.get(prover).attempt();
    long s = ProofNotes.scale(querying);
    long weighted = statement.weighted(attempt, s, List.of(Masks.words(key)))[0];
    byte[] mask = ProofNotes.mask(common, proving, prover, verifier);
    long[] share = Keystream.elements(mask, ProofNotes.words(systems.get(prover)));
    byte[] answer =
        ProofNotes.bytes(answer(prover, Masks.signed(weighted, prover, verifier), share, false));
    if (!Arrays.equals(MaskedAttempt.hash(answer), accounts.get(prover).part(verifier))) {
      liars.add(prover);
    }
    if (!Arrays.equals(answer, told.get(verifier).part(prover))) {
      liars.add(verifier);
    }
    right.put(verifier, answer);
  }

  /** Returns the replies of all members: a sum that is open already cannot do without one. */
  private SortedMap<Integer, byte[]> replies(byte[] note) {
    return replies(notes.send(note));
  }

  private SortedMap<Integer, byte[]> replies(SortedMap<PartyId, byte[]> replies) {
    SortedMap<Integer, byte[]> byNumber = new TreeMap<>();
    replies.forEach((id, reply) -> byNumber.put(group.numberOf(id), reply));
    byNumber.keySet().retainAll(words.keySet());
    for (int member : words.keySet()) {
      if (!byNumber.containsKey(member)) {
        throw new PartyLost(
            group.member(member),
            "it left after its numbers were added and before all parties had proved theirs; bring it back, then resume",
            null);
      }
    }
    return byNumber;
  }

  private void requireSize(int member, byte[] reply, int size) {
    if (reply.length != size) {
      throw new ProtocolViolation(
          "party %s sent %d bytes for a proved sum; there must be %d"
              .formatted(group.member(member), reply.length, size));
    }
  }
}
