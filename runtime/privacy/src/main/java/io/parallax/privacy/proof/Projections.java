package io.parallax.privacy.proof;

import java.util.Arrays;
import java.util.List;

/**
 * Random projections of vectors modulo p: every word −1, 0, 0 or 1 times, by two random bits.
 * Vectors of ±1 would not do: two words that are wrong by (p + 1)/2 each cancel in all of them. A
 * long vector is first folded into a short one, see {@link Folding}.
 */
public final class Projections {
  /** The number of projections of a vector. */
  public static final int COUNT = 128;

  private static final int GROUP = 8; // words whose subsets are tabulated
  private static final int SUBSETS = 1 << GROUP;
  private static final int DRAWN = 2 * COUNT * GROUP / Long.SIZE; // random words for a group

  /** A vector that can be read more than once. */
  @FunctionalInterface
  public interface Words {
    /** Reads words from this one on, as many as are asked for. */
    void read(int from, long[] to, int count);

    /** Returns the words of an array. */
    static Words of(long[] words) {
      return (from, to, count) -> System.arraycopy(words, from, to, 0, count);
    }
  }

  private Projections() {}

  /** Returns the length of what is projected, in lengths of a vector of some words. */
  static double stretch(int words) {
    return words > Folding.WORDS ? Math.sqrt(Folding.BLOCKS) : 1;
  }

  /**
   * Returns the projections of a vector of whole numbers, as elements. They are computed modulo
   * 2^64: those beyond ±2^63, which are not within any limit, are other elements.
   *
   * @param key of the random bits; used for nothing else
   */
  public static long[] of(byte[] key, int from, int end, Words vector) {
    long[] words;
    if (end - from > Folding.WORDS) {
      words = new Folding(key).of(from, end, vector);
    } else {
      words = new long[end - from];
      vector.read(from, words, words.length);
    }
    long[] sums = new long[COUNT];
    RandomWords random = new RandomWords(key, 0, DRAWN);
    long[] drawn = new long[DRAWN];
    long[] subsets = new long[SUBSETS];
    for (int at = 0; at < words.length; at += GROUP) {
      random.next(drawn, DRAWN);
      add(words, at, drawn, subsets, sums);
    }
    for (int k = 0; k < COUNT; k++) {
      sums[k] = Field64.of(sums[k]);
    }
    return sums;
  }

  /** Adds eight words to the projections, each of which has one byte of either sign. */
  private static void add(long[] words, int at, long[] drawn, long[] subsets, long[] sums) {
    int count = Math.min(GROUP, words.length - at);
    for (int i = 0; i < GROUP; i++) {
      long word = i < count ? words[at + i] : 0;
      for (int subset = 0, with = 1 << i; subset < 1 << i; subset++, with++) {
        subsets[with] = subsets[subset] + word;
      }
    }
    for (int eight = 0; eight < COUNT / 8; eight++) {
      long plus = drawn[eight];
      long minus = drawn[COUNT / 8 + eight];
      for (int k = 8 * eight; k < 8 * eight + 8; k++, plus >>>= 8, minus >>>= 8) {
        sums[k] += subsets[(int) plus & 255] - subsets[(int) minus & 255];
      }
    }
  }

  /**
   * Returns of each vector the sum of its projections, each times a weight. The sum of the random
   * vectors themselves, times the weights, is computed once for all.
   *
   * @param weights of the {@link #COUNT} projections, see {@link NormProof}
   * @param vectors of elements
   */
  public static long[] weighted(
      byte[] key, int from, int end, long[] weights, List<? extends Words> vectors) {
    Words[] all = vectors.toArray(new Words[0]);
    if (end - from > Folding.WORDS) {
      return new Folding(key).weighted(from, end, factors(key, Folding.WORDS, weights), all);
    }
    long[] factors = factors(key, end - from, weights);
    long[] words = new long[end - from];
    long[] sums = new long[all.length];
    for (int v = 0; v < sums.length; v++) {
      all[v].read(from, words, words.length);
      sums[v] = Field64.shortDot(factors, words, words.length);
    }
    return sums;
  }

  /** Returns the weighted sum of the random vectors. */
  private static long[] factors(byte[] key, int size, long[] weights) {
    long[] table = subsets(weights);
    RandomWords random = new RandomWords(key, 0, DRAWN);
    long[] drawn = new long[DRAWN];
    long[] factors = new long[size];
    long[] eight = new long[GROUP];
    for (int at = 0; at < size; at += GROUP) {
      random.next(drawn, DRAWN);
      factors(table, drawn, eight);
      System.arraycopy(eight, 0, factors, at, Math.min(GROUP, size - at));
    }
    return factors;
  }

  /** Returns the sums of all subsets of eight weights each. */
  private static long[] subsets(long[] weights) {
    long[] table = new long[COUNT / 8 * SUBSETS];
    for (int eight = 0; eight < COUNT / 8; eight++) {
      int at = eight * SUBSETS;
      for (int i = 0; i < 8; i++) {
        for (int subset = 0, with = 1 << i; subset < 1 << i; subset++, with++) {
          table[at + with] = table[at + subset] + weights[8 * eight + i];
        }
      }
    }
    return table;
  }

  /** Computes the factors of eight words, which have these random bits. */
  private static void factors(long[] table, long[] drawn, long[] to) {
    Arrays.fill(to, 0);
    for (int eight = 0; eight < COUNT / 8; eight++) {
      long plus = turned(drawn[eight]);
      long minus = turned(drawn[COUNT / 8 + eight]);
      int at = eight * SUBSETS;
      for (int i = 0; i < GROUP; i++, plus >>>= 8, minus >>>= 8) {
        to[i] += table[at + ((int) plus & 255)] - table[at + ((int) minus & 255)];
      }
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
