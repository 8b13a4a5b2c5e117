package io.parallax.core;

import io.parallax.math.Rng;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Bytes that only one party knows, from which it draws unpredictable random numbers, such as the
 * noise that hides its rows. The generator is cryptographic.
 */
public final class HiddenSeed {
  private static final int LEAST = 32;
  private final byte[] bytes;

  private HiddenSeed(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Makes a seed from at least 32 stored random bytes. */
  public static HiddenSeed of(byte[] bytes) {
    if (bytes.length < LEAST) {
      throw new IllegalArgumentException("a hidden seed has 32 bytes or more, not " + bytes.length);
    }
    return new HiddenSeed(bytes.clone());
  }

  /** Makes a seed for a simulation, in which one process knows everything. */
  public static HiddenSeed ofSeed(long seed) {
    return new HiddenSeed(ByteBuffer.allocate(LEAST).putLong(seed).array());
  }

  /** Returns the generator for one purpose. */
  Rng rng(String... purpose) {
    return Rng.secret(bytes).child(purpose);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof HiddenSeed seed && Arrays.equals(bytes, seed.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return "a hidden seed";
  }
}
