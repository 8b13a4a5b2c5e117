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
    @Setting("adds an intercept, which is not penalised; loss cox never has one") boolean intercept,
    @Setting("loss cox: the likelihood of events in the same cell of the grid, efron or breslow")
        Ties ties,
    @Setting(
            "loss cox: the width of the cells of time, above 0; times are rounded up to it, entry"
                + " times down, and sums over the people at risk are told for each cell")
        double grid) {

  public static final HRegressionConfig DEFAULTS =
      new HRegressionConfig(Model.SQUARED, PerView.of(0), true, Ties.EFRON, 0);

  public HRegressionConfig {
    lambda.atLeast(0, false, "lambda");
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

  public HRegressionConfig withoutIntercept() {
    return Settings.with(this, Map.of("intercept", false));
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
