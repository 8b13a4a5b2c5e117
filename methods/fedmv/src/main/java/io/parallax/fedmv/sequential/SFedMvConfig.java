package io.parallax.fedmv.sequential;

import io.parallax.core.BadInput;
import io.parallax.core.PerView;
import io.parallax.core.Setting;
import io.parallax.fedmv.horizontal.HFedMvConfig;
import io.parallax.fedmv.vertical.VFedMvConfig;

/** The settings of S-FedMV: those of the GRUs, then the paper's letters for what follows. */
public record SFedMvConfig(
    @Setting("length of the GRU's state, for each view and direction") int units,
    @Setting("share of each view's state that is dropped while training, 0 to below 1")
        double dropout,
    @Setting("how many of a sequence's last steps are used") int steps,
    @Setting("local epochs per round; where parties hold different views, all epochs") int epochs,
    @Setting("samples per training step") int batch,
    @Setting("learning rate of RMSProp") double rate,
    @Setting("β_k > 0, weight of the row sparsity of W_k; one number, or one per view")
        PerView beta,
    @Setting("ζ_k > 0, how strongly view k is tied to the consensus; one number, or one per view")
        PerView zeta,
    @Setting("η > 0, how strongly the consensus is tied to the labels") double eta,
    @Setting(
            "holder: labels stay where they are; shared: disclosed to all, which parties with"
                + " different views need")
        LabelsAt labels) {

  /** The parties that know the labels. */
  public enum LabelsAt {
    HOLDER,
    SHARED
  }

  /** Batch, rate and drop-out as in the paper; ζ, β and η as for H-FedMV. */
  public static final SFedMvConfig DEFAULTS =
      new SFedMvConfig(
          8,
          0.1,
          100,
          10,
          128,
          0.001,
          HFedMvConfig.DEFAULTS.beta(),
          HFedMvConfig.DEFAULTS.zeta(),
          HFedMvConfig.DEFAULTS.eta(),
          LabelsAt.HOLDER);

  public SFedMvConfig {
    atLeastOne(units, "units");
    atLeastOne(steps, "steps");
    atLeastOne(epochs, "epochs");
    atLeastOne(batch, "batch");
    PerView.of(rate).atLeast(0, true, "rate");
    PerView.of(dropout).atLeast(0, false, "dropout");
    if (dropout >= 1) {
      throw new BadInput("dropout is " + dropout + " and must be below 1");
    }
    horizontal(beta, zeta, eta); // checks the letters
  }

  /** The settings of the H-FedMV that follows. */
  HFedMvConfig horizontal() {
    return horizontal(beta, zeta, eta);
  }

  /** The settings of the V-FedMV that follows. */
  VFedMvConfig vertical() {
    return VFedMvConfig.DEFAULTS.with(beta, zeta, eta);
  }

  private static HFedMvConfig horizontal(PerView beta, PerView zeta, double eta) {
    return HFedMvConfig.DEFAULTS.with(beta, zeta, eta);
  }

  private static void atLeastOne(int value, String name) {
    if (value < 1) {
      throw new BadInput(name + " is " + value + " and must be at least 1");
    }
  }
}
