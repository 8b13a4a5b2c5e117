package io.parallax.privacy;

import io.parallax.core.PartyId;
import io.parallax.core.PartyLost;
import io.parallax.core.ProtocolViolation;
import io.parallax.engine.LimitedRows;
import io.parallax.engine.SumProtocol;
import io.parallax.math.Threads;
import io.parallax.privacy.proof.Field64;
import io.parallax.privacy.proof.Projections;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Supplier;

/** The coordinator's side of masked sums: forwards notes, and removes the masks from the sum. */
final class MaskedCoordinator implements SumProtocol.CoordinatorSide {
  private static final int STRETCH = 16 * Keystream.BLOCK;
  private final SumGroup group;
  private long prepared;
  private byte[] context;
  private byte[] pledged;
  private SortedMap<Integer, MaskNotes.Keys> keys;
  private SortedMap<Integer, byte[]> pledges;
  private Pledges pairs;
  private final Signing signing;
  private final Challenges challenges;
  private final SealedWords words;

  MaskedCoordinator(SumGroup group, Signing signing, Challenges challenges) {
    this.group = group;
    this.signing = signing;
    this.challenges = challenges;
    this.words = new SealedWords(group);
  }

  /** A mask in a sum: its key, and whether it is subtracted. */
  private record Mask(byte[] key, boolean minus) {}

  @Override
  public boolean inSight() {
    return false;
  }

  /** Returns false: parties do not help to open such a sum, see {@link OpenedSums}. */
  @Override
  public boolean takesBack() {
    return false;
  }

  @Override
  public int least() {
    return group.threshold();
  }

  @Override
  public void prepare(long sequence, SumProtocol.Notes notes) {
    prepared = sequence;
    byte[] begin = MaskNotes.begin();
    keys = new TreeMap<>();
    replies(notes, begin, null)
        .forEach((number, reply) -> keys.put(number, readKeys(number, reply)));
    byte[] known = MaskNotes.keys(keys);
    pledged = MaskedAttempt.hash(group.digest(sequence), begin);
    pledged = MaskedAttempt.hash(pledged, known);
    int size = Secrets.SIZE + (keys.size() - 1) * MaskNotes.SEALED;
    int more = group.proved() ? (keys.size() - 1) * Secrets.SIZE : 0;
    pairs = new Pledges(group, pledged);
    SortedMap<Integer, byte[]> sealed = new TreeMap<>();
    pledges = new TreeMap<>();
    replies(notes, known, keys.keySet())
        .forEach(
            (number, reply) -> {
              requireSize(number, reply, size + more);
              pledges.put(number, Arrays.copyOf(reply, Secrets.SIZE));
              sealed.put(number, Arrays.copyOfRange(reply, Secrets.SIZE, size));
              if (group.proved()) {
                pairs.read(number, reply, size, keys.keySet());
              }
            });
    pairs.requireSame();
    byte[] delivery = MaskNotes.collected(MaskNotes.DELIVER, sealed);
    context = MaskedAttempt.hash(pledged, delivery);
    replies(notes, delivery, sealed.keySet());
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
    if (sequence != prepared) {
      throw new IllegalStateException("exchange " + sequence + " was not prepared");
    }
    prepared = 0; // an attempt is opened once
    SortedSet<Integer> survivors = new TreeSet<>();
    among.forEach(id -> survivors.add(group.numberOf(id)));
    requireEnough(survivors, pledges.keySet());
    byte[] sealing = MaskedAttempt.hash(context, askHash.get());
    SortedMap<Integer, byte[]> drawn = new TreeMap<>();
    SortedMap<Integer, List<Mask>> masks =
        masks(survivors, unmask(survivors, notes, drawn), sealing);
    open(masks.values().stream().flatMap(List::stream).toList(), total);
    if (words.proves()) {
      challenges.during(sequence, () -> verify(masks, drawn, sealing, total, notes));
      words.forget();
    }
    for (int i = 0; i < total.length; i++) {
      total[i] = Field64.signed(total[i]);
    }
  }

  private void verify(
      SortedMap<Integer, List<Mask>> masks,
      SortedMap<Integer, byte[]> drawn,
      byte[] sealing,
      long[] total,
      SumProtocol.Notes notes) {
    SortedMap<Integer, Projections.Words> shares = new TreeMap<>();
    masks.forEach((number, some) -> shares.put(number, without(words.of(number), some)));
    var limits = words.limits(masks.keySet());
    new Verifier(group, signing, shares, pairs, notes, sealing, limits, words.count())
        .verify(drawn, Projections.Words.of(total));
  }

  /** Returns a member's words without the masks that the coordinator knows. */
  private static Projections.Words without(long[] sealed, List<Mask> masks) {
    Keystream stream = new Keystream();
    return (from, to, count) -> {
      System.arraycopy(sealed, from, to, 0, count);
      LongBuffer words = LongBuffer.wrap(to, 0, count).slice();
      masks.forEach(mask -> stream.apply(mask.key, !mask.minus, from, words));
    };
  }

