package io.parallax.privacy;

import io.parallax.core.ProtocolViolation;
import io.parallax.engine.SumProtocol;
import io.parallax.privacy.proof.Field64;
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
 * One attempt at one masked sum, as one party sees it. Every stage is answered once and in order; a
 * repeated note gets the same answer, a different one ends the attempt. Each stage's notes go into
 * a hash (the context) from which all later keys are derived, so that parties that received
 * different notes cannot read each other's shares.
 */
final class MaskedAttempt {
  private final SumGroup group;
  private final int me;
  private final Channels channels;
  private final long sequence;
  private final Curve.Pair mask = Curve.pair();
  private final byte[] self = Secrets.random();
  private final byte[] random = Secrets.random(); // this party's part of a challenge
  private final byte[][] told;
  private final byte[][] answered;
  private int next = MaskNotes.SHARES;
  private List<Mask> masks = List.of(); // applied to the words, once they are requested
  private byte[] context;
  private byte[] pledging; // of pledges
  private byte[] asked; // the hash of the ask that the words answer
  private SortedMap<Integer, MaskNotes.Keys> keys = new TreeMap<>();
  private final SortedMap<Integer, byte[]> shares = new TreeMap<>(); // of both secrets, by owner
  private List<Integer> survivors = List.of();
  private final SortedMap<Integer, byte[]> commons = new TreeMap<>(); // secrets with each member
  private SumProtocol.OwnWords words;
  private Prover prover;

  MaskedAttempt(SumGroup group, int me, Channels channels, long sequence, byte[] begun) {
    this.group = group;
    this.me = me;
    this.channels = channels;
    this.sequence = sequence;
    this.context = hash(group.digest(sequence), begun);
    this.told = new byte[group.stages()][];
    this.answered = new byte[group.stages()][];
  }

  long sequence() {
    return sequence;
  }

  byte[] keys() {
    return MaskNotes.write(channels.keys(mask.open()));
  }

  /** Returns the members whose words are summed, once the coordinator has named them. */
  List<Integer> survivors() {
    return survivors;
  }

