package io.parallax.apfed;

import io.parallax.core.Setting;
import io.parallax.core.WordPerView;
import io.parallax.tensor.Architecture;

/** The settings of TVFL: the same networks and optimiser as APFed's. */
public record TvflConfig(
    @Setting("a view's network: auto, mlp, cnn (images) or gru (sequences); one, or one per view")
        WordPerView encoder,
    @Setting("length of every party's representation") int width,
    @Setting("units of the hidden layer of an mlp, and of a gru") int hidden,
    @Setting("stride of the convolutions") int stride,
    @Setting("rows per step") int batch,
    @Setting("learning rate of every network") double rate,
    @Setting("momentum of the descent, 0 to 1") double momentum,
    @Setting("weight decay of every network") double decay,
    @Setting(
            "who is missing when rows are scored: none, or all but the label holder, whose"
                + " representations are replaced by zeros, their mean, or random numbers")
        Missing missing) {

  /** The substitute for the representations of absent parties when rows are scored. */
  public enum Missing {
    NONE,
    ZERO,
    MEAN,
    RANDOM
  }

  public static final TvflConfig DEFAULTS =
      of(ApFedConfig.DEFAULTS.architecture(), ApFedConfig.DEFAULTS.descent(), Missing.NONE);

  public TvflConfig {
    new Architecture(encoder, width, hidden, stride);
    new Descent(batch, rate, momentum, decay);
  }

  public static TvflConfig of(Architecture networks, Descent descent, Missing missing) {
    return new TvflConfig(
        networks.encoder(),
        networks.width(),
        networks.hidden(),
        networks.stride(),
        descent.batch(),
        descent.rate(),
        descent.momentum(),
        descent.decay(),
        missing);
  }

  Architecture architecture() {
    return new Architecture(encoder, width, hidden, stride);
  }

  Descent descent() {
    return new Descent(batch, rate, momentum, decay);
  }
}
