package io.parallax.joint;

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
    @Setting("all classes count alike, however many rows they have") boolean balance) {

  /** What a party learns from its view. */
  public enum Mode {
    LINEAR
  }

  /** How a view's size counts. */
  public enum Views {
    COLUMNS,
    EQUAL
  }

  public static final JointConfig DEFAULTS =
      new JointConfig(Mode.LINEAR, PerView.of(1), PerView.of(0), Views.COLUMNS, true, false);

  public JointConfig {
    lambda.atLeast(0, false, "lambda");
    beta.atLeast(0, false, "beta");
  }

  public JointConfig with(PerView lambda, PerView beta) {
    return new JointConfig(mode, lambda, beta, views, intercept, balance);
  }

  public JointConfig with(Views views) {
    return new JointConfig(mode, lambda, beta, views, intercept, balance);
  }

  public JointConfig balanced() {
    return new JointConfig(mode, lambda, beta, views, intercept, true);
  }

  public JointConfig withoutIntercept() {
    return new JointConfig(mode, lambda, beta, views, false, balance);
  }
}
