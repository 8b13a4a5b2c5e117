package io.parallax.privacy.proof;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import java.util.Arrays;
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
   * Returns the projections of a vector.
   *
   * @param key of the random bits; used for nothing else
   */
  public static long[] of(byte[] key, int from, int end, Words vector) {
    Cipher cipher = cipher(key);
    byte[] zeros = new byte[CHUNK / GROUP * 2 * COUNT];
    byte[] bits = new byte[zeros.length];
    long[] words = new long[CHUNK];
    Sums sums = new Sums();
    for (int at = from; at < end; at += CHUNK) {
      int count = Math.min(CHUNK, end - at);
      int groups = (count + GROUP - 1) / GROUP;
      update(cipher, zeros, groups * 2 * COUNT, bits);
      vector.read(at, words, count);
      Arrays.fill(words, count, groups * GROUP, 0);
      for (int group = 0; group < groups; group++) {
        sums.add(words, group * GROUP, bits, group * 2 * COUNT);
      }
    }
    return sums.elements();
  }

  /**
   * Returns of each vector the sum of its projections, each times a weight. The sum of the random
   * vectors themselves, times the weights, is computed once for all.
   *
   * @param weights of the {@link #COUNT} projections
   */
  public static long[] weighted(
      byte[] key, int from, int end, long[] weights, List<? extends Words> vectors) {
    Weighted sum = new Weighted(weights);
    Cipher cipher = cipher(key);
    byte[] zeros = new byte[CHUNK / GROUP * 2 * COUNT];
    byte[] bits = new byte[zeros.length];
    long[] factors = new long[CHUNK];
    long[] words = new long[CHUNK];
    long[] all = new long[vectors.size()];
    for (int at = from; at < end; at += CHUNK) {
      int count = Math.min(CHUNK, end - at);
      int groups = (count + GROUP - 1) / GROUP;
      update(cipher, zeros, groups * 2 * COUNT, bits);
      for (int group = 0; group < groups; group++) {
        sum.factors(bits, group * 2 * COUNT, factors, group * GROUP);
      }
      for (int v = 0; v < all.length; v++) {
        vectors.get(v).read(at, words, count);
        all[v] = Field64.add(all[v], Field64.dot(factors, words, count));
      }
    }
    return all;
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

  /** Sums of weights, by eight of them and the subset that a word takes part in. */
  private static final class Weighted {
    private static final VarHandle LONGS =
        MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int EIGHTS = COUNT / 8;
    private final long[] low = new long[EIGHTS * SUBSETS];
    private final long[] high = new long[EIGHTS * SUBSETS];
    private final long[] lows = new long[GROUP];
    private final long[] highs = new long[GROUP];

    Weighted(long[] weights) {
      for (int eight = 0; eight < EIGHTS; eight++) {
        int at = eight * SUBSETS;
        for (int i = 0; i < 8; i++) {
          long weight = weights[8 * eight + i];
          for (int subset = 0, with = 1 << i; subset < 1 << i; subset++, with++) {
            low[at + with] = low[at + subset] + (weight & 0xffffffffL);
            high[at + with] = high[at + subset] + (weight >>> 32);
          }
        }
      }
    }

    /** Computes the factors of eight words, which have these random bits. */
    void factors(byte[] bits, int from, long[] to, int at) {
      Arrays.fill(lows, 0);
      Arrays.fill(highs, 0);
      for (int eight = 0; eight < EIGHTS; eight++) {
        long plus = turned((long) LONGS.get(bits, from + 8 * eight));
        long minus = turned((long) LONGS.get(bits, from + COUNT + 8 * eight));
        int table = eight * SUBSETS;
        for (int i = 0; i < GROUP; i++, plus >>>= 8, minus >>>= 8) {
          int more = table + (int) (plus & 255);
          int less = table + (int) (minus & 255);
          lows[i] += low[more] - low[less];
          highs[i] += high[more] - high[less];
        }
      }
      for (int i = 0; i < GROUP; i++) {
        long upper = Field64.mul(Field64.of(highs[i]), 1L << 32);
        to[at + i] = Field64.add(upper, Field64.of(lows[i]));
      }
    }

    /** Turns eight bytes of a bit for each word into a byte of eight bits for each word. */
    private static long turned(long rows) {
      long x = rows;
      long t = (x ^ (x >>> 7)) & 0x00aa00aa00aa00aaL;
      x ^= t ^ (t << 7);
      t = (x ^ (x >>> 14)) & 0x0000cccc0000ccccL;
      x ^= t ^ (t << 14);
      t = (x ^ (x >>> 28)) & 0x00000000f0f0f0f0L;
      return x ^ t ^ (t << 28);
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
