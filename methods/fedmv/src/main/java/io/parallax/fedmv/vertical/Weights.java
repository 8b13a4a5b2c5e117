package io.parallax.fedmv.vertical;

import io.parallax.core.Answers;
import io.parallax.core.Parties;
import io.parallax.core.Roster;
import io.parallax.core.RowWeights;
import io.parallax.core.View;
import io.parallax.fedmv.vertical.VFedMvMessages.WeighNewRows;
import io.parallax.fedmv.vertical.VFedMvMessages.WeighRows;
import io.parallax.fedmv.vertical.VFedMvMessages.WeightsOfNewRows;
import io.parallax.fedmv.vertical.VFedMvMessages.WeightsOfRows;
import io.parallax.math.Matrix;
import java.util.function.DoubleUnaryOperator;

/**
 * The weights of a weighted mean of views and labels. They come from the settings, which all have
 * agreed on: a party cannot raise its own weight. Where parties may lack rows, each row's weights
 * are those of the parties that have it, and only their sum is told.
 *
 * @param every Σ_k ζ_k, or Σ_k ρ_k in mode best
 * @param labels η
 * @param partial whether parties may lack rows
 */
record Weights(double every, double labels, boolean partial) {

  static Weights zeta(VFedMvConfig config, Roster roster) {
    return sum(config, roster, zeta -> zeta);
  }

  static Weights rho(VFedMvConfig config, Roster roster) {
    return sum(config, roster, VFedMvEquations::rho);
  }

  private static Weights sum(VFedMvConfig config, Roster roster, DoubleUnaryOperator weight) {
    double views =
        roster.views().stream().mapToDouble(v -> weight.applyAsDouble(config.zeta().of(v))).sum();
    return new Weights(views, config.eta(), roster.partial());
  }

  /** Returns Σ_k o_kn ζ_k + η of the training rows. */
  RowWeights training(Parties parties) {
    RowWeights views =
        partial
            ? RowWeights.of(parties.sum(new WeighRows()).total().weights())
            : RowWeights.of(every);
    return views.plus(labels);
  }

  /** Returns Σ_k o_kn ζ_k of the held-out rows, which have no labels. */
  RowWeights heldOut(Parties parties) {
    return partial
        ? RowWeights.of(parties.sum(new WeighNewRows()).total().weights())
        : RowWeights.of(every);
  }

  /** Adds a party's answers if parties may lack rows. */
  static Answers tell(Answers answers, View view, Roster roster, double own) {
    if (!roster.partial()) {
      return answers;
    }
    return answers
        .on(
            WeighRows.class,
            ask -> new WeightsOfRows(view.ofTraining(column(view.features().samples(), own))))
        .on(
            WeighNewRows.class,
            ask -> new WeightsOfNewRows(view.ofHeldOut(column(view.toScore().samples(), own))));
  }

  private static Matrix column(int rows, double weight) {
    return Matrix.fill(rows, 1, (i, j) -> weight);
  }
}
