package io.parallax.regression;

import io.parallax.core.BadInput;
import io.parallax.core.Parties;
import io.parallax.math.Matrix;
import io.parallax.regression.HRegressionMessages.AskBeyond;
import io.parallax.regression.HRegressionMessages.AskCurve;
import io.parallax.regression.HRegressionMessages.AskEvents;
import io.parallax.regression.HRegressionMessages.AskRisks;
import io.parallax.regression.HRegressionMessages.Curve;

/** Minus the partial log-likelihood of Cox, from sums over the people at risk in cells of time. */
final class SummedCoxLoss implements SummedLoss {
  private final Parties parties;
  private final HRegressionConfig config;
  private final Matrix scale;
  private final int rows;
  private final int cells;
  private final Matrix events; // number and weight in each cell
  private final CoxPoint first; // at weights of 0, where the fit begins

  SummedCoxLoss(
      Parties parties, HRegressionConfig config, CommonScale scale, int rows, int strata) {
    this.parties = parties;
    this.config = config;
    this.scale = scale.scale();
    this.rows = rows;
    this.cells = cells(strata);
    this.events = WideSum.MEANS.read(parties.sum(new AskEvents(cells)).total().events());
    this.first = asked(Matrix.zeros(scale.columns(), 1));
    requireSmall();
  }

  private void requireSmall() {
    if (!(first.value() < OwnSums.TOO_LARGE)) {
      throw new BadInput(
          "an offset of the target is beyond ±40; it is the logarithm of a relative risk; correct it");
    }
  }

  /** Finds the last cell in which somebody is observed; every stratum has as many. */
  private int cells(int strata) {
    int low = 0;
    int high = 1;
    while (beyond(high) > 0) {
      low = high;
      high *= 2;
      requireFew(low, strata);
    }
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      boolean more = beyond(middle) > 0;
      low = more ? middle : low;
      high = more ? high : middle;
    }
    requireFew(high - 1, strata);
    if (high == 1) {
      throw new BadInput(
          "grid is %s, so that all times are in one cell; there must be several, or no event comes before another; set it lower"
              .formatted(config.grid()));
    }
    return high * strata;
  }

  private void requireFew(int beyond, int strata) {
    int most = HRegressionMessages.MOST_CELLS / strata;
    if (beyond >= most) {
      throw new BadInput(
          "grid is %s, so that times are in more than %d cells%s; there must be fewer; set it higher"
              .formatted(config.grid(), most, strata > 1 ? " of each stratum" : ""));
    }
  }

  private int beyond(int cell) {
    return parties.sum(new AskBeyond(cell)).total().rows();
  }

  @Override
  public double empty() {
    return first.value();
  }

  @Override
  public double level() {
    return 0;
  }

  @Override
  public double logLikelihood(double loss) {
    return -loss;
  }

  @Override
  public double deviance(double loss) {
    return 2 * loss;
  }

  /** Returns the first point again without another sum: there is one for each round. */
  @Override
  public CoxPoint at(Matrix weights) {
    return weights.equals(first.weights()) ? first : asked(weights);
  }

  private CoxPoint asked(Matrix weights) {
    RiskSums sums =
        new RiskSums(
            parties.sum(new AskRisks(scale, weights, cells)).total(), events, config.ties(), rows);
    return new CoxPoint(this, weights, sums);
  }

  private record CoxPoint(SummedCoxLoss of, Matrix weights, RiskSums sums) implements Point {
    @Override
    public double value() {
      return sums.value();
    }

    @Override
    public Derivatives derivatives() {
      Curve told = of.parties.sum(new AskCurve(of.scale, weights, 0, sums.hazards())).total();
      return new Derivatives(
          WideSum.MEANS.read(told.gradient()).scale(of.rows),
          WideSum.MEANS.read(told.curvature()).scale(of.rows).minus(sums.products()));
    }

    @Override
    public Matrix hazard() {
      return sums.hazards().selectColumns(new int[] {0});
    }
  }
}
