package io.parallax.fedmv.horizontal;

import io.parallax.core.BadInput;
import io.parallax.core.PerView;
import io.parallax.core.Setting;
import java.util.Locale;

/** The settings of H-FedMV, by the paper's letters; they are the same for all parties. */
public record HFedMvConfig(
    @Setting("exact: the optimum over all rows, in one round; paper: Algorithm 3 as printed")
        Mode mode,
    @Setting(
            "exact mode: consensus: Eq. (1), where views fit the labels alone and are to agree; pooled:"
                + " ridge regression on all columns together; chosen: the one with less error by"
                + " generalised cross-validation")
        Fit fit,
    @Setting("β_k > 0, weight of the row sparsity of W_k; one number, or one per view")
        PerView beta,
    @Setting("ζ_k > 0, how strongly view k is tied to the consensus; one number, or one per view")
        PerView zeta,
    @Setting("η > 0, how strongly the consensus is tied to the labels") double eta,
    @Setting("paper mode: local iterations per round; a converged local loop forgets the others")
        int local,
    @Setting("paper mode: [A, W] steps per local iteration") int inner,
    @Setting("paper mode: ε of Eq. (14)") double epsilon) {

  /** The federated algorithm. */
  public enum Mode {
    EXACT,
    PAPER
  }

  /** The model that is fitted to the sums of mode exact. */
  public enum Fit {
    CONSENSUS,
    POOLED,
    CHOSEN
  }

  private static final PerView BETA = PerView.of(4);
  private static final PerView ZETA = PerView.of(8);
  private static final double ETA = 16;

  /** β = 4 as in the paper; ζ and η from the middle of its range 2^0 … 2^5. */
  public static final HFedMvConfig DEFAULTS =
      new HFedMvConfig(Mode.EXACT, Fit.CONSENSUS, BETA, ZETA, ETA, 1, 1, 1e-8);

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
    if (fit != Fit.CONSENSUS && mode == Mode.PAPER) {
      throw new BadInput(
          "fit is "
              + fit.name().toLowerCase(Locale.ROOT)
              + " and must be consensus in mode paper, which averages models; use 'mode: exact'");
    }
    if (fit == Fit.POOLED && !(beta.equals(BETA) && zeta.equals(ZETA) && eta == ETA)) {
      throw new BadInput(
          "fit is pooled, which finds its penalty by itself; leave out beta, zeta and eta, or use 'fit:"
              + " chosen'");
    }
  }

  public HFedMvConfig with(Mode mode) {
    return new HFedMvConfig(mode, fit, beta, zeta, eta, local, inner, epsilon);
  }

  public HFedMvConfig with(Fit fit) {
    return new HFedMvConfig(mode, fit, beta, zeta, eta, local, inner, epsilon);
  }

  public HFedMvConfig with(PerView beta, PerView zeta, double eta) {
    return new HFedMvConfig(mode, fit, beta, zeta, eta, local, inner, epsilon);
  }

  /** ρ_k = ζ_k/(1 + ζ_k), see the README. */
  double rho(String view) {
    return zeta.of(view) / (1 + zeta.of(view));
  }
}
