package io.parallax.privacy;

import io.parallax.core.Hashes;
import io.parallax.core.ProtocolViolation;
import io.parallax.math.Threads;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/**
 * A party's ids, blinded with its secret scalar, in an order that only it knows. Everything follows
 * from the secret and the ids.
 */
final class BlindedIds {
  private static final int INDEX_BITS = 24;

  /** The most ids that fit into the order. */
  static final int MOST = 1 << INDEX_BITS;

  private static final int STRETCH = 64;
  private static final byte[] SALT = "parallax alignment 1".getBytes(StandardCharsets.US_ASCII);
  private final List<String> ids;
  private final byte[] secret;
  private final byte[] scalar;
  private final long[] order; // sorted: a code of the id, then its number

  /**
   * @param ids all different
   * @param pad made-up ids fill their number up to a multiple of this; 1 for none
   */
  BlindedIds(List<String> ids, byte[] secret, int pad) {
    this.ids = List.copyOf(ids);
    this.secret = secret.clone();
    this.scalar = Ristretto.scalar(Secrets.derive(secret, SALT, "scalar"));
    int padded = Math.toIntExact(((long) ids.size() + pad - 1) / pad * pad);
    byte[] key = Secrets.derive(secret, SALT, "order");
    this.order = new long[padded];
    inStretches(
        padded,
        i -> {
          long code = ByteBuffer.wrap(Secrets.hmac(key, bytes(i))).getLong();
          order[i] = code << INDEX_BITS | i;
        });
    Arrays.parallelSort(order);
  }

  private interface Step {
    void at(int place);
  }

  private static void inStretches(int count, Step step) {
    Threads.forEach(
        (count + STRETCH - 1) / STRETCH,
        k -> {
          for (int i = k * STRETCH; i < Math.min(count, (k + 1) * STRETCH); i++) {
            step.at(i);
          }
        });
  }

  /**
   * Returns the bytes that represent an id; those of a made-up id differ from any other party's.
   */
  private byte[] bytes(int number) {
    return number < ids.size()
        ? bytes(ids.get(number))
        : Secrets.derive(secret, SALT, "pad " + number);
  }

  private static byte[] bytes(String id) {
    return ("id " + id).getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the number of ids, with those made up. */
  int size() {
    return order.length;
  }

  /** Returns true if the id at this place is not made up. */
  boolean real(int place) {
    return number(place) < ids.size();
  }

  /** Returns the id at a place of the order. */
  String id(int place) {
    return ids.get(number(place));
  }

  private int number(int place) {
    return (int) (order[place] & MOST - 1);
  }

  /** Returns a code of the secret, by which others recognise it. */
  String code() {
    return HexFormat.of().formatHex(Secrets.derive(secret, SALT, "code"));
  }

  /** Returns a code of the secret and the ids, which differs whenever these do. */
  String listing() {
    return HexFormat.of().formatHex(Secrets.derive(secret, SALT, "listing " + Hashes.ofLines(ids)));
  }

  /** Returns the blinded ids from a place on. */
  byte[] block(int from, int count) {
    return blinded(count, at -> Ristretto.element(bytes(number(from + at))));
  }

  /** Returns these ids blinded, in the order given. */
  byte[] blinded(List<String> some) {
    return blinded(some.size(), at -> Ristretto.element(bytes(some.get(at))));
  }

  /** Returns another party's blinded ids, blinded once more. */
  byte[] raised(byte[] points) {
    requireDistinct(points);
    return blinded(points.length / Ristretto.SIZE, at -> point(points, at));
  }

  private interface Points {
    byte[] at(int place);
  }

  private byte[] blinded(int count, Points from) {
    byte[] to = new byte[count * Ristretto.SIZE];
    inStretches(
        count,
        i ->
            System.arraycopy(
                Ristretto.raise(scalar, from.at(i)), 0, to, i * Ristretto.SIZE, Ristretto.SIZE));
    return to;
  }

  private static byte[] point(byte[] points, int at) {
    return Arrays.copyOfRange(points, at * Ristretto.SIZE, (at + 1) * Ristretto.SIZE);
  }

  private static void requireDistinct(byte[] points) {
    Set<ByteBuffer> seen = new HashSet<>();
    for (int i = 0; i < points.length / Ristretto.SIZE; i++) {
      if (!seen.add(ByteBuffer.wrap(point(points, i)))) {
        throw new ProtocolViolation("a block contains the same blinded id twice");
      }
    }
  }
}
