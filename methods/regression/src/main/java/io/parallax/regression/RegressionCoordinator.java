package io.parallax.regression;

import io.parallax.core.BadInput;
import io.parallax.core.Coordinator;
import io.parallax.core.Parties;
import io.parallax.core.PartyId;
import io.parallax.core.Roster;
import io.parallax.core.Round;
import io.parallax.core.Rounds;
import io.parallax.math.Matrix;
import io.parallax.regression.RegressionConfig.Model;
import io.parallax.regression.RegressionMessages.Begin;
import io.parallax.regression.RegressionMessages.Begun;
import io.parallax.regression.RegressionMessages.Blame;
import io.parallax.regression.RegressionMessages.Conclude;
import io.parallax.regression.RegressionMessages.Disclose;
import io.parallax.regression.RegressionMessages.Finish;
import io.parallax.regression.RegressionMessages.Finished;
import io.parallax.regression.RegressionMessages.Mix;
import io.parallax.regression.RegressionMessages.Score;
import io.parallax.regression.RegressionMessages.Scores;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The coordinator of regression: Newton steps, each by conjugate gradients, one sum for each
 * conjugate step; then the standard errors, by sums of mixed columns.
 */
final class RegressionCoordinator implements Coordinator<RegressionResult> {
  private static final double ROUNDING = 1e-13; // a gradient, for each row, that is 0

  private final RegressionConfig config;
  private final Roster roster;

  RegressionCoordinator(RegressionConfig config, Roster roster) {
    this.config = config;
    this.roster = roster;
  }

  @Override
  public RegressionResult run(Parties parties, Rounds rounds) {
    Begun begun = parties.sum(new Begin()).total();
    Loss loss = Loss.of(config, ToldTarget.read(begun.target(), begun.order(), config));
    NewtonSteps newton = new NewtonSteps(loss, roster.samples());
    for (Round round : rounds) {
      if (!newton.stepping()) {
        newton.begin(parties.sum(newton.slope()).total());
        requireFew(newton.columns());
        if (newton.start() <= Math.max(rounds.tolerance(), ROUNDING)) {
          round.objective(newton.objective());
          round.change(0);
          continue;
        }
      }
      newton.take(
          parties.sum(newton.fresh() ? newton.first() : newton.conjugate()).total(),
          rounds.tolerance());
      round.objective(newton.objective());
      requireMaximum(newton, parties);
    }
    if (newton.stepping() && !newton.fresh()) {
      newton.end();
    }
    FitStatistics statistics = conclude(parties, newton, loss, begun.exponent());
    return new RegressionResult(
        NewtonSteps.column(newton.s()),
        roster.heldOut() > 0 ? Optional.of(test(parties, config, roster)) : Optional.empty(),
        newton.objective(),
        rounds.objectives(),
        rounds.converged(),
        statistics,
        disclosed(parties));
  }

  private void requireFew(int columns) {
    if (config.errors() > 0 && columns > config.errors()) {
      throw new BadInput(
          "the views have %d columns in all, with the intercept; errors allows standard errors for at most %d, since as many directions are told; set 'errors: %d', or 'errors: 0' for none"
              .formatted(columns, config.errors(), columns));
    }
  }

  private boolean free() {
    return roster.views().stream().allMatch(view -> config.lambda().of(view) == 0);
  }

  private void requireMaximum(NewtonSteps newton, Parties parties) {
    if (!newton.stepping() && newton.endless() && free()) {
      parties.sum(new Blame(newton.alpha(), newton.beta()));
      throw new BadInput(
          "the likelihood has no maximum: columns of several parties together separate the rows, so that their coefficients grow without limit; lambda must be above 0 here; set it, for example 'lambda: 1'");
    }
  }

  /** Ends the fit: intercept, standard errors, and the baseline hazard. */
  private FitStatistics conclude(Parties parties, NewtonSteps newton, Loss loss, int exponent) {
    int width = config.errors() > 0 ? Information.width(newton.columns()) : 1;
    Finished told =
        parties.sum(new Finish(newton.alpha(), newton.beta(), newton.length(), width)).total();
    double unit = Math.scalb(1.0, 2 * exponent);
    FitStatistics statistics = FitStatistics.of(config, loss, newton, roster.samples(), unit);
    Matrix inverse = Matrix.zeros(1, 1);
    double spread = Double.NaN;
    if (width > 1) {
      Matrix penalty = told.gram().scale(roster.samples());
      inverse =
          Information.inverse(images(parties, width), newton.point(), penalty, newton.columns())
              .scale(statistics.dispersion() / unit);
      spread = Math.sqrt(told.centre().dot(inverse.times(told.centre())));
    }
    boolean cox = config.loss() == Model.COX;
    parties.sum(
        new Conclude(
            inverse,
            exponent,
            loss.base() + told.shift(),
            config.hasIntercept() && width > 1 ? spread : 0,
            cox ? -told.shift() : loss.base(),
            cox ? hazard(newton, told.shift()) : Matrix.zeros(1, 1)));
    return statistics;
  }

  private static Matrix images(Parties parties, int width) {
    List<Matrix> blocks = new ArrayList<>();
    for (int b = 0; b < width / RegressionMessages.BLOCK; b++) {
      blocks.add(parties.sum(new Mix(b)).total().image());
    }
    return Matrix.stackColumns(blocks);
  }

  /** Returns the baseline hazard at each event time, where all columns are 0. */
  private static Matrix hazard(NewtonSteps newton, double shift) {
    return NewtonSteps.column(((CoxLoss.Risk) newton.point()).baseline())
        .scale(StrictMath.exp(shift));
  }

  private SortedMap<PartyId, Matrix> disclosed(Parties parties) {
    SortedMap<PartyId, Matrix> all = new TreeMap<>();
    if (config.disclose()) {
      parties.gather(new Disclose()).forEach((id, told) -> all.put(id, told.numbers()));
    }
    return all;
  }

  /** The held-out rows' predictions, in one sum. */
  static Matrix test(Parties parties, RegressionConfig config, Roster roster) {
    Scores sum = parties.sum(new Score()).total();
    Matrix eta = sum.linear().map(v -> Math.scalb(v, sum.exponent()) + sum.centre());
    Matrix means = eta.map(v -> MeanLoss.mean(config.loss(), v));
    return roster.classes() == 2 && config.loss() == Model.LOGISTIC
        ? Matrix.fill(means.rows(), 2, (i, j) -> j == 1 ? means.get(i, 0) : 1 - means.get(i, 0))
        : means;
  }
}
