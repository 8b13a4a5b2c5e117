package io.parallax.fedmsgl;

import io.parallax.core.About;
import io.parallax.core.Ask;
import io.parallax.core.BadInput;
import io.parallax.core.Baseline;
import io.parallax.core.Coordinator;
import io.parallax.core.Method;
import io.parallax.core.Party;
import io.parallax.core.Roster;
import io.parallax.core.View;
import io.parallax.math.Matrix;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** FedMSGL: parties that see the same rows in different views cluster them, without labels. */
public final class FedMsgl implements Method<FedMsglConfig, FedMsglResult> {

  @Override
  public String name() {
    return "fedmsgl";
  }

  @Override
  public About about() {
    Map<String, String> modes = new LinkedHashMap<>();
    modes.put("best", "hyperedges by affinity, no manifold term, normalised weights (default)");
    modes.put("paper", "Algorithm 1 as printed, Eq. (13) solved exactly");
    modes.put("reference", "as the authors' released program behaves");
    return new About(
        "FedMSGL",
        "Li, Yang, Xie: FedMSGL: A Self-Expressive Hypergraph Based Federated Multi-View Learning"
            + " (AAAI 2025)",
        "Clustering of samples that several parties see in different views. Each party explains its"
            + " rows by one another; the coordinator joins the coefficients, builds a hypergraph"
            + " on them and cuts it into clusters.",
        modes);
  }

  @Override
  public FedMsglConfig defaults() {
    return FedMsglConfig.DEFAULTS;
  }

  @Override
  public boolean clusters() {
    return true;
  }

  @Override
  public List<Class<? extends Ask<?>>> asks() {
    return FedMsglMessages.ASKS;
  }

  @Override
  public List<Class<? extends Ask<?>>> asks(FedMsglConfig config) {
    return FedMsglMessages.ASKS.stream().filter(ask -> !blankAsks(config).contains(ask)).toList();
  }

  @Override
  public Map<String, Long> sizes(FedMsglConfig config, Roster roster) {
    long n = roster.samples();
    return Map.of(
        "n",
        n,
        "n(n−1)/2",
        n * (n - 1) / 2,
        "m",
        (long) roster.heldOut(),
        "c",
        (long) roster.classes(),
        "a", // columns of G: the anchors, or all rows
        config.anchors() == 0 ? n : Math.min(n, config.anchors()),
        "I",
        (long) config.central());
  }

  @Override
  public void check(FedMsglConfig config, Roster roster) {
    roster.requireVertical("FedMSGL");
    if (roster.classes() < 2) {
      throw new BadInput("FedMSGL needs at least two clusters, not " + roster.classes());
    }
    if (roster.samples() < roster.classes()) {
      throw new BadInput(
          "%d samples are fewer than the %d clusters; ask for at most %d clusters"
              .formatted(roster.samples(), roster.classes(), roster.samples()));
    }
    if (config.anchors() > 0) {
      checkAnchors(config, roster);
    }
    checkHyperedges(config, roster);
    Footprint.check(config, roster);
  }

  private static void checkHyperedges(FedMsglConfig config, Roster roster) {
    int most = config.anchors() == 0 ? roster.samples() : config.anchors();
    if (config.k() > most) {
      String what =
          config.anchors() == 0
              ? "rows in a hyperedge than the %d there are"
              : "anchors for a row to join than the %d there are";
      throw new BadInput(
          ("k is %d, more " + what + "; set k to at most %d").formatted(config.k(), most, most));
    }
  }

  private static void checkAnchors(FedMsglConfig config, Roster roster) {
    if (config.anchors() <= roster.classes() || config.anchors() > roster.samples()) {
      throw new BadInput(
          "anchors is "
              + config.anchors()
              + " and must be more than the "
              + roster.classes()
              + " clusters and at most the "
              + roster.samples()
              + " samples");
    }
    ResolvedSettings reading = ResolvedSettings.of(config);
    if (reading.manifold() != FedMsglConfig.Manifold.DROPPED
        || reading.hyperedges() != FedMsglConfig.Hyperedges.AFFINITY
        || reading.first() != FedMsglConfig.First.MEAN
        || config.coupling() > 0) {
      throw new BadInput(
          "anchors work with manifold: dropped, hyperedges: affinity, first: mean and no coupling,"
              + " as in mode best");
    }
  }

  @Override
  public Party party(FedMsglConfig config, List<View> views, Roster roster) {
    return new FedMsglParty(config, views.get(0), roster);
  }

  @Override
  public Coordinator<FedMsglResult> coordinator(FedMsglConfig config, Roster roster) {
    return new FedMsglCoordinator(config, roster);
  }

  @Override
  public Optional<Coordinator<Matrix>> predictor(FedMsglConfig config, Roster roster) {
    return Optional.of(new ClusterAssignment(config, roster));
  }

  @Override
  public boolean blankRows(FedMsglConfig config) {
    return true;
  }

  /** One party alone may have both rows of a pair, and no mask hides its numbers then. */
  @Override
  public boolean sumsOfPairs() {
    return true;
  }

  @Override
  public List<Class<? extends Ask<?>>> blankAsks(FedMsglConfig config) {
    return List.of(FedMsglMessages.CountNewRows.class);
  }

  @Override
  public List<Class<? extends Ask<?>>> scoringAsks(FedMsglConfig config) {
    return List.of(FedMsglMessages.Score.class);
  }

  /** Votes on new rows count alike. */
  @Override
  public Map<String, Double> viewWeights(FedMsglConfig config, List<String> views) {
    Map<String, Double> shares = new LinkedHashMap<>();
    views.forEach(view -> shares.put(view, 1.0 / views.size()));
    return shares;
  }

  @Override
  public Map<String, String> legend() {
    return FedMsglBaselines.LEGEND;
  }

  @Override
  public List<Baseline> baselines(FedMsglConfig config, Roster roster) {
    return FedMsglBaselines.of(config, roster);
  }
}
