package io.parallax.joint;

import io.parallax.core.Parties;
import io.parallax.core.Roster;
import io.parallax.joint.JointMessages.CountNewRows;
import io.parallax.joint.JointMessages.CountRows;
import io.parallax.joint.JointMessages.Direction;
import io.parallax.joint.JointMessages.NewRowsHeld;
import io.parallax.joint.JointMessages.Step;
import io.parallax.math.Matrix;
import java.util.Optional;

/**
 * The factors K/K_n of rows that K_n of K parties have: S_n = K/K_n Σ_k o_kn x_kn W_k + b. Parties
 * notice nothing of it: what they are asked about a row is multiplied on its way, and what they add
 * for it.
 *
 * @param factors of the training rows, N × 1; empty: all are 1
 */
record RowScale(Optional<Matrix> factors) {

  static RowScale training(JointConfig config, Roster roster, Parties parties) {
    return new RowScale(
        wanted(config, roster)
            ? Optional.of(factors(roster, parties.sum(new CountRows()).total().held()))
            : Optional.empty());
  }

  private static boolean wanted(JointConfig config, Roster roster) {
    return config.scaled() && roster.partial();
  }

  private static Matrix factors(Roster roster, Matrix held) {
    double parties = roster.views().size();
    return Matrix.fill(held.rows(), 1, (i, j) -> parties / Math.max(1, held.get(i, 0)));
  }

  Step to(Step ask) {
    return factors
        .map(
            f ->
                new Step(
                    times(f, ask.residual()),
                    ask.curvature(),
                    ask.gain(),
                    ask.mix(),
                    ask.careful(),
                    ask.renew()))
        .orElse(ask);
  }

  Direction from(Direction sum) {
    return factors
        .map(
            f -> new Direction(times(f, sum.image()), sum.quadratic(), sum.linear(), sum.penalty()))
        .orElse(sum);
  }

  /** Returns the linear predictors of held-out rows from the parties' sum. */
  static Matrix heldOut(JointConfig config, Roster roster, Parties parties, Matrix sum) {
    if (!wanted(config, roster)) {
      return sum;
    }
    NewRowsHeld told = parties.sum(new CountNewRows()).total();
    Matrix scaled = times(factors(roster, told.held()), sum);
    return Matrix.fill(
        scaled.rows(), scaled.cols(), (i, c) -> scaled.get(i, c) + told.intercept().get(0, c));
  }

  private static Matrix times(Matrix factors, Matrix rows) {
    return Matrix.fill(rows.rows(), rows.cols(), (i, c) -> factors.get(i, 0) * rows.get(i, c));
  }
}
