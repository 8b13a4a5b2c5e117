package io.parallax.fedmv.horizontal;

import io.parallax.core.BadInput;
import io.parallax.core.PerView;
import io.parallax.core.Setting;

/** The settings of H-FedMV, by the paper's letters; they are the same for all parties. */
public record HFedMvConfig(
    @Setting("exact: the optimum over all rows, in one round; paper: Algorithm 3 as printed")
        Mode mode,
    @Setting("β_k > 0, weight of the row sparsity of W_k; one number, or one per view")
        PerView beta,
    @Setting("ζ_k > 0, how strongly view k is tied to the consensus; one number, or one per view")
        PerView zeta,
    @Setting("η > 0, how strongly the consensus is tied to the labels") double eta,
    @Setting("paper mode: local iterations per round; a converged local loop forgets the others")
        int local,
    @Setting("paper mode: [A, W] steps per local iteration") int inner,
    @Setting("paper mode: ε of Eq. (14)") double epsilon) {

  /** How the parties learn together. */
  public enum Mode {
    EXACT,
    PAPER
  }

  /** β = 4 as in the paper; ζ and η from the middle of its range 2^0 … 2^5. */
  public static final HFedMvConfig DEFAULTS =
      new HFedMvConfig(Mode.EXACT, PerView.of(4), PerView.of(8), 16, 1, 1, 1e-8);

  public HFedMvConfig {
    beta.atLeast(0, true, "beta");
    zeta.atLeast(0, true, "zeta");
    PerView.of(eta).atLeast(0, true, "eta");
    PerView.of(epsilon).atLeast(0, true, "epsilon");
    if (local < 1) {
      throw new BadInput("local is " + local + " and must be at least 1");
    }
    if (inner < 1) {
      throw new BadInput("inner is " + inner + " and must be at least 1");
    }
  }

  public HFedMvConfig with(Mode mode) {
    return new HFedMvConfig(mode, beta, zeta, eta, local, inner, epsilon);
  }

  public HFedMvConfig with(PerView beta, PerView zeta, double eta) {
    return new HFedMvConfig(mode, beta, zeta, eta, local, inner, epsilon);
  }

  /** ρ_k = ζ_k/(1 + ζ_k), see the README. */
  double rho(String view) {
    return zeta.of(view) / (1 + zeta.of(view));
  }
}
