package io.parallax.privacy;

import io.parallax.core.PartyId;
import io.parallax.engine.SumProtocol;
import io.parallax.math.Threads;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;

/**
 * Sums that a few wrong summands cannot change much: the number of parties times the median of each
 * number, or times its mean without the smallest and the largest ones. For parties that do the same
 * work on different rows. The coordinator must read every summand, so this excludes masks.
 */
public final class RobustSum implements SumProtocol {
  private static final int STRETCH = 1 << 12;
  private final boolean median;

  private RobustSum(boolean median) {
    this.median = median;
  }

  public static RobustSum median() {
    return new RobustSum(true);
  }

  /** Returns a protocol that leaves out a fifth of the parties on either side, at least one. */
  public static RobustSum trimmed() {
    return new RobustSum(false);
  }

  @Override
  public PartySide partySide(PartyId me) {
    return SumProtocol.plain().partySide(me);
  }

  @Override
  public CoordinatorSide coordinatorSide() {
    return new CoordinatorSide() {
      @Override
      public boolean exact() {
        return false;
      }

      @Override
      public void add(SortedMap<PartyId, LongBuffer> words, long[] total, int from) {
        RobustSum.this.add(words, total, from);
      }
    };
  }

  private void add(SortedMap<PartyId, LongBuffer> words, long[] total, int from) {
    List<LongBuffer> all = List.copyOf(words.values());
    int cut = median ? (all.size() - 1) / 2 : Math.max(1, all.size() / 5);
    int count = all.get(0).remaining();
    Threads.forEach(
        (count + STRETCH - 1) / STRETCH,
        k -> {
          long[] one = new long[all.size()];
          for (int i = k * STRETCH; i < Math.min(count, (k + 1) * STRETCH); i++) {
            for (int p = 0; p < one.length; p++) {
              one[p] = all.get(p).get(all.get(p).position() + i);
            }
            total[from + i] = times(one, cut);
          }
        });
  }

  /**
   * Returns the number of parties times the mean of the remaining numbers, without overflow of 64
   * bits.
   */
  private static long times(long[] one, int cut) {
    Arrays.sort(one);
    int left = one.length - 2 * cut;
    long mean = 0;
    long rest = 0;
    for (int p = cut; p < one.length - cut; p++) {
      mean += one[p] / left;
      rest += one[p] % left;
    }
    return mean * one.length + rest * one.length / left;
  }
}
