package io.parallax.fedmv.vertical;

import io.parallax.core.Roster;
import java.util.function.DoubleUnaryOperator;

/**
 * The weights of a weighted mean of views and labels. They come from the settings, which all have
 * agreed on, never from a message: a party cannot raise its own weight.
 *
 * @param views Σ_k ζ_k, or Σ_k ρ_k in mode best
 * @param labels η
 */
record Weights(double views, double labels) {

  static Weights zeta(VFedMvConfig config, Roster roster) {
    return sum(config, roster, zeta -> zeta);
  }

  static Weights rho(VFedMvConfig config, Roster roster) {
    return sum(config, roster, VFedMvEquations::rho);
  }

  double withLabels() {
    return views + labels;
  }

  private static Weights sum(VFedMvConfig config, Roster roster, DoubleUnaryOperator weight) {
    double views =
        roster.views().stream().mapToDouble(v -> weight.applyAsDouble(config.zeta().of(v))).sum();
    return new Weights(views, config.eta());
  }
}
