package io.parallax.regression;

import io.parallax.core.About;
import io.parallax.core.Ask;
import io.parallax.core.BadInput;
import io.parallax.core.Coordinator;
import io.parallax.core.Disclosed;
import io.parallax.core.Method;
import io.parallax.core.Party;
import io.parallax.core.Roster;
import io.parallax.core.RowLimits;
import io.parallax.core.Target;
import io.parallax.core.View;
import io.parallax.math.Matrix;
import io.parallax.regression.RegressionConfig.Model;
import io.parallax.regression.RegressionMessages.Coefficients;
import io.parallax.regression.RegressionMessages.Disclose;
import io.parallax.regression.RegressionMessages.TestView;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Regression on all parties' columns, which stay where they are, with exact standard errors. */
public final class Regression implements Method<RegressionConfig, RegressionResult> {
  private static final String TITLE = "Regression";
  private static final double TOLERANCE = 1e-11;
  private static final double LONG_IMAGE = 1000; // images are about 1

  @Override
  public String name() {
    return "regression";
  }

  @Override
  public About about() {
    return new About(
        TITLE,
        "Parallax's own; see methods/regression/README.md",
        "Coefficients with standard errors and confidence intervals for samples that several"
            + " parties see in different views: those that all columns in one place would give,"
            + " found from sums over the parties.",
        Map.of());
  }

  @Override
  public RegressionConfig defaults() {
    return RegressionConfig.DEFAULTS;
  }

  @Override
  public double tolerance(RegressionConfig config) {
    return TOLERANCE;
  }

  @Override
  public Optional<Class<? extends Target>> target(RegressionConfig config) {
    return Optional.of(CodedTarget.kind(config.loss()));
  }

  @Override
  public Optional<RegressionConfig> defaultsFor(Class<? extends Target> kind) {
    return CodedTarget.lossOf(kind).map(RegressionConfig.DEFAULTS::with);
  }

  @Override
  public boolean probabilities(RegressionConfig config) {
    return config.loss() == Model.LOGISTIC;
  }

  @Override
  public List<Class<? extends Ask<?>>> asks() {
    return RegressionMessages.ASKS;
  }

  @Override
  public List<Class<? extends Ask<?>>> asks(RegressionConfig config) {
    return RegressionMessages.ASKS.stream()
        .filter(ask -> config.disclose() || ask != Disclose.class)
        .filter(ask -> config.likelihood() || ask != TestView.class)
        .filter(ask -> config.hasErrors() || !RegressionMessages.OF_ERRORS.contains(ask))
        .filter(ask -> config.sparse() || !RegressionMessages.OF_SPARSITY.contains(ask))
        .toList();
  }

  /** Coefficients of splits are not disclosed: differences would tell of single rows. */
  static boolean discloses(RegressionConfig config, Roster roster) {
    return config.disclose() && roster.heldOut() == 0;
  }

  /** With a penalty tests do not apply; views are tested once, in the model of all rows. */
  static boolean testsViews(RegressionConfig config, Roster roster) {
    return config.likelihood() && roster.heldOut() == 0 && !config.penalised();
  }

  @Override
  public Set<String> disclosures(RegressionConfig config) {
    return config.disclose() ? Set.of(Disclosed.nameOf(Coefficients.class)) : Set.of();
  }

  @Override
  public void check(RegressionConfig config, Roster roster) {
    config.lambda().covers(roster.views(), "lambda");
    config.beta().covers(roster.views(), "beta");
    boolean spread = roster.members().stream().anyMatch(m -> m.samples() < roster.samples());
    if (spread && roster.labelHolders() == roster.members().size()) {
      throw new BadInput(
          "every party holds the target of its samples; method regression needs it at one, for the same people in different views; use method hregression if parties hold different people");
    }
    roster.requireVertical(TITLE);
    roster.requireOneTargetHolder(TITLE);
    if (config.loss() == Model.LOGISTIC && roster.classes() > 2) {
      throw new BadInput(
          "the study has %d classes; loss logistic needs 2; use method joint"
              .formatted(roster.classes()));
    }
  }

  /** Returns the number of columns that describe the order of times. */
  static int orderColumns(RegressionConfig config) {
    return config.loss() == Model.COX ? 2 : 1;
  }

  @Override
  public Map<String, Long> sizes(RegressionConfig config, Roster roster) {
    Map<String, Long> sizes = new HashMap<>(roster.sizes());
    long width = config.hasErrors() ? Information.width(config.errors()) : 1;
    sizes.put("M", width);
    sizes.put("E", Math.max(1, width / RegressionMessages.BLOCK));
    sizes.put("O", (long) orderColumns(config));
    return sizes;
  }

  /** Images are scaled to about 1 in each column. */
  @Override
  public RowLimits limits(RegressionConfig config, Roster roster, double clip) {
    return (party, component, columns) ->
        component.getName().equals("image")
            ? LONG_IMAGE * clip * Math.sqrt(columns)
            : Double.POSITIVE_INFINITY;
  }

  @Override
  public Optional<String> needsSums(RegressionConfig config) {
    return Optional.of(
        "regression adds up the linear predictors of all views; use aggregation: masked");
  }

  @Override
  public Party party(RegressionConfig config, List<View> views, Roster roster) {
    return new RegressionParty(config, views.get(0), roster);
  }

  @Override
  public Coordinator<RegressionResult> coordinator(RegressionConfig config, Roster roster) {
    return new RegressionCoordinator(config, roster);
  }

  @Override
  public Optional<Coordinator<Matrix>> predictor(RegressionConfig config, Roster roster) {
    return Optional.of((parties, rounds) -> RegressionCoordinator.test(parties, config, roster));
  }

  /** A blank row has the mean of every column, as a missing cell has. */
  @Override
  public boolean blankRows(RegressionConfig config) {
    return true;
  }

  @Override
  public List<Class<? extends Ask<?>>> scoringAsks(RegressionConfig config) {
    return List.of(RegressionMessages.Score.class);
  }
}
