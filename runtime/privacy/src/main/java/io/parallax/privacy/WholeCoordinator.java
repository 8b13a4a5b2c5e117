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
  private final Signing signing;
  private final Challenges challenges;
  private final SealedWords words;
  private byte[] context; // of the agreement; null before it
  private final boolean bound;

  /**
   * @param bound whether masks depend on all asks so far
   */
  WholeCoordinator(SumGroup group, Signing signing, Challenges challenges, boolean bound) {
    this.group = group;
    this.signing = signing;
    this.challenges = challenges;
    this.bound = bound;
    this.words = new SealedWords(group);
  }

  @Override
  public boolean bindsHistory() {
    return bound && group.proved();
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
    replies(notes, known).forEach((number, reply) -> requireSame(number, reply, agreed));
    context = agreed;
  }

  private MaskNotes.Keys readKeys(int number, byte[] reply) {
    try {
      MaskNotes.Keys read = MaskNotes.Keys.of(reply);
      requireSize(number, reply, read.size());
      Curve.requireSound(read.channel());
      Curve.requireSound(read.mask());
      return read;
    } catch (ProtocolViolation e) {
      throw new ProtocolViolation("party %s: %s".formatted(group.member(number), e.getMessage()));
    }
  }

  private void requireSame(int number, byte[] reply, byte[] agreed) {
    if (!Arrays.equals(reply, agreed)) {
      throw new ProtocolViolation(
          "party %s has not received the keys of all members as they were sent; no words are asked for"
              .formatted(group.member(number)));
    }
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
    if (words.proves()) {
      byte[] sealing = Agreement.sealing(context, sequence, askHash.get());
      challenges.during(sequence, () -> verify(sealing, total, notes));
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

  private void verify(byte[] sealing, long[] total, SumProtocol.Notes notes) {
    SortedMap<Integer, Projections.Words> shares = new TreeMap<>();
    for (int number = 1; number <= group.members().size(); number++) {
      shares.put(number, Projections.Words.of(words.of(number)));
    }
    var limits = words.limits(shares.keySet());
    Pledges pledges = new Pledges(group, Agreement.proving(group, sealing));
    SumProtocol.Notes between = new WithPledges(notes, pledges);
    byte[] drawn = Secrets.random(); // after all words have come
    SortedMap<Integer, byte[]> challenge = new TreeMap<>();
    shares.keySet().forEach(number -> challenge.put(number, drawn));
    new Verifier(group, signing, shares, pledges, between, sealing, limits, words.count())
        .verify(challenge, Projections.Words.of(total));
  }

  /** The notes of a proof; pledges are taken off the replies with which they come. */
  private final class WithPledges implements SumProtocol.Notes {
    private final SumProtocol.Notes all;
    private final Pledges pledges;
    private final int size = (group.members().size() - 1) * Secrets.SIZE;

    WithPledges(SumProtocol.Notes all, Pledges pledges) {
      this.all = all;
      this.pledges = pledges;
    }

    @Override
    public SortedMap<PartyId, byte[]> send(byte[] note) {
      return without(note, all.send(note));
    }

    @Override
    public SortedMap<PartyId, byte[]> send(byte[] note, long most) {
      return without(note, all.send(note, most + size));
    }

    private SortedMap<PartyId, byte[]> without(byte[] note, SortedMap<PartyId, byte[]> replies) {
      if (note[0] != ProofNotes.PROVE) {
        return replies;
      }
      List<Integer> numbers = group.members().stream().map(group::numberOf).toList();
      SortedMap<PartyId, byte[]> left = new TreeMap<>();
      replies.forEach((id, reply) -> left.put(id, read(group.numberOf(id), reply, numbers)));
      pledges.requireSame();
      return left;
    }

    private byte[] read(int number, byte[] reply, List<Integer> numbers) {
      if (reply.length < size) {
        requireSize(number, reply, size);
      }
      pledges.read(number, reply, 0, numbers);
      return Arrays.copyOfRange(reply, size, reply.length);
    }
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
