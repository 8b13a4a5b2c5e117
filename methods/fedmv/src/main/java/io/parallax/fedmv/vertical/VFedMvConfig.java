package io.parallax.fedmv.vertical;

import io.parallax.core.BadInput;
import io.parallax.core.PerView;
import io.parallax.core.Setting;

/** The settings of V-FedMV, by the paper's letters. */
public record VFedMvConfig(
    @Setting("best: Z_k eliminated and accelerated; paper: Algorithm 2 as printed") Mode mode,
    @Setting("β_k ≥ 0, weight of the row sparsity of W_k; one number, or one per view")
        PerView beta,
    @Setting("ζ_k > 0, how strongly view k is tied to the consensus; one number, or one per view")
        PerView zeta,
    @Setting("η > 0, how strongly the consensus is tied to the labels") double eta,
    @Setting(
            "holder: Y is sent to nobody, but every party can read it from the consensus; shared: Y itself is disclosed to the coordinator (the paper)")
        LabelsAt labels,
    @Setting(
            "adds a column of ones to every view, so that the shares of the classes count; if they are uneven, nearly all rows are given the largest class (README)")
        boolean bias,
    @Setting("paper mode: [A, W] steps per round") int inner,
    @Setting("paper mode: ε of Eq. (5)") double epsilon) {

  /** The algorithm by which the one optimum is reached. */
  public enum Mode {
    BEST,
    PAPER
  }

  /** The parties that know Y. */
  public enum LabelsAt {
    HOLDER,
    SHARED
  }

  /** The largest weight; a larger one would leave the range of fixed-point sums. */
  private static final double MOST = 1e5;

  /** β = 4 as in the paper; ζ and η from the middle of its range 2^0 … 2^5. */
  public static final VFedMvConfig DEFAULTS =
      new VFedMvConfig(
          Mode.BEST, PerView.of(4), PerView.of(8), 16, LabelsAt.HOLDER, false, 1, 1e-8);

  public VFedMvConfig {
    beta.atLeast(0, false, "beta");
    zeta.atLeast(0, true, "zeta").atMost(MOST, "zeta");
    PerView.of(eta).atLeast(0, true, "eta").atMost(MOST, "eta");
    PerView.of(epsilon).atLeast(0, true, "epsilon");
    if (inner < 1) {
      throw new BadInput("inner is " + inner + " and must be at least 1");
    }
  }

  public VFedMvConfig with(Mode mode) {
    return new VFedMvConfig(mode, beta, zeta, eta, labels, bias, inner, epsilon);
  }

  public VFedMvConfig with(PerView beta, PerView zeta, double eta) {
    return new VFedMvConfig(mode, beta, zeta, eta, labels, bias, inner, epsilon);
  }

  public VFedMvConfig with(LabelsAt labels) {
    return new VFedMvConfig(mode, beta, zeta, eta, labels, bias, inner, epsilon);
  }
}
