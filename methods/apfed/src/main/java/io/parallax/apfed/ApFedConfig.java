package io.parallax.apfed;

import io.parallax.core.BadInput;
import io.parallax.core.PerView;
import io.parallax.core.Setting;
import io.parallax.core.Settings;
import io.parallax.core.WordPerView;
import io.parallax.tensor.Architecture;
import java.util.List;
import java.util.Map;

/** The settings of APFed, by the paper's letters where it has them. */
public record ApFedConfig(
    @Setting("paper: as printed; reference: projection heads, symmetric contrast, drop-out")
        Mode mode,
    @Setting("what a passive party minimises: reconstruction or contrastive; one, or one per view")
        WordPerView loss,
    @Setting("λ_p ≥ 0, weight of a passive party's gradient; one number, or one per view")
        PerView lambda,
    @Setting("a view's network: auto, mlp, cnn (images) or gru (sequences); one, or one per view")
        WordPerView encoder,
    @Setting("length of h, the representation that the active party sends") int width,
    @Setting("units of the hidden layer of an mlp, and of a gru") int hidden,
    @Setting("stride of the convolutions; 1 as in the paper, 2 is 20 times as fast") int stride,
    @Setting("rows per step") int batch,
    @Setting("α > 0, learning rate of every network") double rate,
    @Setting("momentum of the descent, 0 to 1") double momentum,
    @Setting("w ≥ 0, weight decay of every network") double decay,
    @Setting("τ > 0, temperature of the contrastive loss") double temperature,
    @Setting("reference mode: length of what is sent, where a party contrasts") int projection,
    @Setting("reference mode: share of h that is dropped before the last layer") double dropout,
    @Setting("0 to 1, weight of soft targets beside the labels, see the README; 0: none")
        double distil,
    @Setting("T > 0, temperature of the soft targets") double soften) {

  /** The variant: the paper's text, or its released program. */
  public enum Mode {
    PAPER,
    REFERENCE
  }

  static final String RECONSTRUCTION = "reconstruction";
  static final String CONTRASTIVE = "contrastive";

  /** The largest λ: beyond it a gradient could leave the range of fixed-point sums. */
  private static final double MOST = 1e4;

  /** The highest temperature: beyond it soft targets hardly differ. */
  private static final double MOST_SOFT = 100;

  /**
   * The paper's rate, momentum, decay and λ = 1; settings that it does not state are chosen for
   * tables.
   */
  public static final ApFedConfig DEFAULTS =
      new ApFedConfig(
          Mode.PAPER,
          WordPerView.everywhere(RECONSTRUCTION),
          PerView.of(1),
          WordPerView.everywhere(Architecture.AUTO),
          64,
          128,
          1,
          64,
          1e-3,
          0.9,
          1e-4,
          1,
          64,
          0.5,
          0,
          2);

  public ApFedConfig {
    loss.among(List.of(RECONSTRUCTION, CONTRASTIVE), "loss");
    lambda.atLeast(0, false, "lambda").atMost(MOST, "lambda");
    new Architecture(encoder, width, hidden, stride);
    new Descent(batch, rate, momentum, decay);
    PerView.of(temperature).atLeast(0, true, "temperature");
    PerView.of(dropout).atLeast(0, false, "dropout").atMost(0.99, "dropout");
    PerView.of(distil).atLeast(0, false, "distil").atMost(1, "distil");
    PerView.of(soften).atLeast(0, true, "soften").atMost(MOST_SOFT, "soften");
    if (projection < 1) {
      throw new BadInput("projection is " + projection + " and must be at least 1");
    }
  }

  Architecture architecture() {
    return new Architecture(encoder, width, hidden, stride);
  }

  Descent descent() {
    return new Descent(batch, rate, momentum, decay);
  }

  /** Returns true if a projection of h is sent instead of h, with these passive views. */
  boolean projects(List<String> passive) {
    return mode == Mode.REFERENCE && passive.stream().anyMatch(v -> loss.of(v).equals(CONTRASTIVE));
  }

  /** Returns the length of the message. */
  int sent(List<String> passive) {
    return projects(passive) ? projection : width;
  }

  public ApFedConfig with(Mode mode) {
    return Settings.with(this, Map.of("mode", mode));
  }

  public ApFedConfig with(WordPerView loss, PerView lambda) {
    return Settings.with(this, Map.of("loss", loss, "lambda", lambda));
  }

  public ApFedConfig with(Architecture networks, Descent descent) {
    return Settings.with(
        this,
        Map.of(
            "encoder", networks.encoder(),
            "width", networks.width(),
            "hidden", networks.hidden(),
            "stride", networks.stride(),
            "batch", descent.batch(),
            "rate", descent.rate(),
            "momentum", descent.momentum(),
            "decay", descent.decay()));
  }

  /** With soft targets of this weight and temperature. */
  public ApFedConfig with(double distil, double soften) {
    return Settings.with(this, Map.of("distil", distil, "soften", soften));
  }
}
