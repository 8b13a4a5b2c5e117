package io.parallax.mmvfl;

import io.parallax.core.Answers;
import io.parallax.core.Parties;
import io.parallax.core.Roster;
import io.parallax.core.RowWeights;
import io.parallax.core.View;
import io.parallax.math.Matrix;
import io.parallax.mmvfl.MmvflMessages.WeighNewRows;
import io.parallax.mmvfl.MmvflMessages.WeighRows;
import io.parallax.mmvfl.MmvflMessages.WeightsOfNewRows;
import io.parallax.mmvfl.MmvflMessages.WeightsOfRows;
import java.util.function.DoubleBinaryOperator;

/**
 * The sums by which the coordinator divides. They come from the settings and the roster, which all
 * know: a party cannot raise its own weight. Where parties may lack rows, each row's weights are
 * those of the parties that tell of it, and only their sum is told.
 *
 * @param every the sum of all parties' weights
 * @param partial whether parties may lack rows
 */
record Weights(double every, boolean partial) {

  /** Σ ζ_k, of Eq. (14). */
  static Weights zeta(MmvflConfig config, Roster roster) {
    return sum(config, roster, (zeta, eta) -> zeta);
  }

  /** Σ ω_k, of mode best. */
  static Weights collapsed(MmvflConfig config, Roster roster) {
    return sum(config, roster, MmvflEquations::weight);
  }

  /** Returns Σ ρ_k, for new rows, which have no labels. */
  static Weights rho(MmvflConfig config, Roster roster) {
    return sum(config, roster, (zeta, eta) -> MmvflEquations.weight(zeta, 0));
  }

  private static Weights sum(MmvflConfig config, Roster roster, DoubleBinaryOperator weight) {
    double every =
        roster.members().stream()
            .mapToDouble(
                member ->
                    weight.applyAsDouble(
                        config.zeta().of(member.views().get(0)),
                        member.labels() ? config.eta() : 0))
            .sum();
    return new Weights(every, roster.partial());
  }

  /** Returns the sums for the training rows. */
  RowWeights training(Parties parties) {
    return partial
        ? RowWeights.of(parties.sum(new WeighRows()).total().weights())
        : RowWeights.of(every);
  }

  /** Returns the sums for the held-out rows. */
  RowWeights heldOut(Parties parties) {
    return partial
        ? RowWeights.of(parties.sum(new WeighNewRows()).total().weights())
        : RowWeights.of(every);
  }

  /**
   * Adds a party's answers if parties may lack rows.
   *
   * @param own its weight in a training row that it has
   * @param lacked its weight in one that it lacks
   */
  static Answers tell(
      Answers answers, View view, Roster roster, Ties ties, double own, double lacked) {
    if (!roster.partial()) {
      return answers;
    }
    return answers
        .on(WeighRows.class, ask -> new WeightsOfRows(training(ties, roster, own, lacked)))
        .on(
            WeighNewRows.class,
            ask ->
                new WeightsOfNewRows(
                    view.ofHeldOut(
                        column(view.toScore().samples(), MmvflEquations.weight(ties.zeta(), 0)))));
  }

  private static Matrix training(Ties ties, Roster roster, double own, double lacked) {
    Matrix held = ties.held(column(roster.samples(), own));
    return ties.lacked(column(roster.samples(), lacked)).map(held::plus).orElse(held);
  }

  private static Matrix column(int rows, double weight) {
    return Matrix.fill(rows, 1, (i, j) -> weight);
  }
}
