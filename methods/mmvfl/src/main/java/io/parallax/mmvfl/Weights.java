package io.parallax.mmvfl;

import io.parallax.core.Roster;
import java.util.function.DoubleBinaryOperator;

/**
 * The sums by which the coordinator divides. They come from the settings and the roster, which all
 * know, never from a message: a party cannot raise its own weight.
 */
final class Weights {
  private Weights() {}

  /** Σ ζ_k, of Eq. (14). */
  static double zeta(MmvflConfig config, Roster roster) {
    return sum(config, roster, (zeta, eta) -> zeta);
  }

  /** Σ ω_k, of mode best. */
  static double collapsed(MmvflConfig config, Roster roster) {
    return sum(config, roster, MmvflEquations::weight);
  }

  /** Returns Σ ρ_k, for new rows, which have no labels. */
  static double rho(MmvflConfig config, Roster roster) {
    return sum(config, roster, (zeta, eta) -> MmvflEquations.weight(zeta, 0));
  }

  private static double sum(MmvflConfig config, Roster roster, DoubleBinaryOperator weight) {
    return roster.members().stream()
        .mapToDouble(
            member ->
                weight.applyAsDouble(
                    config.zeta().of(member.views().get(0)), member.labels() ? config.eta() : 0))
        .sum();
  }
}
