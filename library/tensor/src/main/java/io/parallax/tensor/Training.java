package io.parallax.tensor;

import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.util.Arrays;

/**
 * Trains a network on batches of samples in random order, with RMSProp that starts afresh.
 *
 * @param epochs how often every sample is seen
 * @param batch samples per step
 */
public record Training(int epochs, int batch, double rate) {
  private static final double CHANGE = 2.4; // by measurement, see FedMood's README

  /** The objective of a training. */
  public interface Objective {
    /**
     * The loss of each of these samples, each by its own copy of the network if there are copies.
     *
     * @param noise for drop-out; null where nothing is trained
     */
    Tensor losses(Weights w, int[] samples, Rng noise);
  }

  /**
   * The result of a training.
   *
   * @param parameters 1 × size
   * @param loss the mean loss during the last epoch
   */
  public record Trained(Matrix parameters, double loss) {}

  /**
   * Trains from these parameters on.
   *
   * @param samples which ones
   */
  public Trained run(Layout layout, Matrix start, int[] samples, Objective task, Rng rng) {
    return Scope.within(
        () -> {
          Tensor flat = Tensor.of(start).variable();
          Optimizer optimizer = Optimizer.rmsProp(flat, rate);
          double loss = 0;
          for (int epoch = 0; epoch < epochs; epoch++) {
            int[] order = samples.clone();
            rng.shuffle(order);
            loss = 0;
            for (int from = 0; from < order.length; from += batch) {
              int[] some = Arrays.copyOfRange(order, from, Math.min(order.length, from + batch));
              loss += step(layout, flat, optimizer, some, task, rng) * some.length;
            }
          }
          return new Trained(flat.constant().toMatrix(), loss / samples.length);
        });
  }

  /**
   * Returns the length of the longest change of the parameters, by measurement: a step of RMSProp
   * moves each parameter by about the rate, and not all steps go the same way.
   */
  public double longestChange(int samples, int parameters) {
    double steps = epochs * Math.ceil((double) samples / batch);
    double along = Math.sqrt(steps) * Math.sqrt(Math.sqrt(steps)); // steps to the power of 3/4
    return CHANGE * rate * Math.sqrt(parameters) * along;
  }

  private static double step(
      Layout layout, Tensor flat, Optimizer optimizer, int[] samples, Objective task, Rng rng) {
    return Scope.within(
        () -> {
          Tensor loss = task.losses(new Weights(layout, flat), samples, rng).mean();
          loss.backward();
          optimizer.update(flat, flat.gradient());
          return loss.number();
        });
  }
}
