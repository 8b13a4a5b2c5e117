package io.parallax.fedmood;

import io.parallax.core.BadInput;
import io.parallax.core.PerView;
import io.parallax.core.Setting;
import io.parallax.tensor.Training;

/** The settings of FedMood; they are the same for all parties. */
public record FedMoodConfig(
    @Setting("best: FedAvg done right; reference: as the released program trains and averages")
        Mode mode,
    @Setting("how views are fused: dnn, Eq. (1); dfm, Eq. (2); dmvm, Eq. (6)") Fusion fusion,
    @Setting("length of the GRU's state, for each view and direction") int units,
    @Setting("hidden units of dnn; factors per class of dfm and dmvm") int factors,
    @Setting("share of each view's state that is dropped while training, 0 to below 1")
        double dropout,
    @Setting("how many of a sequence's last steps are used") int steps,
    @Setting("local epochs per round") int epochs,
    @Setting("samples per training step") int batch,
    @Setting("learning rate of RMSProp") double rate,
    @Setting("who trains in a round: all, or random: a random set of random size, Algorithm 1")
        Taking parties,
    @Setting(
            "what a party's model counts: rows: by its number of rows; equal; agreement: from the third"
                + " round on rows times how well the common model fits its labels")
        Weighting weights,
    @Setting("differential privacy: the length to which a row's gradient is cut; 0: none")
        double clip,
    @Setting("differential privacy: noise in units of clip") double noise,
    @Setting("differential privacy: the ε at which a party stops; 0: no limit") double epsilon,
    @Setting("differential privacy: δ") double delta) {

  /** The variant of the training algorithm. */
  public enum Mode {
    BEST,
    REFERENCE
  }

  /** The layer on top of the views' states. */
  public enum Fusion {
    DNN,
    DFM,
    DMVM
  }

  /** The parties that train in a round. */
  public enum Taking {
    ALL,
    RANDOM
  }

  /** The weight of a party's model in the mean. */
  public enum Weighting {
    ROWS,
    EQUAL,
    AGREEMENT
  }

  /** As in the paper's Table I and its released program. */
  public static final FedMoodConfig DEFAULTS =
      new FedMoodConfig(
          Mode.BEST,
          Fusion.DMVM,
          8,
          8,
          0.1,
          100,
          15,
          256,
          0.001,
          Taking.ALL,
          Weighting.ROWS,
          0,
          0,
          0,
          1e-5);

  public FedMoodConfig {
    atLeastOne(units, "units");
    atLeastOne(factors, "factors");
    atLeastOne(steps, "steps");
    atLeastOne(epochs, "epochs");
    atLeastOne(batch, "batch");
    PerView.of(rate).atLeast(0, true, "rate");
    PerView.of(dropout).atLeast(0, false, "dropout");
    PerView.of(clip).atLeast(0, false, "clip");
    PerView.of(noise).atLeast(0, false, "noise");
    PerView.of(delta).atLeast(0, true, "delta");
    if (dropout >= 1) {
      throw new BadInput("dropout is " + dropout + " and must be below 1");
    }
    if (delta >= 1) {
      throw new BadInput("delta is " + delta + " and must be below 1; take less than 1 over rows");
    }
    if (!(epsilon >= 0)) {
      throw new BadInput("epsilon is " + epsilon + " and must be above 0, or 0 for no limit");
    }
    if ((noise > 0) != (clip > 0)) {
      throw new BadInput(
          "noise is %s and clip is %s; set both for differential privacy, or neither"
              .formatted(noise, clip));
    }
    if (epsilon > 0 && noise == 0) {
      throw new BadInput(
          "epsilon is " + epsilon + ", but without clip and noise there is no privacy to count");
    }
  }

  /** The same with other batches. */
  FedMoodConfig withBatch(int samples) {
    return new FedMoodConfig(
        mode, fusion, units, factors, dropout, steps, epochs, samples, rate, parties, weights, clip,
        noise, epsilon, delta);
  }

  /** The same without differential privacy. */
  FedMoodConfig withoutNoise() {
    return new FedMoodConfig(
        mode, fusion, units, factors, dropout, steps, epochs, batch, rate, parties, weights, 0, 0,
        0, delta);
  }

  /** The local training of a round. */
  Training training() {
    return new Training(epochs, batch, rate);
  }

  /** Returns true if training is differentially private. */
  boolean isPrivate() {
    return noise > 0;
  }

  private static void atLeastOne(int value, String name) {
    if (value < 1) {
      throw new BadInput(name + " is " + value + " and must be at least 1");
    }
  }
}
