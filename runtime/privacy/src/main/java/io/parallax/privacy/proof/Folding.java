package io.parallax.privacy.proof;

/**
 * A random linear map from a long vector to a short one, of about twice its length (Kane and
 * Nelson, Sparser Johnson-Lindenstrauss Transforms, JACM 2014): each word is added to one bucket of
 * each of four blocks, or taken away from it.
 */
final class Folding {
  static final int BLOCKS = 4;
  static final int BUCKETS = 1 << 10; // in each block
  static final int WORDS = BLOCKS * BUCKETS;
  private static final int CHUNK = 1 << 11; // words
  private static final int EACH = Long.SIZE / BLOCKS; // random bits of a word for one block
  private static final int LAST = BUCKETS - 1;
  private final RandomWords random;
  private final long[] drawn = new long[CHUNK];

  /**
   * @param key of the random bits
   */
  Folding(byte[] key) {
    random = new RandomWords(key, 1, CHUNK);
  }

  /** Returns the folded vector, of whole numbers modulo 2^64. */
  long[] of(int from, int end, Projections.Words vector) {
    long[] folded = new long[WORDS];
    long[] words = new long[CHUNK];
    for (int at = from; at < end; at += CHUNK) {
      int count = Math.min(CHUNK, end - at);
      random.next(drawn, count);
      vector.read(at, words, count);
      add(words, count, folded);
    }
    return folded;
  }

  private void add(long[] words, int count, long[] folded) {
    for (int i = 0; i < count; i++) {
      long bits = drawn[i];
      long word = words[i];
      folded[bucket(bits, 0)] += signed(word, bits, 0);
      folded[bucket(bits, 1)] += signed(word, bits, 1);
      folded[bucket(bits, 2)] += signed(word, bits, 2);
      folded[bucket(bits, 3)] += signed(word, bits, 3);
    }
  }

  private static int bucket(long bits, int block) {
    return block * BUCKETS | (int) (bits >>> block * EACH) & LAST;
  }

  /** Returns the word or its negative, by the highest bit for this block. */
  private static long signed(long word, long bits, int block) {
    long sign = bits << Long.SIZE - (block + 1) * EACH >> Long.SIZE - 1;
    return (word ^ sign) - sign;
  }

  /**
   * Returns of each vector the sum of its folded words, each times a factor.
   *
   * @param factors below 2^51, or above −2^51
   */
  long[] weighted(int from, int end, long[] factors, Projections.Words[] vectors) {
    long[] all = new long[vectors.length];
    long[] unfolded = new long[CHUNK];
    long[] words = new long[CHUNK];
    for (int at = from; at < end; at += CHUNK) {
      int count = Math.min(CHUNK, end - at);
      random.next(drawn, count);
      unfold(factors, count, unfolded);
      for (int v = 0; v < all.length; v++) {
        vectors[v].read(at, words, count);
        all[v] = Field64.add(all[v], Field64.shortDot(unfolded, words, count));
      }
    }
    return all;
  }

  private void unfold(long[] factors, int count, long[] to) {
    for (int i = 0; i < count; i++) {
      long bits = drawn[i];
      to[i] =
          signed(factors[bucket(bits, 0)], bits, 0)
              + signed(factors[bucket(bits, 1)], bits, 1)
              + signed(factors[bucket(bits, 2)], bits, 2)
              + signed(factors[bucket(bits, 3)], bits, 3);
    }
  }
}
