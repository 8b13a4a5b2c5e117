package io.parallax.math;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Seeded random numbers with the same bits on every JDK and processor: xoshiro256** for the bits,
 * {@link StrictMath} for every transcendental function.
 *
 * <p>A {@link #child} is derived from the seed and the names alone, never from what was drawn
 * before, so that adding a draw in one place leaves every other stream as it was. Not safe for use
 * by several threads at once: give each its own child.
 *
 * <p>A {@link #secret} generator and its children draw their bits from a cipher instead.
 */
public final class Rng {
  private static final double UNIT = 0x1.0p-53;

  private final byte[] key;
  private final Keystream hidden; // none where anybody may know the seed
  private long s0;
  private long s1;
  private long s2;
  private long s3;
  private double spare = Double.NaN;

  private Rng(byte[] key, boolean secret) {
    this.key = key;
    this.hidden = secret ? new Keystream(key) : null;
    ByteBuffer words = ByteBuffer.wrap(key);
    s0 = words.getLong();
    s1 = words.getLong();
    s2 = words.getLong();
    s3 = words.getLong() | 1L;
  }

  public static Rng of(long seed) {
    return new Rng(digest(ByteBuffer.allocate(Long.BYTES).putLong(seed).array()), false);
  }

  /** Returns a generator whose numbers cannot be predicted from each other without the bytes. */
  public static Rng secret(byte[] bytes) {
    return new Rng(digest(bytes), true);
  }

  /**
   * The generator of one purpose; {@code child("a", "b")} is {@code child("a").child("b")}. At
   * least one name is required.
   */
  public Rng child(String... purpose) {
    if (purpose.length == 0) {
      throw new IllegalArgumentException("a child generator needs at least one name");
    }
    byte[] derived = key;
    for (String name : purpose) {
      byte[] text = name.getBytes(StandardCharsets.UTF_8);
      derived =
          digest(ByteBuffer.allocate(key.length + text.length).put(derived).put(text).array());
    }
    return new Rng(derived, hidden != null);
  }

  /** The generator that belongs to these numbers; others have another. */
  public Rng child(double[] numbers) {
    ByteBuffer bytes = ByteBuffer.allocate(key.length + 8 * numbers.length).put(key);
    for (double number : numbers) {
      bytes.putDouble(number);
    }
    return new Rng(digest(bytes.array()), hidden != null);
  }

  /** 64 uniformly random bits. */
  public long bits() {
    if (hidden != null) {
      return hidden.next();
    }
    long result = Long.rotateLeft(s1 * 5, 7) * 9;
    long t = s1 << 17;
    s2 ^= s0;
    s3 ^= s1;
    s1 ^= s2;
    s0 ^= s3;
    s2 ^= t;
    s3 = Long.rotateLeft(s3, 45);
    return result;
  }

  /** Uniform on [0, 1), a multiple of 2⁻⁵³. */
  public double uniform() {
    return (bits() >>> 11) * UNIT;
  }

  /** Uniform on [lo, hi). */
  public double uniform(double lo, double hi) {
    if (!(lo <= hi)) {
      throw new IllegalArgumentException("uniform range is [" + lo + ", " + hi + "), is reversed");
    }
    return lo + (hi - lo) * uniform();
  }

  /** Uniform on 0 … n−1, without bias. */
  public int below(int n) {
    if (n < 1) {
      throw new IllegalArgumentException("bound is " + n + ", must be at least 1");
    }
    long limit = (1L << 32) / n * n;
    long draw = bits() >>> 32;
    while (draw >= limit) {
      draw = bits() >>> 32;
    }
    return (int) (draw % n);
  }

  public boolean chance(double p) {
    if (!(p >= 0 && p <= 1)) {
      throw new IllegalArgumentException("probability is " + p + ", must be within [0, 1]");
    }
    return uniform() < p;
  }

  /** Standard normal, by the polar method. */
  public double gaussian() {
    if (!Double.isNaN(spare)) {
      double kept = spare;
      spare = Double.NaN;
      return kept;
    }
    while (true) {
      double x = 2 * uniform() - 1;
      double y = 2 * uniform() - 1;
      double square = x * x + y * y;
      if (square < 1 && square > 0) {
        double factor = StrictMath.sqrt(-2 * StrictMath.log(square) / square);
        spare = y * factor;
        return x * factor;
      }
    }
  }

  /** Exponential with mean 1. */
  public double exponential() {
    return -StrictMath.log(1 - uniform());
  }

  /** Gamma with the given shape and scale 1. */
  public double gamma(double shape) {
    return StrictMath.exp(logGamma(shape));
  }

  /** A random order of 0 … n−1. */
  public int[] permutation(int n) {
    if (n < 0) {
      throw new IllegalArgumentException("permutation length is " + n + ", must be at least 0");
    }
    int[] order = new int[n];
    for (int i = 0; i < n; i++) {
      order[i] = i;
    }
    shuffle(order);
    return order;
  }

  public void shuffle(int[] a) {
    for (int i = a.length - 1; i > 0; i--) {
      int j = below(i + 1);
      int kept = a[i];
      a[i] = a[j];
      a[j] = kept;
    }
  }

  /**
   * Symmetric Dirichlet: n shares that add up to one. Drawn in logarithms, so that a tiny {@code
   * alpha} gives one share near one, never 0/0.
   */
  public double[] dirichlet(int n, double alpha) {
    if (n < 1) {
      throw new IllegalArgumentException("number of shares is " + n + ", must be at least 1");
    }
    double[] shares = new double[n];
    double largest = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < n; i++) {
      shares[i] = logGamma(alpha);
      largest = Math.max(largest, shares[i]);
    }
    double total = 0;
    for (int i = 0; i < n; i++) {
      shares[i] = StrictMath.exp(shares[i] - largest);
      total += shares[i];
    }
    for (int i = 0; i < n; i++) {
      shares[i] /= total;
    }
    return shares;
  }

  /** The logarithm of a gamma variate (Marsaglia and Tsang; a shape below one is boosted). */
  private double logGamma(double shape) {
    if (!(shape > 0) || Double.isInfinite(shape)) {
      throw new IllegalArgumentException("gamma shape is " + shape + ", must be positive, finite");
    }
    if (shape < 1) {
      return logGamma(shape + 1) + StrictMath.log(1 - uniform()) / shape;
    }
    double d = shape - 1.0 / 3;
    double c = 1 / StrictMath.sqrt(9 * d);
    while (true) {
      double x = gaussian();
      double v = 1 + c * x;
      if (v > 0) {
        double logV = 3 * StrictMath.log(v);
        double bound = 0.5 * x * x + d - d * v * v * v + d * logV;
        if (StrictMath.log(1 - uniform()) < bound) {
          return StrictMath.log(d) + logV;
        }
      }
    }
  }

  private static byte[] digest(byte[] text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
