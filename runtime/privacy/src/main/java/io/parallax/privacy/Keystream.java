package io.parallax.privacy;

import io.parallax.privacy.proof.Field64;
import io.parallax.privacy.proof.Projections;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * A mask: any number of elements of {@link Field64} from one key, by AES-256 in counter mode. Each
 * key makes one mask only. Words are generated in blocks of 16 KiB, in which Java's AES is fastest
 * (19 GB/s a core; 0.5 GB/s in calls of 1 MiB), so that a mask takes no memory of its own.
 *
 * <p>One word in 2^32 is not an element. In its place stands the same word of the key's next
 * stream, so that every element keeps its place.
 */
final class Keystream {
  static final int BLOCK = 1 << 11; // words
  private static final byte[] ZEROS = new byte[8 * BLOCK];
  private final byte[] bytes = new byte[8 * BLOCK];
  private final LongBuffer words =
      ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer();
  private final long[] block = new long[BLOCK];
  private final long[] target = new long[BLOCK];

  /**
   * Adds part of a mask to elements, or takes it away.
   *
   * @param first the word of the mask that belongs to the first of these
   */
  void apply(byte[] key, boolean minus, int first, LongBuffer to) {
    Cipher cipher = cipher(key, first, 0);
    for (int from = 0; from < to.limit(); from += BLOCK) {
      int count = Math.min(BLOCK, to.limit() - from);
      next(cipher, key, first + from, count);
      to.get(from, target, 0, count);
      add(target, 0, count, minus);
      to.put(from, target, 0, count);
    }
  }

  /**
   * Adds part of a mask to elements, or takes it away.
   *
   * @param from where, in the elements and in the mask
   */
  void apply(byte[] key, boolean minus, long[] to, int from, int count) {
    Cipher cipher = cipher(key, from, 0);
    for (int done = 0; done < count; done += BLOCK) {
      int now = Math.min(BLOCK, count - done);
      next(cipher, key, from + done, now);
      add(to, from + done, now, minus);
    }
  }

  /**
   * Reads part of a mask.
   *
   * @param first the first of these elements
   */
  void read(byte[] key, int first, long[] to, int count) {
    read(cipher(key, first, 0), key, first, to, count);
  }

  private void read(Cipher cipher, byte[] key, int first, long[] to, int count) {
    for (int done = 0; done < count; done += BLOCK) {
      int now = Math.min(BLOCK, count - done);
      next(cipher, key, first + done, to, done, now);
    }
  }

  /** Returns a mask to be read from its beginning, piece by piece, or in any other order. */
  Projections.Words words(byte[] key) {
    Cipher[] cipher = {null};
    int[] next = {-1};
    return (from, to, count) -> {
      if (from != next[0]) {
        cipher[0] = cipher(key, from, 0);
      }
      read(cipher[0], key, from, to, count);
      next[0] = from + count;
    };
  }

  /** Returns the first elements of a mask. */
  static long[] elements(byte[] key, int count) {
    long[] elements = new long[count];
    new Keystream().read(key, 0, elements, count);
    return elements;
  }

  private void add(long[] to, int from, int count, boolean minus) {
    if (minus) {
      for (int i = 0; i < count; i++) {
        to[from + i] = Field64.sub(to[from + i], block[i]);
      }
    } else {
      for (int i = 0; i < count; i++) {
        to[from + i] = Field64.add(to[from + i], block[i]);
      }
    }
  }

  private void next(Cipher cipher, byte[] key, int first, int count) {
    next(cipher, key, first, block, 0, count);
  }

  private void next(Cipher cipher, byte[] key, int first, long[] to, int at, int count) {
    try {
      cipher.update(ZEROS, 0, 8 * count, bytes);
      words.get(0, to, at, count);
      for (int i = 0; i < count; i++) {
        if (!Field64.has(to[at + i])) {
          to[at + i] = instead(key, first + i);
        }
      }
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the element for a place at which the first stream has none. */
  private static long instead(byte[] key, int place) {
    Keystream other = new Keystream();
    for (long stream = 1; ; stream++) {
      try {
        other.cipher(key, place, stream).update(ZEROS, 0, 8, other.bytes);
      } catch (GeneralSecurityException e) {
        throw new IllegalStateException(e);
      }
      if (Field64.has(other.words.get(0))) {
        return other.words.get(0);
      }
    }
  }

  /** Returns a stream from this word on; a counter is 16 bytes, two words. */
  private Cipher cipher(byte[] key, int first, long stream) {
    try {
      Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding");
      byte[] start = ByteBuffer.allocate(16).putLong(stream).putLong(first / 2).array();
      cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(start));
      cipher.update(ZEROS, 0, 8 * (first % 2), bytes);
      return cipher;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // every Java platform has it
    }
  }
}
