package io.parallax.experiments.verify;

import io.parallax.core.BadInput;
import io.parallax.core.BaselineHazard;
import io.parallax.core.FittedCoefficients;
import io.parallax.core.Method;
import io.parallax.core.Methods;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.Result;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.Target;
import io.parallax.core.Target.Adjustment;
import io.parallax.core.View;
import io.parallax.core.verify.VectorCheck;
import io.parallax.core.verify.VectorCheck.Wiring;
import io.parallax.data.Table;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.study.SettingsBinder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A regression among the views of a data set, each at a party of its own, the target at the first.
 *
 * @param settings of the method regression, as in a study
 * @param target the column of the labels; for Cox, those of time and event
 */
record RegressionTask(
    DataSetTables set, List<String> views, Map<String, Object> settings, List<String> target) {
  private static final String METHOD = "regression";
  private static final int ROUNDS = 500;

  /**
   * A fitted model.
   *
   * @param views each view's coefficients, in the task's order
   * @param hazard for Cox
   * @param figures on the fit as a whole
   */
  record Fit(
      Map<String, FittedCoefficients> views,
      Optional<BaselineHazard> hazard,
      Map<String, Double> figures) {
    Optional<FittedCoefficients.Intercept> intercept() {
      return views.values().stream().flatMap(own -> own.intercept().stream()).findFirst();
    }

    /** Returns the linear predictor of all rows of a set, which has the same views. */
    double[] linear(DataSetTables set) {
      double[] sum = new double[set.labels().ids().size()];
      Arrays.fill(sum, intercept().map(FittedCoefficients.Intercept::value).orElse(0.0));
      views.forEach(
          (name, own) -> {
            Matrix w = Matrix.of(own.values().length, 1, own.values());
            double[] part = set.view(name).columns(own.columns()).values().times(w).toArray();
            Arrays.setAll(sum, i -> sum[i] + part[i]);
          });
      return sum;
    }
  }

  Fit fit(Wiring wiring) {
    return fit(Methods.named(METHOD), wiring);
  }

  private <C extends Record, R extends Result> Fit fit(Method<C, R> method, Wiring wiring) {
    C config = SettingsBinder.given(method.defaults(), settings);
    List<View> rows = rows();
    Roster roster = Roster.vertical(rows, 1, 1);
    method.check(config, roster);
    SortedMap<PartyId, Party> parties = new TreeMap<>();
    rows.forEach(view -> parties.put(view.owner(), method.party(config, List.of(view), roster)));
    Rounds rounds = Rounds.of(ROUNDS, method.tolerance(config));
    R result = method.coordinator(config, roster).run(wiring.connect(method, parties), rounds);
    Map<String, FittedCoefficients> fitted = new LinkedHashMap<>();
    rows.forEach(view -> fitted.put(view.name(), parties.get(view.owner()).coefficients().get(0)));
    return new Fit(fitted, parties.get(rows.get(0).owner()).baselineHazard(), result.figures());
  }

  private List<View> rows() {
    List<View> rows = new ArrayList<>();
    for (String name : views) {
      Table table = set.view(name);
      View view =
          new View(
              VectorCheck.party(rows.size()),
              name,
              table.columns(),
              Features.of(table.values()),
              Optional.empty(),
              Optional.empty());
      rows.add(rows.isEmpty() ? view.withTarget(Optional.of(values())) : view);
    }
    return rows;
  }

  private Target values() {
    String loss = String.valueOf(settings.get("loss"));
    return switch (loss) {
      case "squared" -> new Target.Numbers(set.label(target.get(0)));
      case "logistic" -> new Target.Outcomes(set.codes(target.get(0)), Adjustment.NONE);
      case "poisson" -> new Target.Counts(set.label(target.get(0)));
      case "cox" -> new Target.Survival(set.label(target.get(0)), set.codes(target.get(1)));
      default ->
          throw new BadInput(
              "loss is '%s'; known are [cox, logistic, poisson, squared]".formatted(loss));
    };
  }
}
