package io.parallax.privacy;

import io.parallax.core.PartyId;
import io.parallax.core.PartyLost;
import io.parallax.core.ProtocolViolation;
import io.parallax.engine.LimitedRows;
import io.parallax.engine.SumProtocol;
import io.parallax.privacy.proof.Field64;
import io.parallax.privacy.proof.Projections;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The coordinator's side of masked sums of all members. Before the first sum it forwards the
 * members' keys; from then on the masks cancel in each sum of their words, without another note.
 */
final class WholeCoordinator implements SumProtocol.CoordinatorSide {
  private static final long MOST = 1L << 62; // of a word of a sum
  private final SumGroup group;
  private final Challenges challenges;
  private final SealedWords words;
  private byte[] context; // of the agreement; null before it
  private int proofs; // how many are complete
  private Pledges pledges;
  private SortedMap<Integer, byte[]> drawn = new TreeMap<>(); // for the next challenge
  private SortedMap<Integer, byte[]> upcoming; // what was told of the proof after this one

  WholeCoordinator(SumGroup group, Challenges challenges) {
    this.group = group;
    this.challenges = challenges;
    this.words = new SealedWords(group);
  }

  @Override
  public boolean inSight() {
    return false;
  }

  @Override
  public boolean takesBack() {
    return false;
  }

  @Override
  public int least() {
    return group.members().size();
  }

  @Override
  public void prepare(long sequence, SumProtocol.Notes notes) {
    if (context != null) {
      return;
    }
    byte[] begin = MaskNotes.begin();
    SortedMap<Integer, MaskNotes.Keys> keys = new TreeMap<>();
    replies(notes, begin).forEach((number, reply) -> keys.put(number, readKeys(number, reply)));
    byte[] known = MaskNotes.keys(keys);
    byte[] agreed = MaskedAttempt.hash(Agreement.begin(group, sequence, begin), known);
    SortedMap<Integer, byte[]> met = replies(notes, known);
    met.forEach((number, reply) -> requireSame(number, reply, agreed));
    met.replaceAll((number, reply) -> Arrays.copyOfRange(reply, Secrets.SIZE, reply.length));
    readNext(agreed, met);
    context = agreed;
  }

  private MaskNotes.Keys readKeys(int number, byte[] reply) {
    MaskNotes.Keys read = MaskNotes.Keys.of(reply);
    requireSize(number, reply, read.size());
    return read;
  }

  private void requireSame(int number, byte[] reply, byte[] agreed) {
    requireSize(number, reply, Secrets.SIZE + Agreement.nextSize(group));
    if (!Arrays.equals(Arrays.copyOf(reply, Secrets.SIZE), agreed)) {
      throw new ProtocolViolation(
          "party %s has not received the keys of all members as they were sent; no words are asked for"
              .formatted(group.member(number)));
    }
  }

  /** Reads what members pledge for the next proof. */
  private void readNext(byte[] agreed, SortedMap<Integer, byte[]> parts) {
    if (!group.proved()) {
      return;
    }
    pledges = new Pledges(group, Agreement.proving(agreed, proofs));
    int size = Agreement.nextSize(group) - Secrets.SIZE;
    drawn = new TreeMap<>();
    parts.forEach(
        (number, part) -> {
          pledges.read(number, part, 0, parts.keySet());
          drawn.put(number, Arrays.copyOfRange(part, size, size + Secrets.SIZE));
        });
    pledges.requireSame();
  }

  @Override
  public void expect(int count, Function<PartyId, List<LimitedRows>> limits) {
    words.expect(count, limits);
  }

  @Override
  public boolean proves(int count, Function<PartyId, List<LimitedRows>> limits) {
    return Statement.whole(group, count, limits);
  }

  @Override
  public void add(SortedMap<PartyId, LongBuffer> some, long[] total, int from) {
    words.add(some, total, from);
  }

  @Override
  public void open(
      long sequence,
      Supplier<byte[]> askHash,
      SortedSet<PartyId> among,
      long[] total,
      SumProtocol.Notes notes) {
    requireAll(among);
    if (group.proved()) {
      byte[] sealing = Agreement.sealing(context, sequence, askHash.get());
      challenges.during(sequence, () -> verify(sealing, notes));
      words.forget();
    }
    boolean garbled = false;
    for (int i = 0; i < total.length; i++) {
      total[i] = Field64.signed(total[i]);
      garbled |= total[i] > MOST || total[i] < -MOST;
    }
    if (garbled) {
      throw new ProtocolViolation(
          "the masks of exchange %d do not cancel: parties have answered different asks, or one runs a different or modified program; the sum is not used"
              .formatted(sequence));
    }
  }

  private void verify(byte[] sealing, SumProtocol.Notes notes) {
    SortedMap<Integer, Projections.Words> shares = new TreeMap<>();
    for (int number = 1; number <= group.members().size(); number++) {
      long[] sealed = words.of(number);
      shares.put(number, (from, to, count) -> System.arraycopy(sealed, from, to, 0, count));
    }
    var limits = words.limits(shares.keySet());
    SumProtocol.Notes between = new WithoutNext(notes);
    upcoming = null;
    new Verifier(group, shares, pledges, between, sealing, limits, words.count()).verify(drawn);
    if (upcoming != null) {
      proofs++;
      readNext(context, upcoming);
    }
  }

  /** The notes of a proof, with replies that end where those about this proof do. */
  private final class WithoutNext implements SumProtocol.Notes {
    private final SumProtocol.Notes all;

    WithoutNext(SumProtocol.Notes all) {
      this.all = all;
    }

    @Override
    public SortedMap<PartyId, byte[]> send(byte[] note) {
      return withoutNext(note, all.send(note));
    }

    @Override
    public SortedMap<PartyId, byte[]> send(byte[] note, long most) {
      return withoutNext(note, all.send(note, most));
    }
  }

  /** Takes the pledges for the next proof off the replies in which they come. */
  private SortedMap<PartyId, byte[]> withoutNext(byte[] note, SortedMap<PartyId, byte[]> replies) {
    if (note[0] != ProofNotes.CHECK) {
      return replies;
    }
    int size = Agreement.nextSize(group);
    SortedMap<Integer, byte[]> next = new TreeMap<>();
    SortedMap<PartyId, byte[]> left = new TreeMap<>();
    replies.forEach(
        (id, reply) -> {
          if (reply.length < size) {
            requireSize(group.numberOf(id), reply, size);
          }
          next.put(group.numberOf(id), Arrays.copyOf(reply, size));
          left.put(id, Arrays.copyOfRange(reply, size, reply.length));
        });
    upcoming = next;
    return left;
  }

  private void requireAll(SortedSet<PartyId> among) {
    for (PartyId member : group.members()) {
      if (!among.contains(member)) {
        throw new PartyLost(
            member,
            "%d of %d parties are left; this masked sum needs all"
                .formatted(among.size(), group.members().size()),
            null);
      }
    }
  }

  private SortedMap<Integer, byte[]> replies(SumProtocol.Notes notes, byte[] note) {
    SortedMap<PartyId, byte[]> replies = notes.send(note);
    requireAll(new TreeSet<>(replies.keySet()));
    SortedMap<Integer, byte[]> byNumber = new TreeMap<>();
    replies.forEach((id, reply) -> byNumber.put(group.numberOf(id), reply));
    return byNumber;
  }

  private void requireSize(int number, byte[] reply, int size) {
    MaskedCoordinator.requireSize(group, number, reply, size);
  }
}