  /**
   * Returns the shares of one secret of each member, by the members that sent them.
   *
   * @param drawn receives each member's part of a challenge
   */
  private SortedMap<Integer, SortedMap<Integer, byte[]>> unmask(
      SortedSet<Integer> survivors, SumProtocol.Notes notes, SortedMap<Integer, byte[]> drawn) {
    int codes = (survivors.size() - 1) * Secrets.SIZE;
    int more = group.proved() ? Secrets.SIZE : 0;
    SortedMap<Integer, byte[]> agreed = new TreeMap<>();
    replies(notes, MaskNotes.numbers(survivors), survivors)
        .forEach(
            (number, reply) -> {
              requireSize(number, reply, codes + more);
              agreed.put(number, Arrays.copyOf(reply, codes));
              drawn.put(number, Arrays.copyOfRange(reply, codes, codes + more));
            });
    byte[] note = MaskNotes.collected(MaskNotes.UNMASK, agreed);
    SortedMap<Integer, SortedMap<Integer, byte[]>> shares = new TreeMap<>();
    replies(notes, note, agreed.keySet())
        .forEach(
            (number, reply) -> {
              requireSize(number, reply, pledges.size() * Secrets.SIZE);
              ByteBuffer from = ByteBuffer.wrap(reply);
              for (int owner : pledges.keySet()) {
                byte[] share = new byte[Secrets.SIZE];
                from.get(share);
                shares.computeIfAbsent(owner, o -> new TreeMap<>()).put(number, share);
              }
            });
    return shares;
  }

  /** Returns the masks that the sum contains besides words, by the survivor that added them. */
  private SortedMap<Integer, List<Mask>> masks(
      SortedSet<Integer> survivors,
      SortedMap<Integer, SortedMap<Integer, byte[]>> shares,
      byte[] sealing) {
    SortedMap<Integer, List<Mask>> masks = new TreeMap<>();
    survivors.forEach(number -> masks.put(number, new ArrayList<>()));
    shares.forEach(
        (owner, some) -> {
          byte[] secret = Shamir.join(some);
          if (survivors.contains(owner)) {
            requireFit(owner, MaskedAttempt.pledge(secret, pledged), pledges.get(owner));
            byte[] key = Secrets.derive(secret, sealing, "self " + owner);
            masks.get(owner).add(new Mask(key, false));
          } else {
            requireFit(owner, Curve.open(secret), keys.get(owner).mask());
            for (int other : survivors) {
              byte[] common = Curve.agree(secret, keys.get(other).mask());
              byte[] key = MaskedAttempt.pairKey(common, sealing, owner, other);
              masks.get(other).add(new Mask(key, owner < other));
            }
          }
        });
    return masks;
  }

  /** Takes masks off a total, which then has whole numbers of either sign again. */
  private static void open(List<Mask> masks, long[] total) {
    Threads.forEach(
        (total.length + STRETCH - 1) / STRETCH,
        k -> {
          int from = k * STRETCH;
          Keystream stream = new Keystream();
          for (Mask mask : masks) {
            int count = Math.min(STRETCH, total.length - from);
            stream.apply(mask.key, !mask.minus, total, from, count);
          }
        });
  }

  private void requireFit(int owner, byte[] found, byte[] expected) {
    if (!Arrays.equals(found, expected)) {
      throw new ProtocolViolation(
          "the shares about party "
              + group.member(owner)
              + " do not reconstruct its secret: one of them is wrong; the sum is not used");
    }
  }

  private MaskNotes.Keys readKeys(int number, byte[] reply) {
    MaskNotes.Keys read = MaskNotes.Keys.of(reply);
    requireSize(number, reply, read.size());
    return read;
  }

  private void requireSize(int number, byte[] reply, int size) {
    requireSize(group, number, reply, size);
  }

  static void requireSize(SumGroup group, int number, byte[] reply, int size) {
    if (reply.length != size) {
      throw new ProtocolViolation(
          "party %s sent %d bytes for a masked sum; there must be %d"
              .formatted(group.member(number), reply.length, size));
    }
  }

  private SortedMap<Integer, byte[]> replies(
      SumProtocol.Notes notes, byte[] note, Set<Integer> among) {
    SortedMap<Integer, byte[]> byNumber = new TreeMap<>();
    notes.send(note).forEach((id, reply) -> byNumber.put(group.numberOf(id), reply));
    if (among != null) {
      byNumber.keySet().retainAll(among); // a party that was absent before cannot take part now
    }
    requireEnough(byNumber.keySet(), byNumber.keySet());
    return byNumber;
  }

  private void requireEnough(Set<Integer> left, Set<Integer> among) {
    if (!among.containsAll(left)) {
      throw new ProtocolViolation(
          "words were received from a party that does not take part in this masked sum");
    }
    if (left.size() < group.threshold()) {
      PartyId lost =
          group.members().stream()
              .filter(id -> !left.contains(group.numberOf(id)))
              .findFirst()
              .orElseThrow();
      throw new PartyLost(
          lost,
          "%d of %d parties are left; a masked sum needs at least %d"
              .formatted(left.size(), group.members().size(), group.threshold()),
          null);
    }
  }
}
