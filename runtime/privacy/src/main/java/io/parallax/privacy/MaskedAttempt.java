package io.parallax.privacy;

import io.parallax.core.ProtocolViolation;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One attempt at one masked sum, as one party sees it. Every stage is answered once and in order;
 * the same note again gets the same answer, another one ends the attempt. Each stage's notes go
 * into a hash (the context) from which all later keys are derived, so that parties who were told
 * different things cannot read each other's shares.
 */
final class MaskedAttempt {
  private final Circle circle;
  private final int me;
  private final Channels channels;
  private final long sequence;
  private final Curve.Pair mask = Curve.pair();
  private final byte[] self = Secrets.random();
  private final byte[][] told = new byte[MaskNotes.STAGES][];
  private final byte[][] answered = new byte[MaskNotes.STAGES][];
  private int next = MaskNotes.SHARES;
  private List<Mask> masks = List.of(); // on the words, once they are asked for
  private byte[] context;
  private byte[] asked; // the hash of what the words answer
  private SortedMap<Integer, MaskNotes.Keys> keys = new TreeMap<>();
  private final SortedMap<Integer, byte[]> shares = new TreeMap<>(); // of both secrets, by owner
  private List<Integer> survivors = List.of();

  MaskedAttempt(Circle circle, int me, Channels channels, long sequence, byte[] begun) {
    this.circle = circle;
    this.me = me;
    this.channels = channels;
    this.sequence = sequence;
    this.context = hash(circle.digest(sequence), begun);
  }

  long sequence() {
    return sequence;
  }

  byte[] keys() {
    return MaskNotes.write(channels.keys(mask.open()));
  }

  /** Whose words are summed, once that was told. */
  List<Integer> survivors() {
    return survivors;
  }

  /** The hash of what its words answer; where it gave none, what no other exchange has. */
  byte[] asked() {
    return asked == null ? hash(circle.digest(sequence)) : asked;
  }

  boolean awaitsWords() {
    return next == MaskNotes.COMMIT && masks.isEmpty();
  }

  byte[] reply(byte[] note) {
    int stage = note[0];
    byte[] heard = hash(note);
    if (stage < next) {
      if (!Arrays.equals(told[stage], heard)) {
        throw new ProtocolViolation(
            "exchange " + sequence + ": a stage of its masked sum came twice with other content");
      }
      return answered[stage];
    }
    if (stage > next || (stage == MaskNotes.COMMIT && masks.isEmpty())) {
      throw new ProtocolViolation(
          "exchange " + sequence + ": a stage of its masked sum came too early");
    }
    byte[] answer = answer(stage, note);
    told[stage] = heard;
    answered[stage] = answer;
    next = stage + 1;
    return answer;
  }

  private byte[] answer(int stage, byte[] note) {
    return switch (stage) {
      case MaskNotes.SHARES -> share(note);
      case MaskNotes.DELIVER -> receive(note);
      case MaskNotes.COMMIT -> commit(note);
      default -> unmask(note);
    };
  }

  /** Everybody's keys have come: shares of the two secrets, each encrypted for one member. */
  private byte[] share(byte[] note) {
    keys = MaskNotes.readKeys(note);
    requireMembers(keys.keySet(), null);
    MaskNotes.Keys own = keys.get(me);
    if (!Arrays.equals(MaskNotes.write(own), keys())) {
      throw new ProtocolViolation("this party's own key was changed on the way");
    }
    keys.forEach((number, one) -> meet(number, one));
    context = hash(context, note);
    byte[][] ofSelf = Shamir.split(self, circle.members().size(), circle.threshold());
    byte[][] ofMask = Shamir.split(mask.secret(), circle.members().size(), circle.threshold());
    ByteBuffer out = ByteBuffer.allocate(Secrets.SIZE + (keys.size() - 1) * MaskNotes.SEALED);
    out.put(pledge(self, context));
    for (int number : keys.keySet()) {
      byte[] both = join(ofSelf[number - 1], ofMask[number - 1]);
      if (number == me) {
        shares.put(me, both);
      } else {
        out.put(Secrets.encrypt(channels.key(me, number, context, "share"), both));
      }
    }
    return out.array();
  }

  private void meet(int number, MaskNotes.Keys one) {
    if (number != me) {
      channels.meet(number, one);
    }
  }

  /** By this the coordinator can tell whether shares give back the secret they are of. */
  static byte[] pledge(byte[] secret, byte[] context) {
    return Secrets.hmac(secret, context);
  }

  /** Everybody's shares have come: those for this party must open under the keys it was told. */
  private byte[] receive(byte[] note) {
    int each = (keys.size() - 1) * MaskNotes.SEALED;
    SortedMap<Integer, byte[]> all = MaskNotes.readCollected(note, each);
    requireMembers(all.keySet(), keys.keySet());
    for (var from : all.entrySet()) {
      if (from.getKey() != me) {
        shares.put(from.getKey(), opened(from.getKey(), from.getValue()));
      }
    }
    shares.keySet().retainAll(all.keySet());
    context = hash(context, note);
    return new byte[] {1};
  }

