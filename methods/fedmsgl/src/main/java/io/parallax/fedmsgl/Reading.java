package io.parallax.fedmsgl;

import io.parallax.fedmsgl.FedMsglConfig.Embedding;
import io.parallax.fedmsgl.FedMsglConfig.First;
import io.parallax.fedmsgl.FedMsglConfig.Hyperedges;
import io.parallax.fedmsgl.FedMsglConfig.Manifold;
import io.parallax.fedmsgl.FedMsglConfig.Mode;
import io.parallax.fedmsgl.FedMsglConfig.Projection;
import io.parallax.fedmsgl.FedMsglConfig.Scale;
import io.parallax.fedmsgl.FedMsglConfig.Weighting;

/** What the settings come to once those that follow the mode are looked up. */
record Reading(
    Manifold manifold,
    Projection projection,
    Weighting weighting,
    Hyperedges hyperedges,
    Scale scale,
    First first,
    Embedding embedding) {

  private static final Reading PAPER =
      new Reading(
          Manifold.EXACT,
          Projection.SHIFT,
          Weighting.PRINTED,
          Hyperedges.ROWS,
          Scale.SAMPLE01,
          First.MEAN,
          Embedding.RAW);
  private static final Reading REFERENCE =
      new Reading(
          Manifold.RANK1,
          Projection.SHIFT_OLD,
          Weighting.RELEASED,
          Hyperedges.ROWS,
          Scale.SAMPLE01,
          First.EYE,
          Embedding.RAW);
  private static final Reading BEST =
      new Reading(
          Manifold.DROPPED,
          Projection.SHIFT,
          Weighting.NORMALISED,
          Hyperedges.AFFINITY,
          Scale.SAMPLE01,
          First.MEAN,
          Embedding.UNIT);

  static Reading of(FedMsglConfig config) {
    Reading mode = of(config.mode());
    return new Reading(
        either(config.manifold(), mode.manifold),
        either(config.projection(), mode.projection),
        either(config.weighting(), mode.weighting),
        either(config.hyperedges(), mode.hyperedges),
        either(config.scale(), mode.scale),
        either(config.first(), mode.first),
        either(config.embedding(), mode.embedding));
  }

  private static Reading of(Mode mode) {
    return switch (mode) {
      case PAPER -> PAPER;
      case REFERENCE -> REFERENCE;
      case BEST -> BEST;
    };
  }

  /** The first constant of every choice, MODE, leaves it to the mode. */
  private static <E extends Enum<E>> E either(E chosen, E byMode) {
    return chosen.ordinal() == 0 ? byMode : chosen;
  }
}
