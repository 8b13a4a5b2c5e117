package io.parallax.privacy;

import io.parallax.core.ProtocolViolation;
import io.parallax.engine.SumProtocol;
import io.parallax.privacy.proof.Field64;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The secrets that one party has agreed with every other member, once for many sums of all members.
 * Nobody may leave such a sum, so no secret is ever reconstructed: masks between pairs are enough,
 * and every sum has masks of its own, whose keys depend on all that the members have heard.
 *
 * <p>It is in memory only. A party that restarts agrees anew with all others.
 */
final class Agreement {
  private static final byte[] KIND = "parallax sums of all 1".getBytes(StandardCharsets.US_ASCII);
  private final SumGroup group;
  private final int me;
  private final Channels channels;
  private final long begun;
  private final Curve.Pair mask = Curve.pair();
  private final SortedMap<Integer, byte[]> secrets = new TreeMap<>(); // by the other member
  private final SortedMap<Integer, byte[]> heard = new TreeMap<>(); // hashes of notes, by stage
  private final SortedMap<Integer, byte[]> answered = new TreeMap<>(); // the replies to them
  private byte[] context;
  private long sealed; // the last exchange whose words were masked
  private Prover prover;
  private byte[] pledges = {}; // of the secrets of this sum

  /** A mask on words: its key, and whether it is subtracted. */
  private record Mask(byte[] key, boolean minus) {}

  Agreement(SumGroup group, int me, Channels channels, long begun, byte[] note) {
    this.group = group;
    this.me = me;
    this.channels = channels;
    this.begun = begun;
    this.context = begin(group, begun, note);
  }

  static byte[] begin(SumGroup group, long sequence, byte[] note) {
    return MaskedAttempt.hash(KIND, group.digest(sequence), note);
  }

  byte[] keys() {
    return MaskNotes.write(channels.keys(mask.open()));
  }

  /** Returns true once all secrets are agreed. */
  boolean complete() {
    return answered.containsKey(MaskNotes.MEET);
  }

  /** Returns true if the words of this exchange were not masked yet. */
  boolean awaits(long sequence) {
    return complete() && sealed < sequence;
  }

  /** Returns true if the words of this exchange were masked. */
  boolean has(long sequence) {
    return sequence <= sealed;
  }

  byte[] reply(long sequence, byte[] note) {
    int stage = note[0];
    if (stage == MaskNotes.MEET ? sequence != begun : sequence != sealed || prover == null) {
      throw new ProtocolViolation(
          "exchange " + sequence + ": a stage of its masked sum was requested too early or late");
    }
    byte[] hash = MaskedAttempt.hash(note);
    if (heard.containsKey(stage)) {
      if (!Arrays.equals(heard.get(stage), hash)) {
        throw new ProtocolViolation(
            "exchange %d: a stage of its masked sum was repeated with different content"
                .formatted(sequence));
      }
      return answered.get(stage);
    }
    byte[] answer = stage == MaskNotes.MEET ? meet(note) : prove(stage, note);
    heard.put(stage, hash);
    answered.put(stage, answer);
    return answer;
  }

  /** Receives all keys; returns a hash by which the coordinator sees that they are the same. */
  private byte[] meet(byte[] note) {
    SortedMap<Integer, MaskNotes.Keys> keys = MaskNotes.readKeys(note);
    if (keys.size() != group.members().size() || keys.lastKey() != keys.size()) {
      throw new ProtocolViolation("the keys of a masked sum are not those of all its members");
    }
    if (!Arrays.equals(MaskNotes.write(keys.get(me)), keys())) {
      throw new ProtocolViolation("this party's own key was changed in transit");
    }
    context = MaskedAttempt.hash(context, note);
    keys.forEach(
        (number, one) -> {
          if (number != me) {
            secrets.put(number, secret(number, channels.meet(number, one), one.mask()));
          }
        });
    return context;
  }

  /** Returns a secret that needs both the signed key of this program and the new one. */
  private byte[] secret(int other, byte[] channel, byte[] open) {
    String pair = "pair " + Math.min(me, other) + "-" + Math.max(me, other);
    byte[] both = Prover.join(channel, Curve.agree(mask.secret(), open));
    return Secrets.derive(both, context, pair);
  }

  /** Returns the context of the masks on the words of one sum. */
  static byte[] sealing(byte[] context, long sequence, byte[] askHash) {
    byte[] number = ByteBuffer.allocate(8).putLong(sequence).array();
    return MaskedAttempt.hash(context, number, askHash);
  }

  /** Returns what the members of a proof have heard before its challenge. */
  static byte[] proving(SumGroup group, byte[] sealing) {
    List<Integer> all = group.members().stream().map(group::numberOf).toList();
    return MaskedAttempt.hash(sealing, MaskNotes.numbers(all));
  }

  /** Returns the masks on this party's words in one exchange. */
  SumProtocol.Seal seal(long sequence, byte[] askHash, SumProtocol.OwnWords words) {
    if (!awaits(sequence)) {
      throw new ProtocolViolation(
          "exchange " + sequence + ": a mask can be used only once, and only for requested words");
    }
    sealed = sequence;
    byte[] sealing = sealing(context, sequence, askHash);
    SortedMap<Integer, Prover.Peer> peers = new TreeMap<>();
    List<Mask> masks = new ArrayList<>();
    for (int other : secrets.keySet()) {
      byte[] common = Secrets.derive(secrets.get(other), sealing, "sum"); // of this sum alone
      byte[] key = MaskedAttempt.pairKey(common, sealing, me, other);
      peers.put(other, new Prover.Peer(common, key));
      masks.add(new Mask(key, other < me));
    }
    heard.keySet().removeIf(stage -> stage >= ProofNotes.PROVE);
    answered.keySet().removeIf(stage -> stage >= ProofNotes.PROVE);
    prover = null;
    if (group.proved() && words != null) {
      byte[] about = proving(group, sealing);
      pledges = Pledges.of(peers, about, me);
      prover =
          new Prover(
              group, me, channels, peers, words, about, Pledges.signed(peers, about, me), null);
    }
    return (from, some) -> apply(masks, from, some);
  }

  private static void apply(List<Mask> masks, int from, LongBuffer words) {
    for (int i = 0; i < words.limit(); i++) {
      words.put(i, Field64.of(words.get(i)));
    }
    Keystream stream = new Keystream();
    masks.forEach(one -> stream.apply(one.key, one.minus, from, words));
  }

  private byte[] prove(int stage, byte[] note) {
    int before = stage == ProofNotes.FOUND ? ProofNotes.PROVE : stage - 1;
    if (stage > ProofNotes.PROVE && !heard.containsKey(before)) {
      throw new ProtocolViolation("a stage of a proved sum was requested too early");
    }
    byte[] answer = prover.answer(note);
    return stage == ProofNotes.PROVE ? Prover.join(pledges, answer) : answer;
  }
}