  /**
   * Returns the hash of the ask that its words answer; without words, a value that no other
   * exchange has.
   */
  byte[] asked() {
    return asked == null ? hash(group.digest(sequence)) : asked;
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
            "exchange "
                + sequence
                + ": a stage of its masked sum was repeated with different content");
      }
      return answered[stage];
    }
    boolean found = stage == ProofNotes.FOUND && prover != null; // some stages are rarely needed
    if ((stage > next && !found) || (stage == MaskNotes.COMMIT && masks.isEmpty())) {
      throw new ProtocolViolation(
          "exchange " + sequence + ": a stage of its masked sum was requested too early");
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
      case MaskNotes.UNMASK -> unmask(note);
      default -> prover(stage).answer(note);
    };
  }

  private Prover prover(int stage) {
    if (stage == ProofNotes.PROVE) {
      if (words == null || !survivors.contains(me)) {
        throw new ProtocolViolation("a proof was requested of a party that has no words to prove");
      }
      SortedMap<Integer, Prover.Peer> peers = new TreeMap<>();
      for (int other : survivors) {
        if (other != me) {
          byte[] common = common(other);
          peers.put(other, new Prover.Peer(common, pairKey(common, context, me, other)));
        }
      }
      byte[] heard = hash(context, MaskNotes.numbers(survivors));
      byte[] pledges = Pledges.signed(peers, pledging, me);
      prover = new Prover(group, me, channels, peers, words, heard, pledges, random);
    }
    return prover;
  }

  /** Receives all keys; returns shares of the two secrets, each encrypted for one member. */
  private byte[] share(byte[] note) {
    keys = MaskNotes.readKeys(note);
    requireMembers(keys.keySet(), null);
    MaskNotes.Keys own = keys.get(me);
    if (!Arrays.equals(MaskNotes.write(own), keys())) {
      throw new ProtocolViolation("this party's own key was changed in transit");
    }
    keys.forEach((number, one) -> meet(number, one));
    context = hash(context, note);
    pledging = context;
    byte[][] ofSelf = Shamir.split(self, group.members().size(), group.threshold());
    byte[][] ofMask = Shamir.split(mask.secret(), group.members().size(), group.threshold());
    int each = MaskNotes.SEALED + (group.proved() ? Secrets.SIZE : 0);
    ByteBuffer out = ByteBuffer.allocate(Secrets.SIZE + (keys.size() - 1) * each);
    out.put(pledge(self, context));
    for (int number : keys.keySet()) {
      byte[] both = join(ofSelf[number - 1], ofMask[number - 1]);
      if (number == me) {
        shares.put(me, both);
      } else {
        out.put(Secrets.encrypt(channels.key(me, number, context, "share"), both));
      }
    }
    if (group.proved()) {
      for (int other : keys.keySet()) {
        if (other != me) {
          out.put(Pledges.of(common(other), context, me, other));
        }
      }
    }
    return out.array();
  }

  private void meet(int number, MaskNotes.Keys one) {
    if (number != me) {
      channels.meet(number, one);
    }
  }

  /** Returns the secret with another member for this attempt. */
  private byte[] common(int other) {
    return commons.computeIfAbsent(
        other, number -> Curve.agree(mask.secret(), keys.get(number).mask()));
  }

  /**
   * Returns a commitment by which the coordinator can check that shares reconstruct the right
   * secret.
   */
  static byte[] pledge(byte[] secret, byte[] context) {
    return Secrets.hmac(secret, context);
  }

  /** Receives all shares; those for this party must decrypt under the keys that it received. */
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
              + group.member(from)
              + "'s share was made for different keys than this party received: the coordinator sent them different keys, or the share was changed");
    }
    return both;
  }

  /** A mask on words: its key, and whether it is subtracted. */
  private record Mask(byte[] key, boolean minus) {}

  /** Makes this party's own mask, and one with every other member that the two of them share. */
  void begin(byte[] askHash, SumProtocol.OwnWords own) {
    if (!awaitsWords()) {
      throw onlyOnce();
    }
    asked = askHash.clone();
    words = own;
    context = hash(context, askHash);
    List<Mask> made = new ArrayList<>();
    made.add(new Mask(Secrets.derive(self, context, "self " + me), false));
    for (int other : shares.keySet()) {
      if (other != me) {
        made.add(new Mask(pairKey(common(other), context, me, other), other < me));
      }
    }
    masks = List.copyOf(made);
  }

  /** Adds the masks to some of the words; the caller gives the same words each time. */
  void seal(int from, LongBuffer words) {
    if (masks.isEmpty() || next != MaskNotes.COMMIT) {
      throw onlyOnce();
    }
    for (int i = 0; i < words.limit(); i++) {
      words.put(i, Field64.of(words.get(i)));
    }
    Keystream stream = new Keystream();
    masks.forEach(one -> stream.apply(one.key, one.minus, from, words));
  }

  private ProtocolViolation onlyOnce() {
    return new ProtocolViolation(
        "exchange " + sequence + ": a mask can be used only once, and only for requested words");
  }

  static byte[] pairKey(byte[] common, byte[] context, int one, int other) {
    int low = Math.min(one, other);
    return Secrets.derive(common, context, "mask " + low + "-" + Math.max(one, other));
  }

  /** Accepts the coordinator's list of survivors and confirms it to each of them. */
  private byte[] commit(byte[] note) {
    survivors = MaskNotes.readNumbers(note);
    requireMembers(survivors, shares.keySet());
    int parts = survivors.size() - 1 + (group.proved() ? 1 : 0);
    ByteBuffer out = ByteBuffer.allocate(parts * Secrets.SIZE);
    for (int other : survivors) {
      if (other != me) {
        out.put(code(me, other));
      }
    }
    return group.proved() ? out.put(random).array() : out.array();
  }

  private byte[] code(int from, int to) {
    return Secrets.hmac(channels.key(from, to, context, "commit"), MaskNotes.numbers(survivors));
  }

  /**
   * Checks that enough survivors received the same list; returns one share of every member, never
   * of both its secrets.
   */
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
              + group.member(from)
              + " received a different ask or different survivors than this party; nothing is unmasked");
    }
  }

  private void requireMembers(Collection<Integer> numbers, Collection<Integer> among) {
    boolean known =
        among == null
            ? numbers.stream().allMatch(n -> n <= group.members().size())
            : among.containsAll(numbers);
    if (!known || !numbers.contains(me)) {
      throw new ProtocolViolation(
          "exchange " + sequence + ": a masked sum names members that do not take part in it");
    }
    if (numbers.size() < group.threshold()) {
      throw new ProtocolViolation(
          "exchange %d: %d of %d parties are left; a masked sum needs at least %d"
              .formatted(sequence, numbers.size(), group.members().size(), group.threshold()));
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
