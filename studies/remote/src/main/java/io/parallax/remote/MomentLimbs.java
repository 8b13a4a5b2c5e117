package io.parallax.remote;

import io.parallax.core.ProtocolViolation;
import io.parallax.data.ColumnMoments;
import io.parallax.data.ExactSum;
import io.parallax.math.Matrix;
import io.parallax.remote.NodeMessages.Moments;
import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * One party's moments as limbs, which add up without rounding: columns have no bound from which the
 * step of a fixed-point sum could follow.
 *
 * <p>Sums of limbs would tell which carries stand behind the total. So a party borrows: it adds a
 * random number of carries to each limb and takes them from the next, which leaves the total as it
 * is. The coordinator then sees each carry plus a sum of numbers below 2^30.
 */
final class MomentLimbs {
  /** The largest limb, borrowed carries included; 50 of them are whole numbers in a double. */
  static final double MOST = 0x1p47;

  private static final int BORROW_BITS = 30;
  private final Matrix counts; // 1 × D
  private final Matrix limbs; // L × D, sums before squares

  /**
   * @param parts of each view's columns
   */
  MomentLimbs(List<ColumnMoments> parts) {
    counts =
        Matrix.stackColumns(
            parts.stream()
                .map(m -> Matrix.fill(1, m.counts().length, (i, j) -> m.counts()[j]))
                .toList());
    limbs = Matrix.stackColumns(parts.stream().map(ColumnMoments::limbs).toList());
  }

  Moments asTheyAre() {
    return new Moments(counts, limbs);
  }

  /**
   * @param key for these moments alone
   */
  Moments borrowing(byte[] key) {
    IntBuffer random = random(key, limbs.rows() * limbs.cols());
    return new Moments(
        counts,
        Matrix.fill(
            limbs.rows(),
            limbs.cols(),
            (i, j) -> {
              double carries = last(i) ? 0 : carries(random, i, j);
              double before = i == 0 || last(i - 1) ? 0 : carries(random, i - 1, j);
              return limbs.get(i, j) + Math.scalb(carries, ExactSum.LIMB_BITS) - before;
            }));
  }

  /** Returns true if a limb is the highest of its number. */
  private static boolean last(int limb) {
    return limb == ExactSum.SUM_LIMBS - 1 || limb == ColumnMoments.LIMBS - 1;
  }

  private int carries(IntBuffer random, int i, int j) {
    return random.get(i * limbs.cols() + j) >>> Integer.SIZE - BORROW_BITS;
  }

  private static IntBuffer random(byte[] key, int count) {
    try {
      Cipher cipher = Cipher.getInstance("AES/CTR/NoPadding");
      cipher.init(
          Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new IvParameterSpec(new byte[16]));
      return ByteBuffer.wrap(cipher.doFinal(new byte[Math.multiplyExact(4, count)])).asIntBuffer();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // every Java platform has it
    }
  }

  /** The moments of all parties' rows together, from the sum of what each has sent. */
  static ColumnMoments total(Moments sum) {
    int columns = sum.counts().cols();
    if (sum.limbs().rows() != ColumnMoments.LIMBS || sum.limbs().cols() != columns) {
      throw new ProtocolViolation("the parties' column moments come in another shape than asked");
    }
    long[] counts = new long[columns];
    Arrays.setAll(counts, j -> (long) sum.counts().get(0, j));
    ColumnMoments total = ColumnMoments.ofLimbs(counts, sum.limbs());
    double[] squares = total.squares();
    for (int j = 0; j < columns; j++) {
      if (counts[j] < 0 || squares[j] < 0) {
        throw new ProtocolViolation(
            "the parties' moments of column number %d cannot be: a count or a sum of squares is below 0; one of them sent wrong numbers"
                .formatted(j + 1));
      }
    }
    return total;
  }
}
