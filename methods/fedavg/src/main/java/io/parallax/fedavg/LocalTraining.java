package io.parallax.fedavg;

import io.parallax.core.Diverged;
import io.parallax.core.Eq;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.tensor.Loss;
import io.parallax.tensor.Optimizer;
import io.parallax.tensor.Scope;
import io.parallax.tensor.Tensor;
import io.parallax.tensor.Weights;
import java.util.Arrays;
import java.util.stream.IntStream;

/** A party's part of a round: stochastic gradient descent from the common model. */
final class LocalTraining {
  private final FedAvgConfig config;
  private final Classifier classifier;
  private final Matrix rows; // n × columns
  private final int[] codes;

  LocalTraining(FedAvgConfig config, Classifier classifier, Matrix rows, int[] codes) {
    this.config = config;
    this.classifier = classifier;
    this.rows = rows;
    this.codes = codes;
  }

  /**
   * The result of a local training.
   *
   * @param model 1 × P
   * @param loss the mean cross entropy of a row during the last epoch
   */
  record Trained(Matrix model, double loss) {}

  /** ClientUpdate of Algorithm 1: E epochs in batches of B. */
  Trained from(Matrix common, Rng rng) {
    Trained trained = Scope.within(() -> epochs(common, rng));
    if (!Double.isFinite(trained.loss()) || !trained.model().isFinite()) {
      throw new Diverged("the loss is no longer finite; use a smaller rate");
    }
    return trained;
  }

  private Trained epochs(Matrix common, Rng rng) {
    Tensor x = Tensor.of(rows);
    Tensor anchor = Tensor.of(common);
    Tensor w = Tensor.of(common).variable();
    Optimizer descent = Optimizer.sgd(w, config.rate(), 0, config.decay());
    int[] order = IntStream.range(0, codes.length).toArray();
    double loss = 0;
    for (int epoch = 0; epoch < config.epochs(); epoch++) {
      rng.shuffle(order);
      loss = 0;
      for (int from = 0; from < order.length; from += config.batch()) {
        int[] some = Arrays.copyOfRange(order, from, Math.min(order.length, from + config.batch()));
        loss += Scope.within(() -> step(x, some, w, anchor, descent)) * some.length;
      }
    }
    return new Trained(w.constant().toMatrix(), loss / codes.length);
  }

  /** w ← w − η ∇h with h(w; wᵗ) = F(w) + μ/2 ‖w − wᵗ‖², F over these rows. */
  @Eq("2")
  private double step(Tensor x, int[] some, Tensor w, Tensor anchor, Optimizer descent) {
    int[] wanted = IntStream.of(some).map(i -> codes[i]).toArray();
    Weights weights = new Weights(classifier.layout(), w);
    Tensor loss = Loss.crossEntropy(classifier.outputs(weights, x.rows(some)), wanted).mean();
    loss.backward();
    Tensor pull = w.constant().minus(anchor).times(config.mu());
    descent.update(w, w.gradient().plus(pull));
    return loss.number();
  }
}
