package io.parallax.privacy;

import io.parallax.core.ProtocolViolation;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The notes of a masked sum. Each begins with its stage; members are given by number, in ascending
 * order.
 *
 * <table>
 * <caption>Stages</caption>
 * <tr><td>keys</td><td>a new attempt's name → this party's public keys, the channel's signed</td></tr>
 * <tr><td>shares</td><td>all keys → shares of this party's secrets, encrypted for each</td></tr>
 * <tr><td>deliver</td><td>all shares → yes: all of them were meant for the same keys</td></tr>
 * <tr><td>commit</td><td>the members whose words have arrived → a code for each of them that says the same</td></tr>
 * <tr><td>unmask</td><td>all codes → one share of each member: of its own mask if its words have arrived, else of its key</td></tr>
 * </table>
 */
final class MaskNotes {
  static final int KEYS = 0;
  static final int SHARES = 1;
  static final int DELIVER = 2;
  static final int COMMIT = 3;
  static final int UNMASK = 4;
  static final int STAGES = 5;

  /** All keys, in sums of all members: there are no shares. */
  static final int MEET = SHARES;

  static final int ATTEMPT = 16;

  /** The size of one encrypted share of each of two secrets. */
  static final int SEALED = 2 * Secrets.SIZE + Secrets.TAG;

  static final int MOST_SIGNATURE = 4096; // with a certificate

  private MaskNotes() {}

  /**
   * A member's public keys.
   *
   * @param channel for secrets between two members, as long as this program runs; signed
   * @param mask for the masks of one attempt
   */
  record Keys(byte[] channel, byte[] signature, byte[] mask) {
    int size() {
      return 2 * Secrets.SIZE + 2 + signature.length;
    }

    void write(ByteBuffer to) {
      to.put(channel).putShort((short) signature.length).put(signature).put(mask);
    }

    /** Reads a member's reply, which has no more bytes than its keys. */
    static Keys of(byte[] reply) {
      return read(ByteBuffer.wrap(reply));
    }

    static Keys read(ByteBuffer from) {
      byte[] channel = take(from, Secrets.SIZE);
      int length = from.remaining() < 2 ? 0 : from.getShort();
      if (length < 1 || length > MOST_SIGNATURE) {
        throw new ProtocolViolation("the key of a masked sum has no signature");
      }
      return new Keys(channel, take(from, length), take(from, Secrets.SIZE));
    }
  }

  static byte[] write(Keys keys) {
    ByteBuffer bytes = ByteBuffer.allocate(keys.size());
    keys.write(bytes);
    return bytes.array();
  }

  static byte[] begin() {
    return ByteBuffer.allocate(1 + ATTEMPT).put((byte) KEYS).put(Secrets.random(ATTEMPT)).array();
  }

  static byte[] keys(SortedMap<Integer, Keys> all) {
    int size = all.values().stream().mapToInt(keys -> 1 + keys.size()).sum();
    ByteBuffer bytes = ByteBuffer.allocate(1 + size).put((byte) SHARES);
    all.forEach((number, keys) -> keys.write(bytes.put(number.byteValue())));
    return bytes.array();
  }

  static SortedMap<Integer, Keys> readKeys(byte[] note) {
    SortedMap<Integer, Keys> all = new TreeMap<>();
    ByteBuffer from = ByteBuffer.wrap(note).position(1);
    while (from.hasRemaining()) {
      all.put(next(from.get(), all.isEmpty() ? 0 : all.lastKey()), Keys.read(from));
    }
    return all;
  }

  /** Returns a note with the same number of bytes from each member. */
  static byte[] collected(int stage, SortedMap<Integer, byte[]> parts) {
    int size = parts.values().stream().mapToInt(part -> 1 + part.length).sum();
    ByteBuffer bytes = ByteBuffer.allocate(1 + size).put((byte) stage);
    parts.forEach((number, part) -> bytes.put(number.byteValue()).put(part));
    return bytes.array();
  }

  static SortedMap<Integer, byte[]> readCollected(byte[] note, int each) {
    SortedMap<Integer, byte[]> parts = new TreeMap<>();
    ByteBuffer from = ByteBuffer.wrap(note).position(1);
    while (from.hasRemaining()) {
      parts.put(next(from.get(), parts.isEmpty() ? 0 : parts.lastKey()), take(from, each));
    }
    return parts;
  }

  static byte[] numbers(Iterable<Integer> numbers) {
    SortedMap<Integer, byte[]> parts = new TreeMap<>();
    numbers.forEach(number -> parts.put(number, new byte[0]));
    return collected(COMMIT, parts);
  }

  static List<Integer> readNumbers(byte[] note) {
    return new ArrayList<>(readCollected(note, 0).keySet());
  }

  private static int next(byte number, int last) {
    if (number <= last) {
      throw new ProtocolViolation(
          "the members of a masked sum are not in order, or one occurs twice");
    }
    return number;
  }

  private static byte[] take(ByteBuffer from, int size) {
    if (from.remaining() < size) {
      throw new ProtocolViolation("a note of a masked sum is incomplete");
    }
    byte[] bytes = new byte[size];
    from.get(bytes);
    return bytes;
  }
}
