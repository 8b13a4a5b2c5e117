package io.parallax.tensor;

import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.util.Arrays;

/**
 * Training whose result reveals little about any single sample (DP-SGD): every step draws each
 * sample with the same chance, clips each sample's gradient to the length {@code clip}, and adds
 * noise to their sum. The {@link Accountant} computes the privacy cost.
 *
 * @param training epochs, expected samples per step, and learning rate
 * @param noise standard deviation of the noise in units of {@code clip}
 */
public record PrivateTraining(Training training, double clip, double noise) {

  /** The chance with which a step uses a sample. */
  public double share(int samples) {
    return Math.min(1, (double) training.batch() / samples);
  }

  /** Steps of one training. */
  public long steps(int samples) {
    return (long) training.epochs() * ((samples + training.batch() - 1) / training.batch());
  }

  /**
   * Trains from these parameters on.
   *
   * @param rng for the order of samples and drop-out
   * @param secret for what must not be guessed: which samples are drawn, and the noise
   */
  public Training.Trained run(
      Layout layout, Matrix start, int[] samples, Training.Objective task, Rng rng, Rng secret) {
    return Scope.within(
        () -> {
          Tensor flat = Tensor.of(start).variable();
          Optimizer optimizer = Optimizer.rmsProp(flat, training.rate());
          double share = share(samples.length);
          double loss = 0;
          long seen = 0;
          for (long step = 0; step < steps(samples.length); step++) {
            int[] drawn = Arrays.stream(samples).filter(s -> secret.chance(share)).toArray();
            loss +=
                Scope.within(
                    () -> step(layout, flat, optimizer, drawn, samples.length, task, rng, secret));
            seen += drawn.length;
          }
          return new Training.Trained(flat.constant().toMatrix(), seen == 0 ? 0 : loss / seen);
        });
  }

  private double step(
      Layout layout,
      Tensor flat,
      Optimizer optimizer,
      int[] drawn,
      int samples,
      Training.Objective task,
      Rng rng,
      Rng secret) {
    Cut cut = gradient(layout, flat, drawn, task, rng);
    Tensor noisy = cut.sum().plus(noise(layout.size(), secret));
    optimizer.update(flat, noisy.times(1 / (share(samples) * samples)));
    return cut.loss();
  }

  private record Cut(Tensor sum, double loss) {}

  /** The sum of the samples' gradients, each cut to the length {@code clip}. */
  private Cut gradient(Layout layout, Tensor flat, int[] drawn, Training.Objective task, Rng rng) {
    if (drawn.length == 0) {
      return new Cut(Tensor.zeros(1, layout.size()), 0);
    }
    Tensor copies = flat.constant().expand(drawn.length, layout.size()).variable();
    Tensor loss = task.losses(new Weights(layout, copies), drawn, rng).sum();
    loss.backward();
    Tensor each = copies.gradient();
    Tensor lengths = each.squared().sum(1).sqrt().atLeast(clip);
    Tensor cut = each.times(clip).over(lengths.reshape(drawn.length, 1)); // g · min(1, clip/|g|)
    return new Cut(cut.sum(0).reshape(1, layout.size()), loss.number());
  }

  /** Returns the sum of the clipped gradients of one step, before noise is added. */
  Tensor cutSum(Layout layout, Tensor flat, int[] drawn, Training.Objective task) {
    return gradient(layout, flat, drawn, task, null).sum();
  }

  Tensor noise(int size, Rng secret) {
    float[] drawn = new float[size];
    for (int i = 0; i < size; i++) {
      drawn[i] = (float) (noise * clip * secret.gaussian());
    }
    return Tensor.of(drawn, 1, size);
  }
}
