package io.parallax.privacy.proof;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Values of polynomials at the roots of unity of one order, and back: the Fourier transform. Row k
 * of a table has coefficient k, or the value at root k, of each of several polynomials.
 */
final class Ntt {
  private static final Map<Integer, Ntt> KNOWN = new ConcurrentHashMap<>();
  private final int size;
  private final long[] roots; // powers 0 … size − 1
  private final long scale;

  private Ntt(int size) {
    this.size = size;
    this.roots = new long[size];
    this.scale = Field64.inverse(size);
    long root = Field64.root(size);
    roots[0] = 1;
    for (int k = 1; k < size; k++) {
      roots[k] = Field64.mul(roots[k - 1], root);
    }
  }

  /**
   * Returns the transform of an order.
   *
   * @param size a power of 2
   */
  static Ntt of(int size) {
    return KNOWN.computeIfAbsent(size, Ntt::new);
  }

  int size() {
    return size;
  }

  /** Returns the root of unity with this number; number 0 is 1. */
  long root(int k) {
    return roots[k];
  }

  /** Replaces coefficients, the constant first, by the values at root 0, 1, … */
  void values(long[] rows) {
    transform(rows, false);
  }

  /**
   * Replaces coefficients by the values at a multiple of root 0, 1, …
   *
   * @param by how often
   */
  void valuesAtMultiples(long[] rows, long by) {
    int width = rows.length / size;
    long power = by;
    for (int row = 1; row < size; row++) {
      scale(rows, row * width, width, power);
      power = Field64.mul(power, by);
    }
    transform(rows, false);
  }

  /** Replaces values by coefficients. */
  void coefficients(long[] rows) {
    transform(rows, true);
    scale(rows, 0, rows.length, scale);
  }

  private static void scale(long[] rows, int from, int count, long by) {
    for (int i = from; i < from + count; i++) {
      rows[i] = Field64.mul(rows[i], by);
    }
  }

  private void transform(long[] rows, boolean inverse) {
    if (rows.length % size != 0) {
      throw new IllegalArgumentException(rows.length + " numbers for a transform of " + size);
    }
    int width = rows.length / size;
    long[] products = new long[width];
    reverse(rows, width);
    for (int half = 1; half < size; half *= 2) {
      int step = size / (2 * half);
      for (int k = 0; k < half; k++) {
        long root = roots[inverse ? (size - k * step) % size : k * step];
        for (int one = k; one < size; one += 2 * half) {
          combine(rows, one * width, (one + half) * width, products, root);
        }
      }
    }
  }

  /** Replaces two rows by their sum and difference, the second times a root. */
  private static void combine(long[] rows, int one, int other, long[] products, long root) {
    System.arraycopy(rows, other, products, 0, products.length);
    if (root != 1) {
      scale(products, 0, products.length, root);
    }
    for (int i = 0; i < products.length; i++) { // without products, several at once
      rows[other + i] = Field64.sub(rows[one + i], products[i]);
    }
    for (int i = 0; i < products.length; i++) {
      rows[one + i] = Field64.add(rows[one + i], products[i]);
    }
  }

  private void reverse(long[] rows, int width) {
    int unused = Integer.numberOfLeadingZeros(size) + 1;
    long[] held = new long[width];
    for (int i = 1; i < size; i++) {
      int j = Integer.reverse(i) >>> unused;
      if (i < j) {
        System.arraycopy(rows, i * width, held, 0, width);
        System.arraycopy(rows, j * width, rows, i * width, width);
        System.arraycopy(held, 0, rows, j * width, width);
      }
    }
  }
}
