package io.parallax.fedmv.vertical;

import io.parallax.core.About;
import io.parallax.core.Ask;
import io.parallax.core.Baseline;
import io.parallax.core.Coordinator;
import io.parallax.core.Disclosed;
import io.parallax.core.Method;
import io.parallax.core.Party;
import io.parallax.core.Roster;
import io.parallax.core.RowLimits;
import io.parallax.core.View;
import io.parallax.fedmv.vertical.VFedMvConfig.Mode;
import io.parallax.fedmv.vertical.VFedMvMessages.BeginTest;
import io.parallax.fedmv.vertical.VFedMvMessages.Consensus;
import io.parallax.fedmv.vertical.VFedMvMessages.LocalLabels;
import io.parallax.fedmv.vertical.VFedMvMessages.Projections;
import io.parallax.fedmv.vertical.VFedMvMessages.Score;
import io.parallax.fedmv.vertical.VFedMvMessages.ShareLabels;
import io.parallax.fedmv.vertical.VFedMvMessages.Target;
import io.parallax.fedmv.vertical.VFedMvMessages.TestConsensus;
import io.parallax.fedmv.vertical.VFedMvMessages.TestLabels;
import io.parallax.fedmv.vertical.VFedMvMessages.TestProjections;
import io.parallax.fedmv.vertical.VFedMvMessages.WeighNewRows;
import io.parallax.fedmv.vertical.VFedMvMessages.WeighRows;
import io.parallax.fedmv.vertical.VFedMvMessages.WeightsOfNewRows;
import io.parallax.fedmv.vertical.VFedMvMessages.WeightsOfRows;
import io.parallax.math.Matrix;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** V-FedMV: every party holds another view of the same samples. */
public final class VFedMv implements Method<VFedMvConfig, VFedMvResult> {

  @Override
  public String name() {
    return "vfedmv";
  }

  @Override
  public About about() {
    Map<String, String> modes = new LinkedHashMap<>();
    modes.put("best", "the same optimum with Z_k eliminated, accelerated: few rounds (default)");
    modes.put("paper", "Algorithm 2 as printed");
    return new About(
        "V-FedMV",
        "Che, Peng, Sun, Chen, He: Federated Multi-View Learning for Private Medical Data"
            + " Integration and Analysis (2021), Sections 3 and 4",
        "Classification of samples that several parties see in different views. Each party learns a"
            + " sparse linear map from its view to label scores; the scores are drawn to a"
            + " consensus, and the consensus to the labels, which one party holds.",
        modes);
  }

  @Override
  public VFedMvConfig defaults() {
    return VFedMvConfig.DEFAULTS;
  }

  @Override
  public List<Class<? extends Ask<?>>> asks() {
    return VFedMvMessages.ASKS;
  }

  @Override
  public List<Class<? extends Ask<?>>> asks(VFedMvConfig config) {
    List<Class<? extends Ask<?>>> asks =
        new ArrayList<>(
            config.mode() == Mode.PAPER
                ? List.of(Consensus.class, BeginTest.class, TestConsensus.class)
                : List.of(Target.class, Score.class));
    if (config.labels() == VFedMvConfig.LabelsAt.SHARED) {
      asks.add(ShareLabels.class);
    }
    return asks;
  }

  @Override
  public Set<String> disclosures(VFedMvConfig config) {
    return config.labels() == VFedMvConfig.LabelsAt.SHARED
        ? Set.of(Disclosed.nameOf(VFedMvMessages.SharedLabels.class))
        : Set.of();
  }

  @Override
  public void check(VFedMvConfig config, Roster roster) {
    config.beta().covers(roster.views(), "beta");
    config.zeta().covers(roster.views(), "zeta");
    roster.requireVertical("V-FedMV");
    roster.requireOneLabelHolder("V-FedMV");
  }

  /** clip · ζ_k, or ρ_k in mode best, with the label holder's ηY on top. */
  @Override
  public RowLimits limits(VFedMvConfig config, Roster roster, double clip) {
    return (party, component, columns) -> {
      Class<?> answer = component.getDeclaringRecord();
      double zeta = config.zeta().of(roster.member(party).views().get(0));
      double eta = roster.member(party).labels() ? config.eta() : 0;
      double rho = VFedMvEquations.rho(zeta);
      if (answer == WeightsOfRows.class || answer == WeightsOfNewRows.class) {
        return config.mode() == Mode.PAPER ? zeta : rho;
      }
      return answer == LocalLabels.class
          ? clip * zeta + eta
          : answer == TestLabels.class
              ? clip * zeta
              : answer == Projections.class
                  ? clip * rho + eta
                  : answer == TestProjections.class ? clip * rho : Double.POSITIVE_INFINITY;
    };
  }

  @Override
  public Party party(VFedMvConfig config, List<View> views, Roster roster) {
    View used = (config.bias() ? Bias.addTo(views.get(0)) : views.get(0)).withoutBlanks();
    return config.mode() == Mode.PAPER
        ? new VFedMvParty(config, used, roster)
        : new CollapsedParty(config, used, roster);
  }

  @Override
  public Coordinator<VFedMvResult> coordinator(VFedMvConfig config, Roster roster) {
    return config.mode() == Mode.PAPER
        ? new VFedMvCoordinator(config, roster)
        : new CollapsedCoordinator(config, roster);
  }

  @Override
  public Optional<Coordinator<Matrix>> predictor(VFedMvConfig config, Roster roster) {
    return Optional.of(
        config.mode() == Mode.PAPER
            ? new VFedMvCoordinator(config, roster)::test
            : (parties, rounds) -> new CollapsedCoordinator(config, roster).test(parties));
  }

  @Override
  public List<Class<? extends Ask<?>>> scoringAsks(VFedMvConfig config) {
    return config.mode() == Mode.PAPER
        ? List.of(BeginTest.class, TestConsensus.class)
        : List.of(Score.class);
  }

  @Override
  public boolean blankRows(VFedMvConfig config) {
    return true;
  }

  @Override
  public List<Class<? extends Ask<?>>> blankAsks(VFedMvConfig config) {
    return List.of(WeighRows.class, WeighNewRows.class);
  }

  /** In either mode the limit of the testing phase weighs views by ρ_k. */
  @Override
  public Map<String, Double> viewWeights(VFedMvConfig config, List<String> views) {
    return config.zeta().shares(views, VFedMvEquations::rho);
  }

  @Override
  public List<Baseline> baselines(VFedMvConfig config, Roster roster) {
    return VFedMvBaselines.of(config, roster.views());
  }
}
