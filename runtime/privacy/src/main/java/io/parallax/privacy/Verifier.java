package io.parallax.privacy;

import io.parallax.core.PartyId;
import io.parallax.core.PartyLost;
import io.parallax.core.ProtocolViolation;
import io.parallax.engine.LimitedRows;
import io.parallax.engine.SumProtocol;
import io.parallax.privacy.ProofNotes.Announced;
import io.parallax.privacy.ProofNotes.Pair;
import io.parallax.privacy.ProofNotes.Told;
import io.parallax.privacy.proof.NormProof;
import io.parallax.privacy.proof.Projections;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;

/**
 * The coordinator's side of the proofs of one sum: its own share of each member's words, digits and
 * proof is what the member sent, without the masks that it knows. A proof that does not hold, a
 * member that tells the others' checks wrongly, or one that signs nothing, is found by name.
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
  private final SortedMap<Integer, Announced> announced = new TreeMap<>();
  private final SortedMap<Integer, byte[]> sent = new TreeMap<>(); // digits and proofs
  private final SortedMap<Integer, long[]> shares = new TreeMap<>(); // the same as elements
  private final SortedMap<Integer, Told> told = new TreeMap<>(); // of all, about the others
  private final SortedMap<Integer, Told> accounts = new TreeMap<>(); // of those that fail
  private ProofTerms terms;
  private Evidence evidence;

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
   * @param sum the words of all members together
   * @return whether every word of the sum is limited
   * @throws ProtocolViolation with the names of those that have not
   */
  boolean verify(SortedMap<Integer, byte[]> drawn, Projections.Words sum) {
    if (new Statement(limits, count, sealing).empty()) {
      return false;
    }
    byte[] note = MaskNotes.collected(ProofNotes.PROVE, drawn);
    terms = new ProofTerms(group, sealing, note, limits, count);
    evidence = new Evidence(group, sealing, note, limits, count);
    prove(note);
    if (!together(sum)) {
      each();
    }
    return terms.whole();
  }

  /** Finds out whose proof does not hold. */
  private void each() {
    check();
    SortedSet<Integer> wrong = new TreeSet<>();
    SortedMap<Integer, long[]> own = terms.own(words, shares);
    for (int member : words.keySet()) {
      if (!holds(member, own.get(member), Map.of())) {
        wrong.add(member);
      }
    }
    if (!wrong.isEmpty()) {
      throw liars(wrong, own);
    }
  }

  private void prove(byte[] note) {
    int most = terms.systems().values().stream().mapToInt(this::proofBytes).max().orElse(0);
    SortedMap<Integer, byte[]> signatures = new TreeMap<>();
    replies("prove", () -> notes.send(note, most + MaskNotes.MOST_SIGNATURE))
        .forEach((member, reply) -> signatures.put(member, readProof(member, reply)));
    SortedSet<Integer> liars = new TreeSet<>();
    announced.forEach(
        (member, one) -> {
          byte[] pledged = pledges.signed(member, words.keySet());
          evidence.proof(member, one.head(), pledged, signatures.get(member));
          if (!signed(member, terms.signedProof(member, one, pledged), signatures.get(member))) {
            liars.add(member);
          }
        });
    requireSigned(liars);
  }

  private int proofBytes(NormProof system) {
    return 1 + 8 * ProofNotes.words(system) + (words.size() - 1) * Secrets.SIZE;
  }

  /** Returns the signature. */
  private byte[] readProof(int member, byte[] reply) {
    int size = proofBytes(terms.system(member));
    if (reply.length <= size || reply.length > size + MaskNotes.MOST_SIGNATURE) {
      throw new ProtocolViolation(
          "party %s sent %d bytes for a proved sum; there must be %d and a signature"
              .formatted(group.member(member), reply.length, size));
    }
    if (reply[0] < 0 || reply[0] >= Statement.TRIES) {
      throw new ProtocolViolation(
          "party " + group.member(member) + " proves something about a challenge of its own");
    }
    int codes = 1 + 8 * ProofNotes.words(terms.system(member));
    byte[] own = Arrays.copyOfRange(reply, 1, codes);
    announced.put(
        member, terms.announcement(member, reply[0], own, Arrays.copyOfRange(reply, codes, size)));
    sent.put(member, own);
    shares.put(member, ProofNotes.elements(own));
    return Arrays.copyOfRange(reply, size, reply.length);
  }

  /** Returns true if all proofs hold, if all members have the numbers that they have proved. */
  private boolean together(Projections.Words sum) {
    SortedMap<Integer, byte[]> all = new TreeMap<>();
    announced.forEach((number, one) -> all.put(number, one.bytes()));
    byte[] members = MaskNotes.collected(ProofNotes.TOTAL, all);
    ByteBuffer note = ByteBuffer.allocate(Secrets.SIZE + members.length);
    note.put((byte) ProofNotes.TOTAL).put(Secrets.random()).put(members, 1, members.length - 1);
    terms.askTotal(note.array());
    evidence.query(note.array());
    SortedMap<Integer, SortedMap<Integer, byte[]>> answers = new TreeMap<>();
    replies("total", () -> notes.send(note.array()))
        .forEach((number, reply) -> answers.put(number, answers(number, reply)));
    return terms.holds(sum, shares, answers);
  }

  private SortedMap<Integer, byte[]> answers(int member, byte[] reply) {
    SortedMap<Integer, Integer> sizes = Prover.answerSizes(terms.systems(), member);
    if (reply.length != Told.size(sizes)) {
      throw new ProtocolViolation(
          "party %s sent %d bytes for a proved sum; there must be %d"
              .formatted(group.member(member), reply.length, Told.size(sizes)));
    }
    return Told.parts(reply, sizes);
  }

  private void check() {
    byte[] note = Prover.join(new byte[] {ProofNotes.CHECK}, Secrets.random());
    terms.ask(note);
    evidence.each(note);
    replies("check", () -> notes.send(note))
        .forEach(
            (number, reply) ->
                told.put(number, read(number, reply, Prover.answerSizes(terms.systems(), number))));
    requireSigned(ProofNotes.CHECK, told);
  }

  /** Names the members that have not signed what they told: nobody else would believe it. */
  private void requireSigned(int stage, SortedMap<Integer, Told> all) {
    SortedSet<Integer> liars = new TreeSet<>();
    all.forEach(
        (number, one) -> {
          boolean answers = stage == ProofNotes.CHECK;
          byte[] hashes = answers ? Told.hashes(one.parts()) : one.bytes();
          evidence.told(number, answers, Prover.join(hashes, one.signature()));
          if (!signed(number, terms.signed(stage, number, hashes), one.signature())) {
            liars.add(number);
          }
        });
    requireSigned(liars);
  }

  /** Names the members whose account is about other words than they have sent. */
  private void requireOwnWords() {
    SortedSet<Integer> liars = new TreeSet<>(accounts.keySet());
    liars.removeIf(
        number ->
            Arrays.equals(
                accounts.get(number).part(number), ProofNotes.digest(words.get(number), count)));
    requireSigned(liars);
  }

  private boolean signed(int member, byte[] content, byte[] signature) {
    return signing.signed(group.member(member), content, signature);
  }

  private void requireSigned(SortedSet<Integer> liars) {
    if (!liars.isEmpty()) {
      throw found(
          liars,
          "not signed what it told of a proof as the others heard it: it runs a different or modified program, or its certificate is not valid any more; the sum is not used");
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

  /**
   * @param right answers of other members about this one that replace what they have told
   */
  private boolean holds(int member, long[] own, Map<Integer, byte[]> right) {
    List<byte[]> answers = new ArrayList<>();
    told.forEach(
        (number, one) -> {
          if (number != member) {
            answers.add(right.getOrDefault(number, one.part(member)));
          }
        });
    return terms.holds(member, own, answers);
  }

  /** Finds out who lied: those whose proof is wrong, or those who said so without a reason. */
  private ProtocolViolation liars(SortedSet<Integer> wrong, SortedMap<Integer, long[]> own) {
    replies("account", () -> notes.send(ProofNotes.account(wrong)))
        .forEach(
            (number, reply) -> {
              if (wrong.contains(number)) {
                accounts.put(number, read(number, reply, Prover.accountSizes(words.keySet())));
              }
            });
    requireSigned(ProofNotes.ACCOUNT, accounts);
    requireOwnWords();
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
        told.forEach((number, one) -> evidence.answer(number, prover, one.part(prover)));
        evidence.sent(prover, sent.get(prover), words.get(prover));
      }
    }
    return found(
        liars,
        "not proved that what it added is within the limits of this study, or changed what it told of another's proof: it runs a different or modified program; the sum is not used");
  }

  /** Tells all members who was found; whoever does not hear it hears that the study has ended. */
  private LiarsFound found(SortedSet<Integer> liars, String what) {
    SortedMap<String, String> all = evidence.found(liars);
    try {
      notes.send(ProofNotes.found(liars, Evidence.hash(all)));
    } catch (RuntimeException e) {
      // a party that has left must not keep the others' names from being told
    }
    return new LiarsFound(names(liars) + " " + what, all);
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
    byte[] note = ProofNotes.dispute(pairs, sides);
    evidence.dispute(note);
    SortedMap<Integer, ByteBuffer> opened = new TreeMap<>();
    SortedSet<Integer> unsigned = new TreeSet<>();
    replies("dispute", () -> notes.send(note))
        .forEach(
            (number, reply) -> {
              int secrets = (int) pairs.stream().filter(pair -> pair.has(number)).count();
              opened.put(number, ByteBuffer.wrap(reply));
              if (secrets > 0 && !opened(note, number, reply, secrets)) {
                unsigned.add(number);
              }
            });
    requireSigned(unsigned);
    for (Pair pair : pairs) {
      byte[] common = null;
      for (int side : new int[] {pair.prover(), pair.verifier()}) {
        byte[] secret = new byte[Secrets.SIZE];
        opened.get(side).get(secret);
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

  /** Returns true if a member has signed the secrets that it opens. */
  private boolean opened(byte[] note, int member, byte[] reply, int secrets) {
    int size = secrets * Secrets.SIZE;
    if (reply.length <= size) {
      return false;
    }
    evidence.opened(member, reply);
    byte[] content = terms.signedSecrets(note, member, Arrays.copyOf(reply, size));
    return signed(member, content, Arrays.copyOfRange(reply, size, reply.length));
  }

  /**
   * @param right receives the verifier's right answer
   */
  private void judge(
      Pair pair, byte[] common, SortedSet<Integer> liars, Map<Integer, byte[]> right) {
    int prover = pair.prover();
    int verifier = pair.verifier();
    byte[] answer = terms.right(pair, common);
    if (!Arrays.equals(MaskedAttempt.hash(answer), accounts.get(prover).part(verifier))) {
      liars.add(prover);
    }
    if (!Arrays.equals(answer, told.get(verifier).part(prover))) {
      liars.add(verifier);
    }
    right.put(verifier, answer);
  }

  /** Returns the replies of all members: a sum that is open already cannot do without one. */
  private SortedMap<Integer, byte[]> replies(
      String stage, Supplier<SortedMap<PartyId, byte[]>> sending) {
    SortedMap<Integer, byte[]> byNumber = new TreeMap<>();
    try {
      sending.get().forEach((id, reply) -> byNumber.put(group.numberOf(id), reply));
    } catch (PartyLost lost) {
      throw left(lost.party(), stage, lost);
    }
    byNumber.keySet().retainAll(words.keySet());
    for (int member : words.keySet()) {
      if (!byNumber.containsKey(member)) {
        throw left(group.member(member), stage, null);
      }
    }
    return byNumber;
  }

  private static PartyLost left(PartyId party, String stage, PartyLost why) {
    return new PartyLost(
        party,
        "it left at the stage '%s' of a proved sum, after its numbers were added and before all parties had proved theirs; bring it back, then resume"
            .formatted(stage),
        why);
  }
}
