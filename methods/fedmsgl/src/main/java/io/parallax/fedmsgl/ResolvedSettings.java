package io.parallax.fedmsgl;

import io.parallax.fedmsgl.FedMsglConfig.Embedding;
import io.parallax.fedmsgl.FedMsglConfig.First;
import io.parallax.fedmsgl.FedMsglConfig.Hyperedges;
import io.parallax.fedmsgl.FedMsglConfig.Manifold;
import io.parallax.fedmsgl.FedMsglConfig.Mode;
import io.parallax.fedmsgl.FedMsglConfig.Projection;
import io.parallax.fedmsgl.FedMsglConfig.Scale;
import io.parallax.fedmsgl.FedMsglConfig.Weighting;

/** The settings, with those that depend on the mode resolved. */
record ResolvedSettings(
    Manifold manifold,
    Projection projection,
    Weighting weighting,
    Hyperedges hyperedges,
    Scale scale,
    First first,
    Embedding embedding) {

  private static final ResolvedSettings PAPER =
      new ResolvedSettings(
          Manifold.EXACT,
          Projection.SHIFT,
          Weighting.PRINTED,
          Hyperedges.ROWS,
          Scale.SAMPLE01,
          First.MEAN,
          Embedding.RAW);
  private static final ResolvedSettings REFERENCE =
      new ResolvedSettings(
          Manifold.RANK1,
          Projection.SHIFT_OLD,
          Weighting.RELEASED,
          Hyperedges.ROWS,
          Scale.SAMPLE01,
          First.EYE,
          Embedding.RAW);
  private static final ResolvedSettings BEST =
      new ResolvedSettings(
          Manifold.DROPPED,
          Projection.SHIFT,
          Weighting.NORMALISED,
          Hyperedges.AFFINITY,
          Scale.SAMPLE01,
          First.MEAN,
          Embedding.UNIT);

  static ResolvedSettings of(FedMsglConfig config) {
    ResolvedSettings mode = of(config.mode());
    return new ResolvedSettings(
        either(config.manifold(), mode.manifold),
        either(config.projection(), mode.projection),
        either(config.weighting(), mode.weighting),
        either(config.hyperedges(), mode.hyperedges),
        either(config.scale(), mode.scale),
        either(config.first(), mode.first),
        either(config.embedding(), mode.embedding));
  }

  private static ResolvedSettings of(Mode mode) {
    return switch (mode) {
      case PAPER -> PAPER;
      case REFERENCE -> REFERENCE;
      case BEST -> BEST;
    };
  }

  /** Returns the chosen constant, or the mode's if the choice is MODE, the first constant. */
  private static <E extends Enum<E>> E either(E chosen, E byMode) {
    return chosen.ordinal() == 0 ? byMode : chosen;
  }
}
