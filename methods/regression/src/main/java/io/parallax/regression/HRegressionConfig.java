package io.parallax.regression;

import io.parallax.core.BadInput;
import io.parallax.core.PerView;
import io.parallax.core.Setting;
import io.parallax.core.Settings;
import io.parallax.regression.RegressionConfig.Model;
import io.parallax.regression.RegressionConfig.Ties;
import java.util.Map;

/** The settings of regression among parties that hold different people. */
public record HRegressionConfig(
    @Setting("squared: numbers; logistic: two outcomes; poisson: counts; cox: times until an event")
        Model loss,
    @Setting("λ_k ≥ 0, weight of the ridge penalty λ/2·‖w_k‖²; one number, or one per view")
        PerView lambda,
    @Setting(
            "β_k ≥ 0, weight of the row-sparse penalty β·Σ|w|, which leaves columns out; one number, or"
                + " one per view")
        PerView beta,
    @Setting("adds an intercept, which is not penalised; loss cox never has one") boolean intercept,
    @Setting("loss cox: the likelihood of events in the same cell of the grid, efron or breslow")
        Ties ties,
    @Setting(
            "loss cox: the width of the cells of time, above 0; times are rounded up to it, entry"
                + " times down, and sums over the people at risk are told for each cell")
        double grid,
    @Setting("the result has the coefficients with their columns' names, in the model of all rows")
        boolean disclose,
    @Setting(
            "tests all columns of each view together by likelihood ratio, in the model of all rows: a"
                + " fit more for each view, which tells as much as the first")
        boolean likelihood) {

  public static final HRegressionConfig DEFAULTS =
      new HRegressionConfig(
          Model.SQUARED, PerView.of(0), PerView.of(0), true, Ties.EFRON, 0, false, false);

  public HRegressionConfig {
    lambda.atLeast(0, false, "lambda");
    beta.atLeast(0, false, "beta");
    boolean cox = loss == Model.COX;
    if (!(grid >= 0 && grid <= Double.MAX_VALUE)) {
      throw wrongGrid(grid);
    }
    if (!cox && grid > 0) {
      throw new BadInput("grid is set, but only loss cox has times; leave it out");
    }
    if (!cox && ties != Ties.EFRON) {
      throw new BadInput("ties is set, but only loss cox has ties; leave it out");
    }
    if (cox && !intercept) {
      throw new BadInput("intercept is set, but loss cox never has one; leave it out");
    }
  }

  private static BadInput wrongGrid(double grid) {
    return new BadInput(
        "grid is %s; with loss cox it must be a width of time above 0; set it, for example 'grid: 30' for days"
            .formatted(grid));
  }

  /** Rejects times without a grid. */
  void requireGrid() {
    if (cox() && grid == 0) {
      throw wrongGrid(grid);
    }
  }

  public HRegressionConfig with(Model loss) {
    return Settings.with(this, Map.of("loss", loss));
  }

  /** Returns settings for times until an event, in cells of this width. */
  public HRegressionConfig survival(double width, Ties likelihood) {
    return Settings.with(this, Map.of("loss", Model.COX, "grid", width, "ties", likelihood));
  }

  public HRegressionConfig with(PerView lambda) {
    return Settings.with(this, Map.of("lambda", lambda));
  }

  /** Returns settings with a penalty that leaves columns out. */
  public HRegressionConfig sparse(PerView beta) {
    return Settings.with(this, Map.of("beta", beta));
  }

  public HRegressionConfig withoutIntercept() {
    return Settings.with(this, Map.of("intercept", false));
  }

  /** Returns true if columns may be left out. */
  boolean sparse() {
    return RegressionConfig.some(beta);
  }

  /** Returns true if a penalty draws coefficients to 0, so that standard errors do not apply. */
  boolean penalised() {
    return RegressionConfig.some(lambda) || sparse();
  }

  public HRegressionConfig disclosing() {
    return Settings.with(this, Map.of("disclose", true));
  }

  public HRegressionConfig testingViews() {
    return Settings.with(this, Map.of("likelihood", true));
  }

  boolean cox() {
    return loss == Model.COX;
  }

  /** Returns true if the model has a column of ones. */
  boolean hasIntercept() {
    return intercept && !cox();
  }

  /** Returns true if means are subtracted from columns, as an intercept allows. */
  boolean centred() {
    return intercept;
  }
}
