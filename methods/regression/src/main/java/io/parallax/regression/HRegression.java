package io.parallax.regression;

import io.parallax.core.About;
import io.parallax.core.Ask;
import io.parallax.core.BadInput;
import io.parallax.core.Coordinator;
import io.parallax.core.Disclosed;
import io.parallax.core.Method;
import io.parallax.core.Party;
import io.parallax.core.Roster;
import io.parallax.core.Target;
import io.parallax.core.View;
import io.parallax.math.Matrix;
import io.parallax.regression.HRegressionMessages.Coefficients;
import io.parallax.regression.HRegressionMessages.Disclose;
import io.parallax.regression.RegressionConfig.Model;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Regression among parties that hold different people in the same columns, exact as if pooled. */
public final class HRegression implements Method<HRegressionConfig, HRegressionResult> {
  private static final String TITLE = "H-Regression";
  private static final double TOLERANCE = 1e-11;

  @Override
  public String name() {
    return "hregression";
  }

  @Override
  public About about() {
    return new About(
        TITLE,
        "Parallax's own; see methods/regression/README.md",
        "Coefficients with standard errors and confidence intervals for samples that are spread"
            + " over parties, each of which sees its own in the same columns and knows their"
            + " target: those that all rows in one place would give, found from sums over the"
            + " parties. All end up with the same model and score new rows alone.",
        Map.of());
  }

  @Override
  public HRegressionConfig defaults() {
    return HRegressionConfig.DEFAULTS;
  }

  @Override
  public double tolerance(HRegressionConfig config) {
    return TOLERANCE;
  }

  @Override
  public Optional<Class<? extends Target>> target(HRegressionConfig config) {
    return Optional.of(CodedTarget.kind(config.loss()));
  }

  @Override
  public Optional<HRegressionConfig> defaultsFor(Class<? extends Target> kind) {
    return CodedTarget.lossOf(kind).map(HRegressionConfig.DEFAULTS::with);
  }

  @Override
  public boolean probabilities(HRegressionConfig config) {
    return config.loss() == Model.LOGISTIC;
  }

  @Override
  public List<Class<? extends Ask<?>>> asks() {
    return HRegressionMessages.ASKS;
  }

  @Override
  public List<Class<? extends Ask<?>>> asks(HRegressionConfig config) {
    List<Class<? extends Ask<?>>> asks =
        new ArrayList<>(config.cox() ? HRegressionMessages.OF_TIMES : HRegressionMessages.OF_MEANS);
    if (config.disclose()) {
      asks.add(Disclose.class);
    }
    return List.copyOf(asks);
  }

  @Override
  public Set<String> disclosures(HRegressionConfig config) {
    return config.disclose() ? Set.of(Disclosed.nameOf(Coefficients.class)) : Set.of();
  }

  /** Returns true in the model of all rows, which alone is tested and disclosed. */
  static boolean ofAllRows(Roster roster) {
    return roster.heldOut() == 0;
  }

  @Override
  public void check(HRegressionConfig config, Roster roster) {
    config.requireGrid();
    config.lambda().covers(roster.views(), "lambda");
    config.beta().covers(roster.views(), "beta");
    for (Roster.Member member : roster.members()) {
      if (!member.views().equals(roster.views()) || !member.labels()) {
        throw new BadInput(
            "%s needs every party to hold all views and the target of its samples; party %s does not; give it all, or use method regression if parties hold different views"
                .formatted(TITLE, member.id()));
      }
      if (member.samples() < 1) {
        throw new BadInput(
            "party %s has 0 training samples; it must have at least 1; leave it out"
                .formatted(member.id()));
      }
    }
    if (config.loss() == Model.LOGISTIC && roster.classes() > 2) {
      throw new BadInput(
          "the study has %d classes; loss logistic needs 2; use method hfedmv"
              .formatted(roster.classes()));
    }
  }

  @Override
  public Optional<String> needsSums(HRegressionConfig config) {
    return Optional.of(
        "hregression adds up gradients and second derivatives of all rows; use aggregation: masked");
  }

  @Override
  public Party party(HRegressionConfig config, List<View> views, Roster roster) {
    return new HRegressionParty(config, views, roster);
  }

  @Override
  public Coordinator<HRegressionResult> coordinator(HRegressionConfig config, Roster roster) {
    return new HRegressionCoordinator(config, roster);
  }

  /** Every party scores its own rows. */
  @Override
  public Optional<Coordinator<Matrix>> predictor(HRegressionConfig config, Roster roster) {
    return Optional.empty();
  }
}
