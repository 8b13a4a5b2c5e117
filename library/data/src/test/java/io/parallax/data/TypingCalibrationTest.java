package io.parallax.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.parallax.data.TypingSessions.Settings;
import io.parallax.data.TypingSessions.View;
import io.parallax.math.Matrix;
import org.junit.jupiter.api.Test;

/**
 * The sessions are made so that a linear classifier does about as well on each set of views as the
 * FedMV paper reports in its Table 1: 84.5, 76.9 and 62.3 % alone, 88.3, 84.9 and 78.7 % in pairs
 * and 88.8 % with all three. Sessions are split at random, as there.
 */
class TypingCalibrationTest {
  private static final int SESSIONS = 6000;
  private static final int SEEDS = 4;
  private static final double NOISE = 0.005;

  @Test
  void viewsTellAsMuchAboutMoodAsInThePaperAndComplementEachOther() {
    double[] sums = new double[7];
    for (int seed = 1; seed <= SEEDS; seed++) {
      double[] one = accuracies(seed);
      for (int i = 0; i < sums.length; i++) {
        sums[i] += one[i] / SEEDS;
      }
    }
    System.out.printf(
        "keys %.3f accel %.3f special %.3f | keys+accel %.3f keys+special %.3f accel+special %.3f"
            + " | all %.3f%n",
        sums[0], sums[1], sums[2], sums[3], sums[4], sums[5], sums[6]);
    assertThat(sums)
        .containsExactly(
            new double[] {0.845, 0.769, 0.623, 0.883, 0.849, 0.787, 0.888}, within(0.025));
    double keys = sums[0];
    double accel = sums[1];
    double special = sums[2];
    assertThat(keys).isGreaterThan(accel);
    assertThat(accel).isGreaterThan(special);
    assertThat(sums[3]).isGreaterThan(keys);
    assertThat(sums[4]).isGreaterThan(keys - NOISE);
    assertThat(sums[5]).isGreaterThan(accel - NOISE);
    assertThat(sums[6]).isGreaterThan(sums[3] - NOISE);
  }

  private static double[] accuracies(long seed) {
    TypingSessions sessions = TypingSessions.generate(new Settings(20, SESSIONS, seed));
    int[] labels = sessions.labels();
    Matrix keys = sessions.features(View.ALPHANUM);
    Matrix accel = sessions.features(View.ACCEL);
    Matrix special = sessions.features(View.SPECIAL);
    return new double[] {
      Ridge.accuracy(labels, keys),
      Ridge.accuracy(labels, accel),
      Ridge.accuracy(labels, special),
      Ridge.accuracy(labels, keys, accel),
      Ridge.accuracy(labels, keys, special),
      Ridge.accuracy(labels, accel, special),
      Ridge.accuracy(labels, keys, accel, special)
    };
  }
}
