package io.parallax.run;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import io.parallax.core.FittedCoefficients;
import io.parallax.core.PartyId;
import io.parallax.core.Target;
import io.parallax.eval.CoefficientTest;
import io.parallax.study.Configured;
import io.parallax.study.SettingsBinder;
import io.parallax.study.Study;
import io.parallax.study.model.ModelFolder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;

/**
 * The coefficients of the model of all rows, with their tests. In a simulation all parties'
 * coefficients are at hand; between machines each party keeps its own.
 *
 * @param ratio the name of e to the coefficient, such as hazard ratio; empty for numbers
 * @param penalised whether a penalty draws coefficients to 0, so that intervals do not apply
 * @param coefficients of all columns
 * @param views the test of all columns of each view together
 * @param figures numbers on the fit as a whole
 */
public record Fit(
    String ratio,
    boolean penalised,
    List<Coefficient> coefficients,
    List<ViewTest> views,
    Map<String, Double> figures) {
  static final String FILE = "fit.json";
  static final String DISPERSION = "dispersion";

  /** The settings that draw coefficients to 0. */
  private static final Set<String> PENALTIES = Set.of("lambda", "beta");

  /** The name of the constant term among the columns. */
  public static final String INTERCEPT = "(intercept)";

  /**
   * A coefficient, on the scale of its column; what is null was not computed.
   *
   * @param low the lower end of the 95 % interval
   * @param high its upper end
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Coefficient(
      String party,
      String view,
      String column,
      double value,
      Double error,
      Double low,
      Double high,
      Double z,
      Double p) {

    static Coefficient of(PartyId party, String view, String column, CoefficientTest test) {
      return new Coefficient(
          party.name(),
          view,
          column,
          test.value(),
          known(test.error()),
          known(test.low()),
          known(test.high()),
          known(test.z()),
          known(test.p()));
    }

    @JsonIgnore
    public boolean isIntercept() {
      return column.equals(INTERCEPT);
    }
  }

  /**
   * The tests of all columns of a view together; what is null was not computed.
   *
   * @param chiSquare Wald's
   * @param freedom the degrees of freedom of both
   * @param p by Wald's chi-square; of numbers, whose variance is estimated, by the F distribution
   * @param likelihoodRatio the chi-square by likelihood ratio
   * @param likelihoodP by that
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record ViewTest(
      String party,
      String view,
      Double chiSquare,
      int freedom,
      Double p,
      Double likelihoodRatio,
      Double likelihoodP) {}

  /** Keeps the fit beside a party's part of a model. */
  public void write(ModelFolder folder) {
    new KeptResults(folder.path()).keep(FILE, this);
  }

  /** Returns the fit of a model: that of a party in the model's folder, or that of a run. */
  public static Optional<Fit> of(ModelFolder folder) {
    Path run = folder.path().toAbsolutePath().getParent();
    return new KeptResults(folder.path())
        .read(FILE, Fit.class)
        .or(() -> new KeptResults(run).read(FILE, Fit.class));
  }

  /** Returns whether all coefficients have standard errors. */
  boolean tested() {
    return coefficients.stream().allMatch(one -> one.error() != null);
  }

  private static Double known(double value) {
    return Double.isFinite(value) ? value : null;
  }

  /** Returns the fit of a trained model; empty if its method has no coefficients. */
  static <C extends Record> Optional<Fit> of(
      Study study, Configured<C, ?> method, FinalModel.Trained<C, ?> trained) {
    Map<PartyId, List<FittedCoefficients>> known = new TreeMap<>();
    trained.outcome().parties().forEach((id, party) -> known.put(id, party.coefficients()));
    if (study.layout().spreadsRows()) { // all parties have the same model
      known.keySet().retainAll(known.keySet().stream().limit(1).toList());
    }
    return of(
        study,
        new Configured<>(method.method(), trained.config()),
        known,
        trained.outcome().result().figures());
  }

  /**
   * Returns the fit with the coefficients that are known; empty if there are neither these nor
   * figures.
   */
  public static <C extends Record> Optional<Fit> of(
      Study study,
      Configured<C, ?> method,
      Map<PartyId, List<FittedCoefficients>> known,
      Map<String, Double> figures) {
    Optional<Class<? extends Target>> target = method.method().target(method.config());
    if (target.isEmpty()) {
      return Optional.empty();
    }
    boolean penalised =
        SettingsBinder.perViews(method.config()).entrySet().stream()
            .filter(setting -> PENALTIES.contains(setting.getKey()))
            .anyMatch(one -> study.views().stream().anyMatch(v -> one.getValue().of(v) > 0));
    List<Coefficient> coefficients = new ArrayList<>();
    List<ViewTest> views = new ArrayList<>();
    known.forEach(
        (party, all) -> {
          for (FittedCoefficients own : all) {
            coefficients.addAll(coefficients(party, own, penalised));
            views.add(test(party, own, penalised));
          }
        });
    return Optional.of(new Fit(ratio(target.get()), penalised, coefficients, views, figures));
  }

  private static String ratio(Class<?> target) {
    if (target == Target.Survival.class) {
      return "hazard ratio";
    }
    if (target == Target.Counts.class) {
      return "rate ratio";
    }
    return target == Target.Outcomes.class ? "odds ratio" : "";
  }

  private static List<Coefficient> coefficients(
      PartyId party, FittedCoefficients own, boolean penalised) {
    List<Coefficient> all = new ArrayList<>();
    OptionalInt freedom = residual(own);
    own.intercept()
        .ifPresent(
            one ->
                all.add(
                    Coefficient.of(
                        party,
                        own.view(),
                        INTERCEPT,
                        tested(one.value(), one.error(), penalised, freedom))));
    for (int j = 0; j < own.columns().size(); j++) {
      all.add(
          Coefficient.of(
              party,
              own.view(),
              own.columns().get(j),
              tested(own.values()[j], own.errors()[j], penalised, freedom)));
    }
    return all;
  }

  /** Returns the degrees of freedom of the residuals, where their variance is estimated. */
  private static OptionalInt residual(FittedCoefficients own) {
    return own.freedom() > 0 ? OptionalInt.of(own.freedom()) : OptionalInt.empty();
  }

  private static CoefficientTest tested(
      double value, double error, boolean penalised, OptionalInt freedom) {
    return CoefficientTest.of(value, penalised ? Double.NaN : error, freedom);
  }

  private static ViewTest test(PartyId party, FittedCoefficients own, boolean penalised) {
    double wald = penalised ? Double.NaN : own.wald();
    double ratio = penalised ? Double.NaN : own.likelihoodRatio();
    int columns = own.columns().size();
    return new ViewTest(
        party.name(),
        own.view(),
        known(wald),
        columns,
        known(CoefficientTest.wald(wald, columns, residual(own))),
        known(ratio),
        known(CoefficientTest.chiSquared(ratio, columns)));
  }
}
