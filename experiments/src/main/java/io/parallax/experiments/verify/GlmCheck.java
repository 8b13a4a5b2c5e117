package io.parallax.experiments.verify;

import io.parallax.core.BadInput;
import io.parallax.core.BaselineHazard;
import io.parallax.core.FittedCoefficients;
import io.parallax.core.FittedCoefficients.Intercept;
import io.parallax.core.verify.VectorCheck;
import io.parallax.core.verify.Vectors;
import io.parallax.eval.Concordance;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Coefficients and standard errors of regression against those of another implementation, on a
 * public data set whose views are at parties of their own. Errors are relative, except those of
 * linear predictors, residuals and hazards, which may be 0.
 */
final class GlmCheck implements VectorCheck {
  static final String FORMAT = "parallax-glm-1";
  static final double CONCORDANCE = 1e-10;
  private static final double COEFFICIENTS = 1e-8;
  private static final double ERRORS = 1e-6;

  @Override
  public boolean covers(String kind) {
    return kind.equals(FORMAT);
  }

  @Override
  public List<Deviation> check(Vectors file, Wiring wiring) {
    return new Case((JsonVectors) file, wiring).compared();
  }

  /** One file with its data set and the model that is fitted to it here. */
  private static final class Case {
    private final JsonVectors file;
    private final boolean cox;
    private final DataSetTables set;
    private final List<String> target;
    private final RegressionTask.Fit fit;
    private final List<Deviation> found = new ArrayList<>();

    Case(JsonVectors file, Wiring wiring) {
      this.file = file;
      this.cox = file.text("loss").equals("cox");
      this.target =
          cox
              ? List.of(file.text("target.time"), file.text("target.event"))
              : List.of(file.text("target"));
      this.set = DataSetTables.read(file.text("data"), file.folder(), System::getenv);
      requireSizes();
      this.fit = new RegressionTask(set, file.texts("views"), settings(), target).fit(wiring);
    }

    private Map<String, Object> settings() {
      Map<String, Object> settings = new LinkedHashMap<>(Map.of("loss", file.text("loss")));
      if (cox) {
        settings.put("ties", file.text("ties"));
      }
      if (file.number("ridge") != 0) {
        throw new BadInput(
            "ridge is '%s'; only 0 can be checked here".formatted(file.text("ridge")));
      }
      return settings;
    }

    private void requireSizes() {
      require("rows", set.labels().ids().size());
      if (cox) {
        int events = 0;
        for (int event : set.codes(target.get(1))) {
          events += event;
        }
        require("events", events);
      }
    }

    private void require(String name, int found) {
      if (file.number(name) != found) {
        throw new BadInput(
            "%s is '%s'; the data set has %d; use the set that the file is about"
                .formatted(name, file.text(name), found));
      }
    }

    List<Deviation> compared() {
      fit.views().forEach(this::compare);
      fit.intercept().ifPresent(this::compare);
      compareFigures();
      double[] linear = fit.linear(set);
      compareHead("linear_predictor_head", linear);
      if (cox) {
        compareSurvival(linear, fit.hazard().orElseThrow());
      }
      return found;
    }

    private void compare(String view, FittedCoefficients own) {
      String part = "parts." + view + ".";
      if (!file.texts(part + "columns").equals(own.columns())) {
        throw new BadInput(
            "%scolumns are not those of the data set; they must be %s; use the set that the file is about"
                .formatted(part, own.columns()));
      }
      compare(part + "coefficients", own.values(), COEFFICIENTS);
      compare(part + "standard_errors", own.errors(), ERRORS);
    }

    private void compare(Intercept intercept) {
      compare("intercept", new double[] {intercept.value()}, COEFFICIENTS);
      compare("intercept_se", new double[] {intercept.error()}, ERRORS);
    }

    private void compareFigures() {
      double likelihood = fit.figures().get("log-likelihood");
      if (cox) {
        double without = fit.figures().get("log-likelihood without columns");
        compare("log_likelihood", new double[] {without, likelihood}, COEFFICIENTS);
        return;
      }
      if (file.has("log_likelihood")) {
        compare("log_likelihood", new double[] {likelihood}, COEFFICIENTS);
      }
      for (String name : List.of("deviance", "dispersion")) {
        compare(name, new double[] {fit.figures().get(name)}, COEFFICIENTS);
      }
    }

    /** Compares relative errors. */
    private void compare(String path, double[] got, double tolerance) {
      double[] expected = file.numbers(path);
      if (expected.length != got.length) {
        throw new BadInput(
            "%s has %d numbers; there must be %d".formatted(path, expected.length, got.length));
      }
      double worst = 0;
      for (int j = 0; j < got.length; j++) {
        worst = Math.max(worst, Math.abs(got[j] / expected[j] - 1));
      }
      found.add(new Deviation(path, worst, tolerance));
    }

    /** Compares the first rows, by absolute errors. */
    private void compareHead(String path, double[] got) {
      double[] expected = file.numbers(path);
      double worst = 0;
      for (int i = 0; i < expected.length; i++) {
        worst = Math.max(worst, Math.abs(got[i] - expected[i]));
      }
      found.add(new Deviation(path, worst, COEFFICIENTS));
    }

    private void compareSurvival(double[] linear, BaselineHazard hazard) {
      double[] times = set.label(target.get(0));
      int[] events = set.codes(target.get(1));
      double concordance = new Concordance(times, events).harrell(linear);
      double error = Math.abs(concordance - file.number("concordance"));
      found.add(new Deviation("concordance", error, CONCORDANCE));
      double[] at = file.numbers("baseline_hazard_time_head");
      for (int k = 0; k < at.length; k++) {
        at[k] = hazard.at(at[k], 0);
      }
      compareHead("baseline_hazard_head", at);
      compareResiduals(linear, hazard);
    }

    /** Compares rows without an event: by Efron, events at the same time share their hazard. */
    private void compareResiduals(double[] linear, BaselineHazard hazard) {
      double[] residuals = file.numbers("martingale_residual_head");
      double[] times = set.label(target.get(0));
      int[] events = set.codes(target.get(1));
      for (int i = 0; i < residuals.length; i++) {
        if (events[i] == 0) {
          residuals[i] = -hazard.at(times[i], 0) * StrictMath.exp(linear[i]);
        }
      }
      compareHead("martingale_residual_head", residuals);
    }
  }
}
