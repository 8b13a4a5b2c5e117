package io.parallax.privacy;

import io.parallax.core.ProtocolViolation;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What one party has in common with each of the others, and the coordinator has not: a key by
 * X25519 between keys that each has signed. Made anew whenever the program starts.
 */
final class Channels {
  private final Circle circle;
  private final int me;
  private final Signing signing;
  private final Curve.Pair own = Curve.pair();
  private final byte[] signature;
  private final Map<Integer, Known> known = new ConcurrentHashMap<>();

  private record Known(byte[] open, byte[] secret) {}

  Channels(Circle circle, int me, Signing signing) {
    this.circle = circle;
    this.me = me;
    this.signing = signing;
    this.signature = signing.sign(circle.member(me), statement(me, own.open()));
  }

  MaskNotes.Keys keys(byte[] mask) {
    return new MaskNotes.Keys(own.open(), signature, mask);
  }

  /** Makes sure of a member's key; a signature is looked at once. */
  void meet(int number, MaskNotes.Keys keys) {
    Known before = known.get(number);
    if (before != null && Arrays.equals(before.open, keys.channel())) {
      return;
    }
    if (!signing.signed(
        circle.member(number), statement(number, keys.channel()), keys.signature())) {
      throw new ProtocolViolation(
          "the key that came as party " + circle.member(number) + "'s was not signed by it");
    }
    known.put(number, new Known(keys.channel(), Curve.agree(own.secret(), keys.channel())));
  }

  /** The key for one thing said by one member to another, of whom this party is one. */
  byte[] key(int from, int to, byte[] context, String purpose) {
    byte[] secret = known.get(from == me ? to : from).secret;
    return Secrets.derive(secret, context, purpose + " " + from + ">" + to);
  }

  private byte[] statement(int number, byte[] key) {
    byte[] about =
        ("channel of " + circle.member(number) + " ").getBytes(StandardCharsets.US_ASCII);
    byte[] digest = circle.digest(0);
    byte[] all = Arrays.copyOf(about, about.length + digest.length + key.length);
    System.arraycopy(digest, 0, all, about.length, digest.length);
    System.arraycopy(key, 0, all, about.length + digest.length, key.length);
    return all;
  }
}
