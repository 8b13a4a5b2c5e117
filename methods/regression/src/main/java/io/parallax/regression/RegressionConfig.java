package io.parallax.regression;

import io.parallax.core.BadInput;
import io.parallax.core.PerView;
import io.parallax.core.Setting;
import io.parallax.core.Settings;
import java.util.Map;

/** The settings of regression. */
public record RegressionConfig(
    @Setting("squared: numbers; logistic: two outcomes; poisson: counts; cox: times until an event")
        Model loss,
    @Setting("λ_k ≥ 0, weight of the ridge penalty λ/2·‖w_k‖²; one number, or one per view")
        PerView lambda,
    @Setting(
            "β_k ≥ 0, weight of the row-sparse penalty β·Σ|w|, which leaves columns out; one number, or"
                + " one per view")
        PerView beta,
    @Setting("adds an intercept, which is not penalised; loss cox never has one") boolean intercept,
    @Setting("loss cox: the likelihood of events at the same time, efron or breslow") Ties ties,
    @Setting(
            "the most columns in all views for which standard errors are computed, since as many"
                + " directions are told; 0: no standard errors")
        int errors,
    @Setting("every party discloses its coefficients and standard errors in the model of all rows")
        boolean disclose,
    @Setting(
            "every party tests all columns of its view together by likelihood ratio, in the model of"
                + " all rows; every party is told the target and the mixed columns for that")
        boolean likelihood) {

  /** The loss, which belongs to a kind of target. */
  public enum Model {
    SQUARED,
    LOGISTIC,
    POISSON,
    COX;

    /** Returns the degrees of freedom of residuals whose dispersion is estimated; else 0. */
    int freedom(int rows, int columns) {
      return this == SQUARED ? Math.max(1, rows - columns) : 0;
    }
  }

  /** The treatment of events at the same time. */
  public enum Ties {
    EFRON,
    BRESLOW
  }

  static final int MOST_ERRORS = 1024;
  private static final int ERRORS = 64;

  public static final RegressionConfig DEFAULTS =
      new RegressionConfig(
          Model.SQUARED, PerView.of(0), PerView.of(0), true, Ties.EFRON, ERRORS, false, false);

  public RegressionConfig {
    lambda.atLeast(0, false, "lambda");
    beta.atLeast(0, false, "beta");
    if (errors < 0 || errors > MOST_ERRORS) {
      throw new BadInput(
          "errors is %d and must be from 0 to %d; beyond that, set 'errors: 0'"
              .formatted(errors, MOST_ERRORS));
    }
    if (likelihood && errors == 0) {
      throw new BadInput(
          "likelihood is set, but errors is 0; its tests need the mixed columns of standard errors; leave one of the two out");
    }
    if (loss != Model.COX && ties != Ties.EFRON) {
      throw new BadInput("ties is set, but only loss cox has ties; leave it out");
    }
    if (loss == Model.COX && !intercept) {
      throw new BadInput("intercept is set, but loss cox never has one; leave it out");
    }
  }

  public RegressionConfig with(Model loss) {
    return Settings.with(this, Map.of("loss", loss));
  }

  public RegressionConfig with(PerView lambda) {
    return Settings.with(this, Map.of("lambda", lambda));
  }

  /** Returns settings with a penalty that leaves columns out. */
  public RegressionConfig sparse(PerView beta) {
    return Settings.with(this, Map.of("beta", beta));
  }

  public RegressionConfig with(Ties ties) {
    return Settings.with(this, Map.of("ties", ties));
  }

  public RegressionConfig withErrors(int errors) {
    return Settings.with(this, Map.of("errors", errors));
  }

  public RegressionConfig withoutIntercept() {
    return Settings.with(this, Map.of("intercept", false));
  }

  public RegressionConfig disclosing() {
    return Settings.with(this, Map.of("disclose", true));
  }

  public RegressionConfig testingViews() {
    return Settings.with(this, Map.of("likelihood", true));
  }

  /** Returns true if columns may be left out. */
  boolean sparse() {
    return some(beta);
  }

  /** Returns true if a penalty draws coefficients to 0: then no standard errors are asked for. */
  boolean penalised() {
    return some(lambda) || some(beta);
  }

  static boolean some(PerView penalty) {
    return penalty.common() > 0 || penalty.byView().values().stream().anyMatch(v -> v > 0);
  }

  /** Returns true if a view's coefficients have no penalty. */
  boolean free(String view) {
    return lambda.of(view) == 0 && beta.of(view) == 0;
  }

  /** Returns true if standard errors are computed. */
  boolean hasErrors() {
    return errors > 0 && !penalised();
  }

  /** Returns true if the label holder has a column of ones. */
  boolean hasIntercept() {
    return intercept && loss != Model.COX;
  }
}
