package io.parallax.privacy;

import java.util.SortedMap;

/**
 * Shares of a secret, any t of which reconstruct it and fewer of which reveal nothing: for every
 * byte a polynomial of degree t − 1 over GF(2^8), whose value at 0 is the byte.
 */
final class Shamir {
  private static final int[] EXP = new int[510];
  private static final int[] LOG = new int[256];

  static {
    int x = 1;
    for (int i = 0; i < 255; i++) {
      EXP[i] = x;
      EXP[i + 255] = x;
      LOG[x] = i;
      x ^= x << 1; // times the generator 3, modulo x^8 + x^4 + x^3 + x + 1
      x = x > 255 ? x ^ 0x11b : x;
    }
  }

  private Shamir() {}

  /** Returns the shares for 1 … count, in this order. */
  static byte[][] split(byte[] secret, int count, int threshold) {
    byte[][] coefficients = new byte[threshold][];
    coefficients[0] = secret;
    for (int k = 1; k < threshold; k++) {
      coefficients[k] = Secrets.random(secret.length);
    }
    byte[][] shares = new byte[count][secret.length];
    for (int number = 1; number <= count; number++) {
      byte[] share = shares[number - 1];
      for (int k = threshold - 1; k >= 0; k--) { // Horner
        for (int i = 0; i < share.length; i++) {
          share[i] = (byte) (times(share[i] & 255, number) ^ coefficients[k][i]);
        }
      }
    }
    return shares;
  }

  /** Reconstructs the secret from at least as many shares as the threshold. */
  static byte[] join(SortedMap<Integer, byte[]> shares) {
    byte[] secret = new byte[shares.get(shares.firstKey()).length];
    shares.forEach(
        (number, share) -> {
          int weight = 1;
          for (int other : shares.keySet()) {
            if (other != number) {
              weight = times(weight, over(other, other ^ number));
            }
          }
          for (int i = 0; i < secret.length; i++) {
            secret[i] ^= (byte) times(share[i] & 255, weight);
          }
        });
    return secret;
  }

  private static int times(int a, int b) {
    return a == 0 || b == 0 ? 0 : EXP[LOG[a] + LOG[b]];
  }

  private static int over(int a, int b) {
    return a == 0 ? 0 : EXP[LOG[a] + 255 - LOG[b]];
  }
}
