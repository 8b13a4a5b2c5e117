package io.parallax.privacy.proof;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Random projections of vectors modulo p: every word −1, 0, 0 or 1 times, by two random bits.
 * Vectors of ±1 would not do: two words that are wrong by (p + 1)/2 each cancel in all of them.
 *
 * <p>The sums of all subsets of eight words are computed once for all projections, with the lower
 * and the upper halves of words apart, which cannot overflow.
 */
public final class Projections {
  /** The number of projections of a vector. */
  public static final int COUNT = 128;

  private static final int GROUP = 8; // words whose subsets are tabulated
  private static final int CHUNK = 1 << 11; // words
  private static final int SUBSETS = 1 << GROUP;

  /** A vector that can be read more than once. */
  @FunctionalInterface
  public interface Words {
    /** Reads elements from this one on, as many as are asked for. */
    void read(int from, long[] to, int count);
  }

  private Projections() {}

  /**
   * Returns the projections of each vector.
   *
   * @param key of the random bits; used for nothing else
   */
  public static long[][] of(byte[] key, int from, int end, List<? extends Words> vectors) {
    Cipher cipher = cipher(key);
    byte[] zeros = new byte[CHUNK / GROUP * 2 * COUNT];
    byte[] bits = new byte[zeros.length];
    long[] words = new long[CHUNK];
    Sums[] sums = new Sums[vectors.size()];
    for (int v = 0; v < sums.length; v++) {
      sums[v] = new Sums();
    }
    for (int at = from; at < end; at += CHUNK) {
      int count = Math.min(CHUNK, end - at);
      int groups = (count + GROUP - 1) / GROUP;
      update(cipher, zeros, groups * 2 * COUNT, bits);
      for (int v = 0; v < sums.length; v++) {
        vectors.get(v).read(at, words, count);
        for (int i = count; i < groups * GROUP; i++) {
          words[i] = 0;
        }
        for (int group = 0; group < groups; group++) {
          sums[v].add(words, group * GROUP, bits, group * 2 * COUNT);
        }
      }
    }
    long[][] projections = new long[sums.length][];
    for (int v = 0; v < sums.length; v++) {
      projections[v] = sums[v].elements();
    }
    return projections;
  }

  private static void update(Cipher cipher, byte[] zeros, int count, byte[] bits) {
    try {
      cipher.update(zeros, 0, count, bits);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Cipher cipher(byte[] key) {
    try {
      Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding");
      byte[] start = ByteBuffer.allocate(16).array();
      cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(start));
      return cipher;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // every Java platform has it
    }
  }

  /** The projections of one vector so far. */
  private static final class Sums {
    private final long[] low = new long[COUNT];
    private final long[] high = new long[COUNT];
    private final long[] lowOf = new long[SUBSETS];
    private final long[] highOf = new long[SUBSETS];

    void add(long[] words, int from, byte[] bits, int at) {
      for (int i = 0; i < GROUP; i++) {
        long lower = words[from + i] & 0xffffffffL;
        long upper = words[from + i] >>> 32;
        for (int subset = 0, with = 1 << i; subset < 1 << i; subset++, with++) {
          lowOf[with] = lowOf[subset] + lower;
          highOf[with] = highOf[subset] + upper;
        }
      }
      for (int k = 0; k < COUNT; k++) {
        int plus = bits[at + k] & 255;
        int minus = bits[at + COUNT + k] & 255;
        low[k] += lowOf[plus] - lowOf[minus];
        high[k] += highOf[plus] - highOf[minus];
      }
    }

    long[] elements() {
      long[] elements = new long[COUNT];
      for (int k = 0; k < COUNT; k++) {
        long upper = Field64.mul(Field64.of(high[k]), 1L << 32);
        elements[k] = Field64.add(upper, Field64.of(low[k]));
      }
      return elements;
    }
  }
}
