package io.parallax.mmvfl;

import io.parallax.core.About;
import io.parallax.core.Ask;
import io.parallax.core.Baseline;
import io.parallax.core.Coordinator;
import io.parallax.core.Method;
import io.parallax.core.Party;
import io.parallax.core.Roster;
import io.parallax.core.RowLimits;
import io.parallax.core.View;
import io.parallax.math.Matrix;
import io.parallax.mmvfl.MmvflConfig.Mode;
import io.parallax.mmvfl.MmvflMessages.Consensus;
import io.parallax.mmvfl.MmvflMessages.LocalLabels;
import io.parallax.mmvfl.MmvflMessages.Projections;
import io.parallax.mmvfl.MmvflMessages.Score;
import io.parallax.mmvfl.MmvflMessages.Target;
import io.parallax.mmvfl.MmvflMessages.TestProjections;
import io.parallax.mmvfl.MmvflMessages.WeighNewRows;
import io.parallax.mmvfl.MmvflMessages.WeighRows;
import io.parallax.mmvfl.MmvflMessages.WeightsOfNewRows;
import io.parallax.mmvfl.MmvflMessages.WeightsOfRows;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** MMVFL: one party has the labels, and every party learns to predict them by its own view. */
public final class Mmvfl implements Method<MmvflConfig, MmvflResult> {

  @Override
  public String name() {
    return "mmvfl";
  }

  @Override
  public About about() {
    Map<String, String> modes = new LinkedHashMap<>();
    modes.put("best", "the same optimum with Z_k eliminated, accelerated: few rounds (default)");
    modes.put("paper", "Algorithm 1 as printed");
    return new About(
        "MMVFL",
        "Feng, Yu: Multi-Participant Multi-Class Vertical Federated Learning (2020)",
        "Classification of samples that several parties see in different views. The labels of one"
            + " party reach the others as pseudo-labels; each learns a sparse linear map of its own,"
            + " ranks its features by it, and predicts alone with the best of them.",
        modes);
  }

  @Override
  public MmvflConfig defaults() {
    return MmvflConfig.DEFAULTS;
  }

  @Override
  public List<Class<? extends Ask<?>>> asks() {
    return MmvflMessages.ASKS;
  }

  @Override
  public List<Class<? extends Ask<?>>> asks(MmvflConfig config) {
    return List.of(config.mode() == Mode.PAPER ? Consensus.class : Target.class, Score.class);
  }

  @Override
  public void check(MmvflConfig config, Roster roster) {
    config.beta().covers(roster.views(), "beta");
    config.zeta().covers(roster.views(), "zeta");
    roster.requireVertical("MMVFL");
    roster.requireOneLabelHolder("MMVFL");
  }

  /** clip · ζ_k for Z_k; in mode best, and for new rows, what is left of it. */
  @Override
  public RowLimits limits(MmvflConfig config, Roster roster, double clip) {
    return (party, component, columns) -> {
      Class<?> answer = component.getDeclaringRecord();
      double zeta = config.zeta().of(roster.member(party).views().get(0));
      double eta = roster.member(party).labels() ? config.eta() : 0;
      if (answer == WeightsOfRows.class) {
        return config.mode() == Mode.PAPER ? zeta : MmvflEquations.weight(zeta, eta);
      }
      if (answer == WeightsOfNewRows.class) {
        return MmvflEquations.weight(zeta, 0);
      }
      return answer == LocalLabels.class
          ? clip * zeta
          : answer == Projections.class
              ? zeta * (clip + eta) / (1 + zeta + eta)
              : answer == TestProjections.class
                  ? clip * MmvflEquations.weight(zeta, 0)
                  : Double.POSITIVE_INFINITY;
    };
  }

  @Override
  public Party party(MmvflConfig config, List<View> views, Roster roster) {
    View view = views.get(0).withoutBlanks();
    return config.mode() == Mode.PAPER
        ? new MmvflParty(config, view, roster)
        : new CollapsedParty(config, view, roster);
  }

  @Override
  public Coordinator<MmvflResult> coordinator(MmvflConfig config, Roster roster) {
    Supplier<Matrix> start =
        () ->
            Matrix.orthonormal(
                roster.samples(), roster.classes(), roster.rng("coordinator", "consensus"));
    return config.mode() == Mode.PAPER
        ? new MmvflCoordinator(config, roster, start)
        : new CollapsedCoordinator(config, roster, start);
  }

  @Override
  public Optional<Coordinator<Matrix>> predictor(MmvflConfig config, Roster roster) {
    return Optional.of(new Prediction(config, roster));
  }

  @Override
  public boolean blankRows(MmvflConfig config) {
    return true;
  }

  @Override
  public List<Class<? extends Ask<?>>> blankAsks(MmvflConfig config) {
    return List.of(WeighRows.class, WeighNewRows.class);
  }

  @Override
  public List<Class<? extends Ask<?>>> scoringAsks(MmvflConfig config) {
    return List.of(Score.class);
  }

  @Override
  public Map<String, Double> viewWeights(MmvflConfig config, List<String> views) {
    return config.zeta().shares(views, zeta -> MmvflEquations.weight(zeta, 0));
  }

  @Override
  public Map<String, String> legend() {
    return MmvflBaselines.LEGEND;
  }

  @Override
  public List<Baseline> baselines(MmvflConfig config, Roster roster) {
    return MmvflBaselines.of(config, roster.views());
  }
}
