package io.parallax.joint;

import io.parallax.core.BadInput;
import io.parallax.core.PerView;
import io.parallax.core.Setting;

/** The settings of the joint model. */
public record JointConfig(
    @Setting("linear: logistic regression on all columns") Mode mode,
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
    @Setting("γ > 0 of the Fourier features, relative to the rows' median distance") double gamma) {

  /** What a party learns from its view. */
  public enum Mode {
    LINEAR
  }

  /** How a view's size counts. */
  public enum Views {
    COLUMNS,
    EQUAL
  }

  private static final int MOST_FOURIER = 10_000;

  public static final JointConfig DEFAULTS =
      new JointConfig(Mode.LINEAR, PerView.of(1), PerView.of(0), Views.COLUMNS, true, false, 0, 1);

  public JointConfig {
    lambda.atLeast(0, false, "lambda");
    beta.atLeast(0, false, "beta");
    PerView.of(gamma).atLeast(0, true, "gamma");
    if (fourier < 0 || fourier > MOST_FOURIER) {
      throw new BadInput("fourier is %d and must be from 0 to %d".formatted(fourier, MOST_FOURIER));
    }
  }

  public JointConfig with(PerView lambda, PerView beta) {
    return new JointConfig(mode, lambda, beta, views, intercept, balance, fourier, gamma);
  }

  public JointConfig with(Views views) {
    return new JointConfig(mode, lambda, beta, views, intercept, balance, fourier, gamma);
  }

  public JointConfig withFourier(int features) {
    return new JointConfig(mode, lambda, beta, views, intercept, balance, features, gamma);
  }

  public JointConfig balanced() {
    return new JointConfig(mode, lambda, beta, views, intercept, true, fourier, gamma);
  }

  public JointConfig withoutIntercept() {
    return new JointConfig(mode, lambda, beta, views, false, balance, fourier, gamma);
  }
}
