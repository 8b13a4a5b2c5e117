package io.parallax.joint;

import io.parallax.core.BadInput;
import io.parallax.core.PerView;
import io.parallax.core.Roster;
import io.parallax.core.Setting;

/** The settings of the joint model. */
public record JointConfig(
    @Setting(
            "linear: logistic regression on all columns; kernel: by distances to landmark rows, in"
                + " one round")
        Mode mode,
    @Setting("λ_k ≥ 0, weight of the ridge penalty λ/2·‖W_k‖²; one number, or one per view")
        PerView lambda,
    @Setting("β_k ≥ 0, weight of the row sparsity β‖W_k‖₂,₁; one number, or one per view")
        PerView beta,
    @Setting("columns: penalties act on columns as they are; equal: as if every view had size 1")
        Views views,
    @Setting("adds an intercept for each class, which is not penalised") boolean intercept,
    @Setting("all classes count alike, however many rows they have") boolean balance,
    @Setting("how many random Fourier features each party adds to its columns; 0: none")
        int fourier,
    @Setting("γ > 0 of the Fourier features, relative to the rows' median distance") double gamma,
    @Setting("mode kernel: how many training rows are landmarks; all where there are fewer")
        int landmarks) {

  /** What a party learns from its view. */
  public enum Mode {
    LINEAR,
    KERNEL
  }

  /** How a view's size counts. */
  public enum Views {
    COLUMNS,
    EQUAL
  }

  private static final int MOST_FOURIER = 10_000;
  private static final int MOST_LANDMARKS = 10_000;

  public static final JointConfig DEFAULTS =
      new JointConfig(
          Mode.LINEAR, PerView.of(1), PerView.of(0), Views.COLUMNS, true, false, 0, 1, 800);

  public JointConfig {
    lambda.atLeast(0, false, "lambda");
    beta.atLeast(0, false, "beta");
    PerView.of(gamma).atLeast(0, true, "gamma");
    if (fourier < 0 || fourier > MOST_FOURIER) {
      throw new BadInput("fourier is %d and must be from 0 to %d".formatted(fourier, MOST_FOURIER));
    }
    if (landmarks < 1 || landmarks > MOST_LANDMARKS) {
      throw new BadInput(
          "landmarks is %d and must be from 1 to %d".formatted(landmarks, MOST_LANDMARKS));
    }
    if (mode == Mode.KERNEL) {
      requireUnset(lambda, beta, intercept, fourier, gamma);
    }
  }

  public JointConfig with(PerView lambda, PerView beta) {
    return new JointConfig(
        mode, lambda, beta, views, intercept, balance, fourier, gamma, landmarks);
  }

  public JointConfig with(Views views) {
    return new JointConfig(
        mode, lambda, beta, views, intercept, balance, fourier, gamma, landmarks);
  }

  public JointConfig withFourier(int features) {
    return new JointConfig(
        mode, lambda, beta, views, intercept, balance, features, gamma, landmarks);
  }

  public JointConfig balanced() {
    return new JointConfig(mode, lambda, beta, views, intercept, true, fourier, gamma, landmarks);
  }

  public JointConfig withoutIntercept() {
    return new JointConfig(mode, lambda, beta, views, false, balance, fourier, gamma, landmarks);
  }

  /** Mode kernel with so many landmarks. */
  public JointConfig withLandmarks(int landmarks) {
    return new JointConfig(
        Mode.KERNEL, lambda, beta, views, intercept, balance, fourier, gamma, landmarks);
  }

  /** How many landmarks are drawn from a study's rows. */
  int landmarks(Roster roster) {
    return Math.min(landmarks, roster.samples());
  }

  /** Mode kernel finds penalty and bandwidth by itself. */
  private static void requireUnset(
      PerView lambda, PerView beta, boolean intercept, int fourier, double gamma) {
    boolean usual =
        lambda.equals(PerView.of(1)) && beta.equals(PerView.of(0)) && intercept && gamma == 1;
    if (!usual || fourier != 0) {
      throw new BadInput(
          "lambda, beta, intercept, fourier or gamma is set, and mode kernel has none of them: it"
              + " finds penalty and bandwidth by itself; leave them out, or use mode linear");
    }
  }
}
