package io.parallax.regression;

import io.parallax.core.BadInput;
import io.parallax.core.Coordinator;
import io.parallax.core.FittedCoefficients;
import io.parallax.core.Parties;
import io.parallax.core.PartyId;
import io.parallax.core.Roster;
import io.parallax.core.Round;
import io.parallax.core.Rounds;
import io.parallax.math.Matrix;
import io.parallax.regression.RegressionConfig.Model;
import io.parallax.regression.RegressionMessages.AskPenalties;
import io.parallax.regression.RegressionMessages.Begin;
import io.parallax.regression.RegressionMessages.Conclude;
import io.parallax.regression.RegressionMessages.Disclose;
import io.parallax.regression.RegressionMessages.Finish;
import io.parallax.regression.RegressionMessages.Finished;
import io.parallax.regression.RegressionMessages.MixColumns;
import io.parallax.regression.RegressionMessages.MixtureProducts;
import io.parallax.regression.RegressionMessages.NameColumn;
import io.parallax.regression.RegressionMessages.PrepareMixture;
import io.parallax.regression.RegressionMessages.Score;
import io.parallax.regression.RegressionMessages.Scores;
import io.parallax.regression.RegressionMessages.Targets;
import io.parallax.regression.RegressionMessages.TestView;
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

  private static final double CERTAIN = 30; // a chance of 1e-13, in units of the linear predictor
  private static final double EXTREME = 300; // its exponential can still be divided by

  /** The moves of a weight, in deviations, for which owners look, by 20 steps down. */
  private static final double LARGEST_MOVE = 100;

  private static final double SMALLEST_MOVE = 0.04;

  private final RegressionConfig config;
  private final Roster roster;

  RegressionCoordinator(RegressionConfig config, Roster roster) {
    this.config = config;
    this.roster = roster;
  }

  @Override
  public RegressionResult run(Parties parties, Rounds rounds) {
    Targets targets = parties.sum(new Begin()).total();
    Loss loss = Loss.of(config, ToldTarget.read(targets.target(), targets.order(), config));
    NewtonSteps newton = fit(parties, rounds, loss, Math.scalb(1.0, targets.exponent()));
    Finished told = parties.sum(new Finish(newton.alpha(), newton.beta(), newton.length())).total();
    FitStatistics statistics =
        FitStatistics.of(config, loss, newton, roster.samples(), targets.exponent());
    Spread spread = spread(parties, newton, statistics, targets.exponent());
    conclude(parties, new Ended(loss, newton, told, targets.exponent()), spread);
    if (Regression.testsViews(config, roster)) {
      Matrix image = Matrix.stackColumns(spread.images());
      double value = newton.point().value();
      parties.sum(new TestView(targets.target(), targets.order(), image, value));
    }
    return new RegressionResult(
        NewtonSteps.column(newton.s()),
        roster.heldOut() > 0 ? Optional.of(test(parties, config, roster)) : Optional.empty(),
        newton.point().value() + told.penalty() * roster.samples() / 2,
        rounds.objectives(),
        rounds.converged(),
        statistics,
        disclosed(parties, newton.columns()));
  }

  /**
   * Takes Newton steps, of which each round is one conjugate step. If columns may be left out,
   * every Newton step on the others follows one that chooses them, which is a round, too.
   */
  private NewtonSteps fit(Parties parties, Rounds rounds, Loss loss, double unit) {
    NewtonSteps newton = new NewtonSteps(loss, roster.samples());
    double small = Math.max(rounds.tolerance(), ROUNDING);
    for (Round round : rounds) {
      if (!newton.stepping()) {
        begin(newton, parties, unit, small);
        requireFew(newton.columns());
        if (newton.start() <= small) {
          round.objective(newton.objective());
          round.change(0);
          continue;
        }
      }
      newton.take(parties.sum(newton.conjugate()).total(), rounds.tolerance());
      if (newton.complete()) {
        end(newton, parties);
      }
      round.objective(newton.objective());
      requireMaximum(newton, parties);
    }
    if (newton.stepping() && !newton.fresh()) {
      end(newton, parties);
    }
    if (!rounds.converged() && newton.runsAway(CERTAIN) && free()) {
      throw endless(newton, parties);
    }
    return newton;
  }

  /** Begins a step; after one that chooses columns a Newton step, unless that gains nothing. */
  private void begin(NewtonSteps newton, Parties parties, double unit, double small) {
    if (!config.sparse() || newton.shrinking()) {
      newton.begin(parties.sum(newton.slope()).total());
      if (!config.sparse() || newton.start() > small) {
        return;
      }
      newton.skip();
    }
    newton.begin(parties.sum(newton.shrink(unit)).total(), roster.members().size());
  }

  private void end(NewtonSteps newton, Parties parties) {
    if (config.sparse()) {
      newton.end(parties.sum(new AskPenalties(newton.alpha(), newton.beta())).total());
    } else {
      newton.end();
    }
  }

  private void requireFew(int columns) {
    if (config.hasErrors() && columns > config.errors()) {
      throw new BadInput(
          "the views have %d columns in all, with the intercept; errors allows standard errors for at most %d, since as many directions are told; set 'errors: %d', or 'errors: 0' for none"
              .formatted(columns, config.errors(), columns));
    }
  }

  private boolean free() {
    return roster.views().stream().anyMatch(config::free);
  }

  private void requireMaximum(NewtonSteps newton, Parties parties) {
    boolean extreme = newton.runsAway(EXTREME);
    if (!newton.stepping() && (newton.endless() || extreme) && free()) {
      throw endless(newton, parties);
    }
    if (extreme) {
      throw new BadInput(
          "a row's linear predictor is beyond ±%.0f, since the likelihood has no maximum and the penalty hardly holds it; lambda must be larger here; set it higher"
              .formatted(EXTREME));
    }
  }

  /** Has the owner of a column that grows without limit name it, or else blames several. */
  private static BadInput endless(NewtonSteps newton, Parties parties) {
    for (double least = LARGEST_MOVE; least > SMALLEST_MOVE; least /= 1.5) {
      parties.sum(new NameColumn(newton.alpha(), newton.beta(), least));
    }
    return new BadInput(
        "the likelihood has no maximum: columns of several parties together separate the rows, so that their coefficients grow without limit; lambda must be above 0 here; set it, for example 'lambda: 1'");
  }

  /** Tells every party what follows from the fit for its own columns. */
  private void conclude(Parties parties, Ended fit, Spread spread) {
    boolean cox = config.loss() == Model.COX;
    double shift = fit.told().shift();
    double base = fit.loss().base();
    parties.sum(
        new Conclude(
            spread.inverse(),
            fit.exponent(),
            base + shift,
            config.hasIntercept() ? spread.intercept() : 0,
            cox ? -shift : base,
            fit.newton().columns(),
            cox ? hazard(fit.newton(), shift) : Matrix.zeros(1, 1)));
  }

  /** A fit at its end, with the exponent of numbers. */
  private record Ended(Loss loss, NewtonSteps newton, Finished told, int exponent) {}

  /**
   * The covariance of mixed columns' weights, and the standard error of the intercept.
   *
   * @param images of the mixed columns, in blocks
   */
  private record Spread(Matrix inverse, double intercept, List<Matrix> images) {}

  private Spread spread(
      Parties parties, NewtonSteps newton, FitStatistics statistics, int exponent) {
    if (!config.hasErrors()) {
      return new Spread(Matrix.zeros(1, 1), ColumnErrors.NONE, List.of());
    }
    int columns = newton.columns();
    int width = Information.width(columns);
    MixtureProducts weighed = parties.sum(new PrepareMixture(width)).total();
    double dispersion = Math.scalb(statistics.dispersion(), -2 * exponent);
    List<Matrix> images = images(parties, width);
    Matrix inverse = Information.inverse(images, newton.point(), columns).scale(dispersion);
    Matrix centre = WideSum.MEANS.read(weighed.centre());
    return new Spread(inverse, Math.sqrt(centre.dot(inverse.times(centre))), images);
  }

  private static List<Matrix> images(Parties parties, int width) {
    List<Matrix> blocks = new ArrayList<>();
    for (int b = 0; b < width / RegressionMessages.BLOCK; b++) {
      blocks.add(parties.sum(new MixColumns(b)).total().image());
    }
    return blocks;
  }

  /** Returns the baseline hazard at each event time, where all columns are 0. */
  private static Matrix hazard(NewtonSteps newton, double shift) {
    return NewtonSteps.column(((CoxLoss.CoxPoint) newton.point()).baseline())
        .scale(StrictMath.exp(shift));
  }

  /** Returns the coefficients of a model of all rows, if their owners allow it. */
  private SortedMap<PartyId, List<FittedCoefficients>> disclosed(Parties parties, int columns) {
    SortedMap<PartyId, List<FittedCoefficients>> all = new TreeMap<>();
    if (Regression.discloses(config, roster)) {
      int freedom = config.loss().freedom(roster.samples(), columns);
      parties
          .gather(new Disclose())
          .forEach(
              (id, told) -> all.put(id, List.of(DisclosedTable.read(told, id, roster, freedom))));
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
