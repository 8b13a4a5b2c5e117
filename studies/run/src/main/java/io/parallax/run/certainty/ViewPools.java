package io.parallax.run.certainty;

import java.util.Arrays;

/**
 * Numbers of views present that are calibrated together: neighbours, so that enough rows are in
 * each. They follow from training rows alone: were they chosen by the calibration rows, thresholds
 * would not be exact.
 */
final class ViewPools {
  private ViewPools() {}

  /**
   * Returns the least number of views of the pool of each number, from 0.
   *
   * @param training the number of views present of each training row
   * @param most the number of views of the study
   * @param share calibration rows for each training row
   * @param enough calibration rows of a pool, as far as training rows tell
   */
  static int[] of(int[] training, int most, double share, double enough) {
    int[] pools = new int[most + 1];
    int first = 0;
    int before = 0;
    double expected = 0;
    for (int k = 0; k <= most; k++) {
      int own = k;
      pools[k] = first;
      expected += share * Arrays.stream(training).filter(views -> views == own).count();
      if (expected >= enough) {
        before = first;
        first = k + 1;
        expected = 0;
      }
    }
    if (first <= most) { // too few are left for a pool of their own
      Arrays.fill(pools, first, most + 1, before);
    }
    return pools;
  }
}
