package io.parallax.privacy;

import io.parallax.core.ProtocolViolation;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A secret key with each of the other parties, unknown to the coordinator: X25519 between keys that
 * each has signed. The keys are generated at every start of the program.
 */
final class Channels {
  private final SumGroup group;
  private final int me;
  private final Signing signing;
  private final Curve.Pair own = Curve.pair();
  private final byte[] signature;
  private final Map<Integer, Known> known = new ConcurrentHashMap<>();

  private record Known(byte[] open, byte[] secret) {}

  Channels(SumGroup group, int me, Signing signing) {
    this.group = group;
    this.me = me;
    this.signing = signing;
    this.signature = signing.sign(group.member(me), statement(me, own.open()));
  }

  MaskNotes.Keys keys(byte[] mask) {
    return new MaskNotes.Keys(own.open(), signature, mask);
  }

  /**
   * Makes sure of a member's key; a signature is looked at once.
   *
   * @return the secret with this member
   */
  byte[] meet(int number, MaskNotes.Keys keys) {
    Known before = known.get(number);
    if (before != null && Arrays.equals(before.open, keys.channel())) {
      return before.secret;
    }
    if (!signing.signed(
        group.member(number), statement(number, keys.channel()), keys.signature())) {
      throw new ProtocolViolation(
          "the key that came as party "
              + group.member(number)
              + "'s was not signed by it, or its certificate is not valid any more");
    }
    byte[] secret = Curve.agree(own.secret(), keys.channel());
    known.put(number, new Known(keys.channel(), secret));
    return secret;
  }

  /** Returns the key for one purpose between two members, one of which is this party. */
  byte[] key(int from, int to, byte[] context, String purpose) {
    byte[] secret = known.get(from == me ? to : from).secret;
    return Secrets.derive(secret, context, purpose + " " + from + ">" + to);
  }

  Signing signing() {
    return signing;
  }

  /** Signs content as this party. */
  byte[] sign(byte[] content) {
    return signing.sign(group.member(me), content);
  }

  /** Returns true if a member has signed content. */
  boolean signed(int number, byte[] content, byte[] signature) {
    return signing.signed(group.member(number), content, signature);
  }

  private byte[] statement(int number, byte[] key) {
    byte[] about = ("channel of " + group.member(number) + " ").getBytes(StandardCharsets.US_ASCII);
    byte[] digest = group.digest(0);
    byte[] all = Arrays.copyOf(about, about.length + digest.length + key.length);
    System.arraycopy(digest, 0, all, about.length, digest.length);
    System.arraycopy(key, 0, all, about.length + digest.length, key.length);
    return all;
  }
}
