package io.parallax.apfed;

import io.parallax.core.Eq;
import io.parallax.tensor.Loss;
import io.parallax.tensor.Tensor;
import java.util.stream.IntStream;

/**
 * The equations of APFed as functions of a batch: S samples, h S × D. The weight decay of Eqs. (6)
 * and (7) is in the descent, Eq. (10).
 */
final class ApFedEquations {
  /** An exponent that removes a pair from a sum of exponentials: e^(1 − 1e9) is 0. */
  private static final double NEVER = -1e9;

  /**
   * The shortest length of a row in a cosine: a row may be all zeros after a rectifier, and its
   * gradient must stay bounded.
   */
  private static final double SHORTEST = 1e-3;

  private ApFedEquations() {}

  /** L_A: the mean cross entropy of the task network's outputs, S × C. */
  @Eq("6")
  static Tensor taskLoss(Tensor outputs, int[] classes) {
    return Loss.crossEntropy(outputs, classes).mean();
  }

  /**
   * T²-fold the mean cross entropy of soft targets and outputs, both softened by T (Hinton,
   * Vinyals, Dean, 2015): its gradient is as large as that of L_A whatever T is.
   *
   * @param targets probabilities, S × C
   */
  static Tensor softLoss(Tensor outputs, Tensor targets, double soften) {
    Tensor logs = outputs.times(1 / soften).logSoftmax(1);
    return logs.times(targets).sum(1).mean().times(-soften * soften);
  }

  /**
   * L_A + ⟨h, G⟩: a number whose gradient with respect to h is ∂L_A/∂h + G, where G = Σ λ_p ∂L_p/∂h
   * came from the passive parties.
   */
  @Eq("9")
  static Tensor overall(Tensor taskLoss, Tensor h, Tensor passive) {
    return taskLoss.plus(h.times(passive).sum());
  }

  /** The mean squared error of what a decoder makes of h. */
  @Eq("12")
  static Tensor reconstruction(Tensor decoded, Tensor rows) {
    return Loss.squared(decoded, rows).mean();
  }

  /** The cosine of every row of a and every row of b, S × S. */
  @Eq("15")
  static Tensor similarities(Tensor a, Tensor b) {
    return unit(a).matmul(unit(b).transpose());
  }

  private static Tensor unit(Tensor a) {
    Tensor lengths = a.squared().sum(1).sqrt(SHORTEST);
    return a.over(lengths.reshape(a.size(0), 1));
  }

  /**
   * The mean over i of −log e^(s(a_i, b_i)/τ) / Σ_j [j ≠ i] e^(s(a_i, a_j)/τ) + e^(s(a_i, b_j)/τ).
   */
  @Eq("14, 16")
  static Tensor contrast(Tensor a, Tensor b, double temperature) {
    int samples = a.size(0);
    Tensor across = similarities(a, b).times(1 / temperature);
    Tensor among = similarities(a, a).times(1 / temperature).plus(diagonal(samples, NEVER));
    int[] own = IntStream.range(0, samples).toArray();
    return Tensor.join(1, across, among).logSoftmax(1).pick(Tensor.of(own)).mean().times(-1);
  }

  /** The released program contrasts from both sides. */
  static Tensor symmetricContrast(Tensor a, Tensor b, double temperature) {
    return contrast(a, b, temperature).plus(contrast(b, a, temperature)).times(0.5);
  }

  private static Tensor diagonal(int size, double value) {
    float[] cells = new float[size * size];
    for (int i = 0; i < size; i++) {
      cells[i * size + i] = (float) value;
    }
    return Tensor.of(cells, size, size);
  }
}
