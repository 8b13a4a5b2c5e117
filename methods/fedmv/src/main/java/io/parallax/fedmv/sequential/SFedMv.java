package io.parallax.fedmv.sequential;

import io.parallax.core.About;
import io.parallax.core.Ask;
import io.parallax.core.BadInput;
import io.parallax.core.Baseline;
import io.parallax.core.Coordinator;
import io.parallax.core.Disclosed;
import io.parallax.core.Method;
import io.parallax.core.Party;
import io.parallax.core.Roster;
import io.parallax.core.RowLimits;
import io.parallax.core.Sequences;
import io.parallax.core.View;
import io.parallax.fedmv.horizontal.HFedMv;
import io.parallax.fedmv.horizontal.ProductCheck;
import io.parallax.fedmv.vertical.VFedMv;
import io.parallax.math.Matrix;
import io.parallax.tensor.Training;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * S-FedMV: sequences are embedded by GRUs, then H-FedMV, or V-FedMV, learns from the embeddings.
 */
public final class SFedMv implements Method<SFedMvConfig, SFedMvResult> {

  @Override
  public String name() {
    return "sfedmv";
  }

  @Override
  public About about() {
    return new About(
        "S-FedMV",
        "Che, Peng, Sun, Chen, He: Federated Multi-View Learning for Private Medical Data"
            + " Integration and Analysis (2021), Section 6",
        "Classification of sequences. Where parties hold different samples, a GRU for every view is"
            + " trained by federated averaging and H-FedMV learns from the GRUs' states; where they"
            + " hold different views, each trains its own and V-FedMV follows.",
        Map.of());
  }

  @Override
  public SFedMvConfig defaults() {
    return SFedMvConfig.DEFAULTS;
  }

  @Override
  public List<Class<? extends Ask<?>>> asks() {
    return Stream.of(SFedMvMessages.ASKS, new HFedMv().asks(), new VFedMv().asks())
        .<Class<? extends Ask<?>>>flatMap(List::stream)
        .toList();
  }

  /** Returns the asks after the embedding. */
  static List<Class<? extends Ask<?>>> following(boolean horizontal) {
    return horizontal ? new HFedMv().asks() : new VFedMv().asks();
  }

  @Override
  public Set<String> disclosures(SFedMvConfig config) {
    return config.labels() == SFedMvConfig.LabelsAt.SHARED
        ? Set.of(Disclosed.nameOf(SFedMvMessages.Labelled.class))
        : Set.of();
  }

  @Override
  public boolean sequences() {
    return true;
  }

  @Override
  public void checkView(SFedMvConfig config, String view, Optional<Sequences> layout) {
    if (layout.isEmpty()) {
      throw new BadInput(
          "S-FedMV learns from sequences, but view "
              + view
              + " has a single row for each sample; give it several, or use hfedmv or vfedmv");
    }
  }

  @Override
  public void check(SFedMvConfig config, Roster roster) {
    if (horizontal(roster)) {
      new HFedMv().check(config.horizontal(), roster);
      return;
    }
    new VFedMv().check(config.vertical(), roster);
    if (config.labels() != SFedMvConfig.LabelsAt.SHARED) {
      throw new BadInput(
          "S-FedMV among parties with different views needs 'labels: shared' in its settings: each"
              + " trains a network of its own, and that takes the labels");
    }
  }

  /** Returns true if parties hold different samples, in all views. */
  static boolean horizontal(Roster roster) {
    return roster.members().stream().allMatch(m -> m.labels() && m.views().equals(roster.views()));
  }

  @Override
  public RowLimits limits(SFedMvConfig config, Roster roster, double clip) {
    RowLimits following =
        horizontal(roster)
            ? new HFedMv().limits(config.horizontal(), roster, clip)
            : new VFedMv().limits(config.vertical(), roster, clip);
    RowLimits networks =
        RowLimits.ofUpdates(
            SFedMvMessages.NetworkChange.class,
            roster,
            (samples, parameters) ->
                clip
                    * new Training(config.epochs(), config.batch(), config.rate())
                        .longestChange(samples, parameters));
    return (party, component, columns) ->
        Math.min(networks.of(party, component, columns), following.of(party, component, columns));
  }

  @Override
  public Optional<String> needsSums(SFedMvConfig config) {
    return Optional.of(
        "S-FedMV ends with " + ProductCheck.NO_MEDIAN + "; use fedmood, or " + ProductCheck.SUMS);
  }

  @Override
  public Party party(SFedMvConfig config, List<View> views, Roster roster) {
    return new SFedMvParty(config, views, roster);
  }

  @Override
  public Coordinator<SFedMvResult> coordinator(SFedMvConfig config, Roster roster) {
    return horizontal(roster)
        ? new SFedMvCoordinator(config, roster)
        : new OwnViewsCoordinator(config, roster);
  }

  @Override
  public Optional<Coordinator<Matrix>> predictor(SFedMvConfig config, Roster roster) {
    return horizontal(roster)
        ? Optional.empty()
        : new VFedMv().predictor(config.vertical(), roster);
  }

  @Override
  public List<Class<? extends Ask<?>>> scoringAsks(SFedMvConfig config) {
    return new VFedMv().scoringAsks(config.vertical());
  }

  @Override
  public Map<String, Double> viewWeights(SFedMvConfig config, List<String> views) {
    return new HFedMv().viewWeights(config.horizontal(), views);
  }

  @Override
  public List<Baseline> baselines(SFedMvConfig config, Roster roster, int rounds) {
    return horizontal(roster) ? new SFedMvBaselines(config, roster, rounds).all() : List.of();
  }
}
