package io.parallax.privacy.proof;

/** Values of a polynomial at the roots of unity of one order, and back: the Fourier transform. */
final class Ntt {
  private final int size;
  private final long[] roots; // powers 0 … size − 1
  private final long scale;

  /**
   * @param size a power of 2
   */
  Ntt(int size) {
    this.size = size;
    this.roots = new long[size];
    this.scale = Field64.inverse(size);
    long root = Field64.root(size);
    roots[0] = 1;
    for (int k = 1; k < size; k++) {
      roots[k] = Field64.mul(roots[k - 1], root);
    }
  }

  int size() {
    return size;
  }

  /** Returns the root of unity with this number; number 0 is 1. */
  long root(int k) {
    return roots[k];
  }

  /** Replaces coefficients, the constant first, by the values at root 0, 1, … */
  void values(long[] a) {
    transform(a, false);
  }

  /**
   * Replaces coefficients by the values at a multiple of root 0, 1, …
   *
   * @param by how often
   */
  void valuesAtMultiples(long[] a, long by) {
    long power = 1;
    for (int i = 0; i < size; i++) {
      a[i] = Field64.mul(a[i], power);
      power = Field64.mul(power, by);
    }
    transform(a, false);
  }

  /** Replaces values by coefficients. */
  void coefficients(long[] a) {
    transform(a, true);
    for (int i = 0; i < size; i++) {
      a[i] = Field64.mul(a[i], scale);
    }
  }

  private void transform(long[] a, boolean inverse) {
    if (a.length != size) {
      throw new IllegalArgumentException(a.length + " numbers for a transform of " + size);
    }
    reverse(a);
    for (int half = 1; half < size; half *= 2) {
      int step = size / (2 * half);
      for (int k = 0; k < half; k++) {
        long root = roots[inverse ? (size - k * step) % size : k * step];
        for (int one = k; one < size; one += 2 * half) {
          long other = k == 0 ? a[one + half] : Field64.mul(root, a[one + half]);
          long sum = Field64.add(a[one], other);
          a[one + half] = Field64.sub(a[one], other);
          a[one] = sum;
        }
      }
    }
  }

  private void reverse(long[] a) {
    int unused = Integer.numberOfLeadingZeros(size) + 1;
    for (int i = 1; i < size; i++) {
      int j = Integer.reverse(i) >>> unused;
      if (i < j) {
        long held = a[i];
        a[i] = a[j];
        a[j] = held;
      }
    }
  }
}
