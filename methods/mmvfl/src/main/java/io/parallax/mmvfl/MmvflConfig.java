package io.parallax.mmvfl;

import io.parallax.core.BadInput;
import io.parallax.core.PerView;
import io.parallax.core.Setting;

/** The settings of MMVFL, by the paper's letters. */
public record MmvflConfig(
    @Setting("best: Z_k eliminated and accelerated; paper: Algorithm 1 as printed") Mode mode,
    @Setting("β_k > 0, weight of the row sparsity of W_k; one number, or one per view")
        PerView beta,
    @Setting("ζ_k > 0, how strongly view k is tied to the consensus; one number, or one per view")
        PerView zeta,
    @Setting("η > 0, how strongly the label holder's Z_k is tied to the labels") double eta,
    @Setting("paper mode: [A, W] steps per round") int inner,
    @Setting("paper mode: ε of Eq. (7)") double epsilon,
    @Setting("0 < p ≤ 100, the percentage of features kept for prediction, the most important ones")
        double keep) {

  /** The algorithm by which the one optimum is reached. */
  public enum Mode {
    BEST,
    PAPER
  }

  /** The largest weight; a larger one would leave the range of fixed-point sums. */
  private static final double MOST = 1e5;

  /** ζ = η = 1000 as in the paper; β = 10, the sparsest of its grid 10^-5 … 10. */
  public static final MmvflConfig DEFAULTS =
      new MmvflConfig(Mode.BEST, PerView.of(10), PerView.of(1000), 1000, 1, 1e-8, 100);

  public MmvflConfig {
    beta.atLeast(0, true, "beta");
    zeta.atLeast(0, true, "zeta").atMost(MOST, "zeta");
    PerView.of(eta).atLeast(0, true, "eta").atMost(MOST, "eta");
    PerView.of(epsilon).atLeast(0, true, "epsilon");
    PerView.of(keep).atLeast(0, true, "keep").atMost(100, "keep");
    if (inner < 1) {
      throw new BadInput("inner is " + inner + " and must be at least 1");
    }
  }

  public MmvflConfig with(Mode mode) {
    return new MmvflConfig(mode, beta, zeta, eta, inner, epsilon, keep);
  }

  public MmvflConfig with(PerView beta, PerView zeta, double eta) {
    return new MmvflConfig(mode, beta, zeta, eta, inner, epsilon, keep);
  }

  /** The same with another percentage of features kept for prediction. */
  public MmvflConfig keeping(double percent) {
    return new MmvflConfig(mode, beta, zeta, eta, inner, epsilon, percent);
  }
}
