package io.parallax.tensor;

import io.parallax.math.Rng;

/** Sets a share of the numbers to 0 while training and makes the others larger in return. */
public final class Dropout {
  private Dropout() {}

  /**
   * @param share of the numbers that are dropped
   * @param rng of this batch; null where nothing is trained
   */
  public static Tensor apply(Tensor x, double share, Rng rng) {
    if (rng == null || share == 0) {
      return x;
    }
    long[] shape = x.shape();
    int size = 1;
    for (long side : shape) {
      size *= (int) side;
    }
    float[] mask = new float[size];
    for (int i = 0; i < size; i++) {
      mask[i] = rng.uniform() < share ? 0 : (float) (1 / (1 - share));
    }
    return x.times(Tensor.of(mask, shape));
  }
}
