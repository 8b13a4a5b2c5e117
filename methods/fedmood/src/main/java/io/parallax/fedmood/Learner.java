package io.parallax.fedmood;

import io.parallax.core.Diverged;
import io.parallax.core.Labels;
import io.parallax.core.View;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.tensor.Loss;
import io.parallax.tensor.PrivateTraining;
import io.parallax.tensor.SequenceRows;
import io.parallax.tensor.Tensor;
import io.parallax.tensor.Training;
import io.parallax.tensor.Weights;
import java.util.List;
import java.util.stream.IntStream;

/** Rows with their labels, and the network that learns from them. */
final class Learner {
  private static final double TRAINED = 0.8; // of a party's rows, in the released program
  private final FedMoodConfig config;
  private final DeepMood network;
  private final SequenceRows rows;
  private final int[] classes;
  private final int[] used;

  Learner(FedMoodConfig config, DeepMood network, SequenceRows rows, int[] classes) {
    this.config = config;
    this.network = network;
    this.rows = rows;
    this.classes = classes;
    int count =
        config.mode() == FedMoodConfig.Mode.REFERENCE
            ? Math.max(1, (int) (TRAINED * classes.length))
            : classes.length;
    this.used = IntStream.range(0, count).toArray();
  }

  /** One party's views, whose rows have labels. */
  static Learner of(FedMoodConfig config, DeepMood network, List<View> own) {
    int[] classes = own.get(0).labels().map(Labels::codes).orElse(new int[0]);
    return new Learner(config, network, new SequenceRows(own, config.steps(), false), classes);
  }

  /** All rows of several parties. */
  static Learner together(FedMoodConfig config, DeepMood network, List<Learner> parts) {
    int[] classes = parts.stream().flatMapToInt(part -> IntStream.of(part.classes)).toArray();
    SequenceRows rows = SequenceRows.together(parts.stream().map(part -> part.rows).toList());
    return new Learner(config, network, rows, classes);
  }

  /** Returns the number of rows to learn from. */
  int size() {
    return used.length;
  }

  /**
   * Trains locally by Algorithm 1 for this many epochs.
   *
   * @param secret for the noise of differential privacy
   */
  Training.Trained train(Matrix model, int epochs, Rng rng, Rng secret) {
    Training plan = new Training(epochs, config.batch(), config.rate());
    Training.Trained trained =
        config.isPrivate()
            ? new PrivateTraining(plan, config.clip(), config.noise())
                .run(network.layout(), model, used, this::losses, rng, secret)
            : plan.run(network.layout(), model, used, this::losses, rng);
    if (!Double.isFinite(trained.loss()) || !trained.parameters().isFinite()) {
      throw new Diverged("the loss is no longer finite; use a smaller rate");
    }
    return trained;
  }

  private Tensor losses(Weights w, int[] samples, Rng noise) {
    int[] wanted = IntStream.of(samples).map(s -> classes[s]).toArray();
    return Loss.crossEntropy(network.outputs(w, rows.batch(samples), noise), wanted);
  }

  /** Returns the share of its rows that a model classifies correctly. */
  double agreement(Matrix model) {
    int[] found = network.scores(model, rows).argmaxRows();
    return IntStream.of(used).filter(i -> found[i] == classes[i]).count() / (double) used.length;
  }
}
