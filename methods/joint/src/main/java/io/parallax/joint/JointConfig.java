package io.parallax.joint;

import io.parallax.core.BadInput;
import io.parallax.core.PerView;
import io.parallax.core.Roster;
import io.parallax.core.Setting;
import io.parallax.core.Settings;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The settings of the joint model. */
public record JointConfig(
    @Setting(
            "linear: logistic regression on all columns; kernel: by distances to landmark rows, in"
                + " one round; trees, network: boosted trees, or a network, at every party")
        Mode mode,
    @Setting("λ_k ≥ 0, weight of the ridge penalty λ/2·‖W_k‖²; one number, or one per view")
        PerView lambda,
    @Setting("β_k ≥ 0, weight of the row sparsity β‖W_k‖₂,₁; one number, or one per view")
        PerView beta,
    @Setting("columns: penalties act on columns as they are; equal: as if every view had size 1")
        Views views,
    @Setting("adds an intercept for each class, which is not penalised") boolean intercept,
    @Setting("all classes count alike, however many rows they have") boolean balance,
    @Setting(
            "multiplies the sum of a row that some parties lack by the number of parties over that of"
                + " those who have it")
        boolean scaled,
    @Setting("how many random Fourier features each party adds to its columns; 0: none")
        int fourier,
    @Setting("γ > 0 of the Fourier features, relative to the rows' median distance") double gamma,
    @Setting("mode kernel: how many training rows are landmarks; all where there are fewer")
        int landmarks,
    @Setting("mode trees: how many trees for each class a party grows in a round") int trees,
    @Setting("mode trees: how many leaves a tree may have") int leaves,
    @Setting("mode trees: the share of its best values that a tree adds, above 0 and at most 1")
        double shrinkage,
    @Setting("mode network: units of the hidden layer, and of a GRU") int units,
    @Setting("mode network: how often a party goes through its rows in a round") int epochs,
    @Setting("mode network: rows per step") int batch,
    @Setting("mode network: learning rate above 0") double rate,
    @Setting("modes trees, network: the share of training rows that judge rounds; 0: none")
        double judges) {

  /** The model that a party fits to its view. */
  public enum Mode {
    LINEAR,
    KERNEL,
    TREES,
    NETWORK
  }

  /** The influence of a view's size. */
  public enum Views {
    COLUMNS,
    EQUAL
  }

  private static final int MOST_FOURIER = 10_000;
  private static final int MOST_LANDMARKS = 10_000;
  private static final int MOST_TREES = 1000;
  private static final int MOST_LEAVES = 1 << 16;
  private static final double MOST_JUDGES = 0.5;
  private static final int MOST_UNITS = 1 << 12;
  private static final int MOST_EPOCHS = 1000;
  private static final int MOST_BATCH = 1 << 16;

  private static final PerView LAMBDA = PerView.of(1);
  private static final PerView BETA = PerView.of(0);
  private static final double GAMMA = 1;
  private static final int LANDMARKS = 800;
  private static final int TREES = 10;
  private static final int LEAVES = 8;
  private static final double SHRINKAGE = 0.1;
  private static final int UNITS = 64;
  private static final int EPOCHS = 5;
  private static final int BATCH = 32;
  private static final double RATE = 0.001;
  private static final double JUDGES = 0.2;

  public static final JointConfig DEFAULTS =
      new JointConfig(
          Mode.LINEAR,
          LAMBDA,
          BETA,
          Views.COLUMNS,
          true,
          false,
          false,
          0,
          GAMMA,
          LANDMARKS,
          TREES,
          LEAVES,
          SHRINKAGE,
          UNITS,
          EPOCHS,
          BATCH,
          RATE,
          JUDGES);

  public JointConfig {
    lambda.atLeast(0, false, "lambda");
    beta.atLeast(0, false, "beta");
    PerView.of(gamma).atLeast(0, true, "gamma");
    within("fourier", fourier, 0, MOST_FOURIER);
    within("landmarks", landmarks, 1, MOST_LANDMARKS);
    within("trees", trees, 1, MOST_TREES);
    within("leaves", leaves, 2, MOST_LEAVES);
    within("units", units, 1, MOST_UNITS);
    within("epochs", epochs, 1, MOST_EPOCHS);
    within("batch", batch, 1, MOST_BATCH);
    PerView.of(rate).atLeast(0, true, "rate").atMost(1, "rate");
    if (!(shrinkage > 0 && shrinkage <= 1)) {
      throw new BadInput("shrinkage is %s and must be above 0, at most 1".formatted(shrinkage));
    }
    if (!(judges >= 0 && judges <= MOST_JUDGES)) {
      throw new BadInput("judges is %s and must be from 0 to %s".formatted(judges, MOST_JUDGES));
    }
    only("lambda", lambda.equals(LAMBDA), mode, Mode.LINEAR);
    only("beta", beta.equals(BETA), mode, Mode.LINEAR);
    only("views", views == Views.COLUMNS, mode, Mode.LINEAR, Mode.KERNEL);
    only("intercept", intercept, mode, Mode.LINEAR);
    only("scaled", !scaled, mode, Mode.LINEAR);
    only("fourier", fourier == 0, mode, Mode.LINEAR);
    only("gamma", gamma == GAMMA, mode, Mode.LINEAR);
    only("landmarks", landmarks == LANDMARKS, mode, Mode.KERNEL);
    only("trees", trees == TREES, mode, Mode.TREES);
    only("leaves", leaves == LEAVES, mode, Mode.TREES);
    only("shrinkage", shrinkage == SHRINKAGE, mode, Mode.TREES);
    only("units", units == UNITS, mode, Mode.NETWORK);
    only("epochs", epochs == EPOCHS, mode, Mode.NETWORK);
    only("batch", batch == BATCH, mode, Mode.NETWORK);
    only("rate", rate == RATE, mode, Mode.NETWORK);
    only("judges", judges == JUDGES, mode, Mode.TREES, Mode.NETWORK);
  }

  private static void within(String what, int value, int least, int most) {
    if (value < least || value > most) {
      throw new BadInput("%s is %d and must be from %d to %d".formatted(what, value, least, most));
    }
  }

  /** Rejects a setting that the mode does not have. */
  private static void only(String setting, boolean usual, Mode mode, Mode... having) {
    List<Mode> modes = List.of(having);
    if (!usual && !modes.contains(mode)) {
      throw new BadInput(
          "%s is set, but mode %s has no such setting; leave it out, or use mode %s"
              .formatted(setting, name(mode), name(modes.get(0))));
    }
  }

  private static String name(Mode mode) {
    return mode.name().toLowerCase(Locale.ROOT);
  }

  public JointConfig with(PerView lambda, PerView beta) {
    return Settings.with(this, Map.of("lambda", lambda, "beta", beta));
  }

  public JointConfig with(Views views) {
    return Settings.with(this, Map.of("views", views));
  }

  public JointConfig withFourier(int features) {
    return Settings.with(this, Map.of("fourier", features));
  }

  public JointConfig balanced() {
    return Settings.with(this, Map.of("balance", true));
  }

  /** Returns sums that are scaled by the number of parties that have a row. */
  public JointConfig scaledSums() {
    return Settings.with(this, Map.of("scaled", true));
  }

  public JointConfig withoutIntercept() {
    return Settings.with(this, Map.of("intercept", false));
  }

  /** Returns mode kernel with this many landmarks. */
  public JointConfig withLandmarks(int landmarks) {
    return Settings.with(this, Map.of("mode", Mode.KERNEL, "landmarks", landmarks));
  }

  /** Returns mode trees with this many trees for each class and round. */
  public JointConfig withTrees(int trees) {
    return Settings.with(this, Map.of("mode", Mode.TREES, "trees", trees));
  }

  /** Returns mode network with this many units, and this many passes over its rows in a round. */
  public JointConfig withNetwork(int units, int epochs) {
    return Settings.with(this, Map.of("mode", Mode.NETWORK, "units", units, "epochs", epochs));
  }

  /** Returns mode network with this learning rate. */
  public JointConfig withRate(double rate) {
    return Settings.with(this, Map.of("mode", Mode.NETWORK, "rate", rate));
  }

  /** Returns modes trees and network with this share of rows that judge. */
  public JointConfig withJudges(double judges) {
    return Settings.with(this, Map.of("judges", judges));
  }

  /** Returns the number of landmarks to draw from a study's rows. */
  int landmarks(Roster roster) {
    return Math.min(landmarks, roster.samples());
  }
}