  private byte[] opened(int from, byte[] all) {
    List<Integer> others = new ArrayList<>(keys.keySet());
    others.remove((Integer) from);
    int at = others.indexOf(me) * MaskNotes.SEALED;
    byte[] sealedShare = Arrays.copyOfRange(all, at, at + MaskNotes.SEALED);
    byte[] both = Secrets.decrypt(channels.key(from, me, context, "share"), sealedShare);
    if (both == null) {
      throw new ProtocolViolation(
          "party "
              + circle.member(from)
              + "'s share was made for other keys than this party was told: the coordinator has"
              + " told them different things, or the share was changed");
    }
    return both;
  }

  /** A mask on words: its key, and whether it is taken away. */
  private record Mask(byte[] key, boolean minus) {}

  /** Makes this party's own mask, and one with every other member that the two of them share. */
  void begin(byte[] askHash) {
    if (!awaitsWords()) {
      throw onlyOnce();
    }
    asked = askHash.clone();
    context = hash(context, askHash);
    List<Mask> made = new ArrayList<>();
    made.add(new Mask(Secrets.derive(self, context, "self " + me), false));
    for (int other : shares.keySet()) {
      if (other != me) {
        byte[] common = Curve.agree(mask.secret(), keys.get(other).mask());
        made.add(new Mask(pairKey(common, context, me, other), other < me));
      }
    }
    masks = List.copyOf(made);
  }

  /** Adds the masks to some of the words; the caller gives the same words each time. */
  void seal(int from, LongBuffer words) {
    if (masks.isEmpty() || next != MaskNotes.COMMIT) {
      throw onlyOnce();
    }
    Keystream stream = new Keystream();
    masks.forEach(one -> stream.apply(one.key, one.minus, from, words));
  }

  private ProtocolViolation onlyOnce() {
    return new ProtocolViolation(
        "exchange " + sequence + ": masks are used once, and for words that were asked for");
  }

  static byte[] pairKey(byte[] common, byte[] context, int one, int other) {
    int low = Math.min(one, other);
    return Secrets.derive(common, context, "mask " + low + "-" + Math.max(one, other));
  }

  /** Whose words have come: tells each of them that it was told so. */
  private byte[] commit(byte[] note) {
    survivors = MaskNotes.readNumbers(note);
    requireMembers(survivors, shares.keySet());
    ByteBuffer out = ByteBuffer.allocate((survivors.size() - 1) * Secrets.SIZE);
    for (int other : survivors) {
      if (other != me) {
        out.put(code(me, other));
      }
    }
    return out.array();
  }

  private byte[] code(int from, int to) {
    return Secrets.hmac(channels.key(from, to, context, "commit"), MaskNotes.numbers(survivors));
  }

  /** Enough of them were told the same: one share of every member, never of both its secrets. */
  private byte[] unmask(byte[] note) {
    int each = (survivors.size() - 1) * Secrets.SIZE;
    SortedMap<Integer, byte[]> all = MaskNotes.readCollected(note, each);
    requireMembers(all.keySet(), survivors);
    all.forEach(this::requireSame);
    ByteBuffer out = ByteBuffer.allocate(shares.size() * Secrets.SIZE);
    shares.forEach(
        (owner, both) -> out.put(both, survivors.contains(owner) ? 0 : Secrets.SIZE, Secrets.SIZE));
    return out.array();
  }

  private void requireSame(int from, byte[] codes) {
    if (from == me) {
      return;
    }
    List<Integer> others = new ArrayList<>(survivors);
    others.remove((Integer) from);
    int at = others.indexOf(me) * Secrets.SIZE;
    byte[] code = Arrays.copyOfRange(codes, at, at + Secrets.SIZE);
    if (!MessageDigest.isEqual(code, code(from, me))) {
      throw new ProtocolViolation(
          "party "
              + circle.member(from)
              + " was told another ask or other survivors than this party; nothing is unmasked");
    }
  }

  private void requireMembers(Collection<Integer> numbers, Collection<Integer> among) {
    boolean known =
        among == null
            ? numbers.stream().allMatch(n -> n <= circle.members().size())
            : among.containsAll(numbers);
    if (!known || !numbers.contains(me)) {
      throw new ProtocolViolation(
          "exchange " + sequence + ": a masked sum names members who do not take part in it");
    }
    if (numbers.size() < circle.threshold()) {
      throw new ProtocolViolation(
          "exchange %d: %d of %d parties are left, and a masked sum needs %d"
              .formatted(sequence, numbers.size(), circle.members().size(), circle.threshold()));
    }
  }

  static byte[] hash(byte[]... parts) {
    MessageDigest sha = Secrets.sha256();
    for (byte[] part : parts) {
      sha.update(part);
    }
    return sha.digest();
  }

  private static byte[] join(byte[] a, byte[] b) {
    byte[] both = Arrays.copyOf(a, a.length + b.length);
    System.arraycopy(b, 0, both, a.length, b.length);
    return both;
  }
}
