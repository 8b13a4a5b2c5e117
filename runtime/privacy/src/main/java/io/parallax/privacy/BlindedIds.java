package io.parallax.privacy;

import io.parallax.core.Hashes;
import io.parallax.core.ProtocolViolation;
import io.parallax.math.Threads;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
  private volatile String listing = ""; // made when it is first needed
  private final Map<String, byte[]> wanted = new LastPoints<>();
  private final Map<ByteBuffer, byte[]> raised = new LastPoints<>();

  /** Points by what they were made of, the last few: to make one takes a while. */
  private static final class LastPoints<K> extends LinkedHashMap<K, byte[]> {
    private static final long serialVersionUID = 1;
    private static final int MOST = 2 * LookupMessages.MOST;

    @Override
    protected boolean removeEldestEntry(Map.Entry<K, byte[]> eldest) {
      return size() > MOST;
    }
  }

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
    if (listing.isEmpty()) {
      byte[] code = Secrets.derive(secret, SALT, "listing " + Hashes.ofLines(ids));
      listing = HexFormat.of().formatHex(code);
    }
    return listing;
  }

  /** Returns the blinded ids from a place on. */
  byte[] block(int from, int count) {
    return blinded(count, at -> Ristretto.element(bytes(number(from + at))));
  }

  /** Returns these ids blinded, in the order given; the same again are not blinded again. */
  byte[] blinded(List<String> some) {
    return remembered(wanted, some, at -> Ristretto.element(bytes(some.get(at))));
  }

  /** Returns people that another party asks for, blinded once more; the same again at once. */
  byte[] raisedWanted(byte[] points) {
    requireDistinct(points);
    List<ByteBuffer> keys = new ArrayList<>();
    for (int i = 0; i < points.length / Ristretto.SIZE; i++) {
      keys.add(ByteBuffer.wrap(point(points, i)));
    }
    return remembered(raised, keys, at -> point(points, at));
  }

  private <K> byte[] remembered(Map<K, byte[]> before, List<K> keys, Points from) {
    byte[][] made = new byte[keys.size()][];
    synchronized (before) {
      Arrays.setAll(made, i -> before.get(keys.get(i)));
    }
    inStretches(
        made.length,
        i -> made[i] = made[i] == null ? Ristretto.raise(scalar, from.at(i)) : made[i]);
    ByteBuffer all = ByteBuffer.allocate(made.length * Ristretto.SIZE);
    synchronized (before) {
      for (int i = 0; i < made.length; i++) {
        before.put(keys.get(i), made[i]);
        all.put(made[i]);
      }
    }
    return all.array();
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
