package io.parallax.privacy;

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
import java.util.List;
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
  private long[] points;

  /** What all members have told about the checks. */
  private final SortedMap<Integer, Told> told = new TreeMap<>();

  private final SortedMap<Integer, byte[]> replies = new TreeMap<>();

  /**
   * @param words the coordinator's shares of the members' words
   * @param sealing the context of the masks on words
   */
  Verifier(
      SumGroup group,
      SortedMap<Integer, Projections.Words> words,
      Pledges pledges,
      SumProtocol.Notes notes,
      byte[] sealing,
      SortedMap<Integer, List<LimitedRows>> limits,
      int count) {
    this.group = group;
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
    replies(note).forEach(this::readProof);
    check();
    SortedSet<Integer> wrong = new TreeSet<>();
    SortedMap<Integer, long[]> own = own();
    for (int member : words.keySet()) {
      if (!holds(member, own.get(member), told)) {
        wrong.add(member);
      }
    }
    if (!wrong.isEmpty()) {
      throw liars(wrong, own);
    }
    return statement.whole();
  }

  private void readProof(int member, byte[] reply) {
    NormProof system = systems.get(member);
    int size = 8 * ProofNotes.words(system);
    requireSize(member, reply, 1 + size + (words.size() - 1) * Secrets.SIZE);
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
    points = ProofNotes.points(MaskedAttempt.hash(proving, note.array()));
    replies(note.array())
        .forEach(
            (number, reply) -> {
              SortedMap<Integer, Integer> sizes = sizes(number);
              int size = Told.size(sizes);
              if (reply.length <= size) {
                requireSize(number, reply, size + 1);
              }
              told.put(number, Told.read(Arrays.copyOf(reply, size), sizes));
              replies.put(number, reply);
            });
  }

  private SortedMap<Integer, Integer> sizes(int member) {
    SortedMap<Integer, Integer> sizes = new TreeMap<>();
    systems.forEach((number, system) -> sizes.put(number, Prover.answerBytes(system)));
    sizes.remove(member);
    return sizes;
  }

  /** Returns the coordinator's own answers. */
  private SortedMap<Integer, long[]> own() {
    SortedMap<Integer, long[]> own = new TreeMap<>();
    SortedSet<Integer> attempts = new TreeSet<>();
    announced.values().forEach(one -> attempts.add(one.attempt()));
    for (int attempt : attempts) {
      List<Integer> some = new ArrayList<>(words.keySet());
      some.removeIf(number -> announced.get(number).attempt() != attempt);
      long[][] numbers = statement.numbers(attempt, some.stream().map(words::get).toList());
      for (int i = 0; i < numbers.length; i++) {
        int member = some.get(i);
        own.put(member, answer(member, numbers[i], shares.get(member), true));
      }
    }
    return own;
  }

  private long[] answer(int prover, long[] numbers, long[] share, boolean first) {
    byte[] hash = announced.get(prover).hash();
    return ProofNotes.answer(systems.get(prover), numbers, share, hash, points, first);
  }

  private boolean holds(int member, long[] own, SortedMap<Integer, Told> said) {
    long[] sum = own.clone();
    said.forEach(
        (number, one) -> {
          if (number != member) {
            long[] answer = ProofNotes.elements(one.answers().get(member));
            Arrays.setAll(sum, i -> Field64.add(sum[i], answer[i]));
          }
        });
    return ProofNotes.holds(systems.get(member), sum);
  }

  /** Finds out who lied: those whose proof is wrong, or those who said so without a reason. */
  private ProtocolViolation liars(SortedSet<Integer> wrong, SortedMap<Integer, long[]> own) {
    List<Pair> pairs = new ArrayList<>();
    for (int prover : wrong) {
      for (int verifier : words.keySet()) {
        if (verifier != prover && !agree(prover, verifier)) {
          pairs.add(new Pair(prover, verifier));
        }
      }
    }
    SortedSet<Integer> liars = new TreeSet<>();
    SortedMap<Integer, Told> said = new TreeMap<>(told);
    if (!pairs.isEmpty()) {
      resolve(pairs, liars, said);
    }
    for (int prover : wrong) {
      if (!holds(prover, own.get(prover), said)) {
        liars.add(prover);
      }
    }
    return new ProtocolViolation(
        "%s not proved that what it added is within the limits of this study, or changed what it told of another's proof: it runs a different or modified program; the sum is not used"
            .formatted(names(liars)));
  }

  private String names(SortedSet<Integer> liars) {
    List<String> names =
        liars.stream().map(number -> "party " + group.member(number) + " has").toList();
    return String.join(", ", names);
  }

  private boolean agree(int prover, int verifier) {
    byte[] answer = told.get(verifier).answers().get(prover);
    byte[] hash = told.get(prover).hashes().get(verifier);
    return Arrays.equals(MaskedAttempt.hash(answer), hash);
  }

  /** Has disputed secrets opened, and computes what both should have said. */
  private void resolve(List<Pair> pairs, SortedSet<Integer> liars, SortedMap<Integer, Told> said) {
    SortedMap<Integer, byte[]> involved = new TreeMap<>();
    for (Pair pair : pairs) {
      involved.put(pair.prover(), replies.get(pair.prover()));
      involved.put(pair.verifier(), replies.get(pair.verifier()));
    }
    SortedMap<Integer, byte[]> opened = replies(ProofNotes.dispute(pairs, involved));
    SortedMap<Integer, Integer> read = new TreeMap<>();
    for (Pair pair : pairs) {
      byte[] common = null;
      for (int side : new int[] {pair.prover(), pair.verifier()}) {
        int at = read.merge(side, 1, Integer::sum) - 1;
        byte[] reply = opened.get(side);
        byte[] secret =
            reply.length < (at + 1) * Secrets.SIZE
                ? new byte[0]
                : Arrays.copyOfRange(reply, at * Secrets.SIZE, (at + 1) * Secrets.SIZE);
        if (pledges.fits(pair.prover(), pair.verifier(), secret)) {
          common = secret;
        } else {
          liars.add(side);
        }
      }
      if (common != null) {
        judge(pair, common, liars, said);
      }
    }
  }

  private void judge(
      Pair pair, byte[] common, SortedSet<Integer> liars, SortedMap<Integer, Told> said) {
    int prover = pair.prover();
    int verifier = pair.verifier();
    byte[] key = MaskedAttempt.pairKey(common, sealing, prover, verifier);
    long[] numbers =
        statement.numbers(announced.get(prover).attempt(), List.of(Masks.words(key)))[0];
    byte[] mask = ProofNotes.mask(common, proving, prover, verifier);
    long[] share = Keystream.elements(mask, ProofNotes.words(systems.get(prover)));
    byte[] right =
        ProofNotes.bytes(answer(prover, Masks.signed(numbers, prover, verifier), share, false));
    if (!Arrays.equals(MaskedAttempt.hash(right), told.get(prover).hashes().get(verifier))) {
      liars.add(prover);
    }
    if (!Arrays.equals(right, told.get(verifier).answers().get(prover))) {
      liars.add(verifier);
      SortedMap<Integer, byte[]> answers = new TreeMap<>(said.get(verifier).answers());
      answers.put(prover, right);
      said.put(verifier, new Told(answers, said.get(verifier).hashes()));
    }
  }

  /** Returns the replies of all members: a sum that is open already cannot do without one. */
  private SortedMap<Integer, byte[]> replies(byte[] note) {
    SortedMap<Integer, byte[]> byNumber = new TreeMap<>();
    notes.send(note).forEach((id, reply) -> byNumber.put(group.numberOf(id), reply));
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
