package io.parallax.tensor;

/** Losses, one number for each sample. */
public final class Loss {
  private Loss() {}

  /**
   * Cross entropy; with a single output, of the probability σ(output) of class 1.
   *
   * @param outputs samples × classes, or samples × 1
   */
  public static Tensor crossEntropy(Tensor outputs, int[] classes) {
    if (outputs.size(1) > 1) {
      return outputs.logSoftmax(1).pick(Tensor.of(classes)).times(-1);
    }
    Tensor twoSided = Tensor.join(1, Tensor.zeros(classes.length, 1), outputs);
    return twoSided.logSoftmax(1).pick(Tensor.of(classes)).times(-1);
  }

  /** The mean squared difference of each sample. */
  public static Tensor squared(Tensor outputs, Tensor wanted) {
    long samples = outputs.size(0);
    Tensor squares = outputs.minus(wanted).squared().reshape(samples, -1);
    return squares.sum(1).times(1.0 / squares.size(1));
  }

  /** The probabilities of the classes; a single output stands for class 1 of two. */
  public static Tensor probabilities(Tensor outputs) {
    Tensor all =
        outputs.size(1) > 1 ? outputs : Tensor.join(1, Tensor.zeros(outputs.size(0), 1), outputs);
    return all.logSoftmax(1).exp();
  }
}
