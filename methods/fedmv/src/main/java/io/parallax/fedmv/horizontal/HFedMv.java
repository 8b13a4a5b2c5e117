package io.parallax.fedmv.horizontal;

import io.parallax.core.About;
import io.parallax.core.Ask;
import io.parallax.core.BadInput;
import io.parallax.core.Baseline;
import io.parallax.core.Coordinator;
import io.parallax.core.Method;
import io.parallax.core.Party;
import io.parallax.core.Roster;
import io.parallax.core.RowLimits;
import io.parallax.core.View;
import io.parallax.fedmv.horizontal.HFedMvConfig.Mode;
import io.parallax.fedmv.horizontal.HFedMvMessages.Adopt;
import io.parallax.fedmv.horizontal.HFedMvMessages.AskProducts;
import io.parallax.fedmv.horizontal.HFedMvMessages.AskWidths;
import io.parallax.fedmv.horizontal.HFedMvMessages.GlobalModel;
import io.parallax.math.Matrix;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** H-FedMV: every party holds other samples, in all views, with their labels. */
public final class HFedMv implements Method<HFedMvConfig, HFedMvResult> {
  private static final double CHANGE = 0.7; // of a model from rows scaled to deviation 1

  @Override
  public String name() {
    return "hfedmv";
  }

  @Override
  public About about() {
    Map<String, String> modes = new LinkedHashMap<>();
    modes.put("exact", "the optimum over all parties' rows, in one round (default)");
    modes.put("paper", "Algorithm 3 as printed: models are averaged, round by round");
    return new About(
        "H-FedMV",
        "Che, Peng, Sun, Chen, He: Federated Multi-View Learning for Private Medical Data"
            + " Integration and Analysis (2021), Section 5",
        "Classification of samples that are spread over parties, each of which sees its own in all"
            + " views and knows their labels. All end up with the same sparse linear maps from views"
            + " to label scores, and score new rows alone.",
        modes);
  }

  @Override
  public HFedMvConfig defaults() {
    return HFedMvConfig.DEFAULTS;
  }

  @Override
  public List<Class<? extends Ask<?>>> asks() {
    return HFedMvMessages.ASKS;
  }

  @Override
  public List<Class<? extends Ask<?>>> asks(HFedMvConfig config) {
    return List.of(
        AskWidths.class,
        config.mode() == Mode.PAPER ? GlobalModel.class : AskProducts.class,
        Adopt.class);
  }

  @Override
  public void check(HFedMvConfig config, Roster roster) {
    config.beta().covers(roster.views(), "beta");
    config.zeta().covers(roster.views(), "zeta");
    for (Roster.Member member : roster.members()) {
      if (!member.views().equals(roster.views()) || !member.labels()) {
        throw new BadInput(
            "H-FedMV needs every party to hold all views and the labels of its samples; party "
                + member.id()
                + " does not; give it all, or use V-FedMV if parties hold different views");
      }
      if (member.samples() < roster.classes()) {
        throw new BadInput(
            "party "
                + member.id()
                + " has "
                + member.samples()
                + " training samples, fewer than the "
                + roster.classes()
                + " classes; use fewer parties");
      }
    }
  }

  @Override
  public RowLimits limits(HFedMvConfig config, Roster roster, double clip) {
    double longest = CHANGE * clip * Math.sqrt(roster.classes());
    return RowLimits.ofUpdates(
        HFedMvMessages.ModelChange.class, roster, (samples, parameters) -> longest);
  }

  @Override
  public Optional<String> needsSums(HFedMvConfig config) {
    return config.mode() == Mode.PAPER
        ? Optional.empty()
        : Optional.of(ProductCheck.NO_MEDIAN + "; use 'mode: paper', or " + ProductCheck.SUMS);
  }

  @Override
  public Party party(HFedMvConfig config, List<View> views, Roster roster) {
    List<View> held = views.stream().map(View::withoutBlanks).toList();
    return config.mode() == Mode.PAPER
        ? new HFedMvParty(config, held, roster)
        : new ExactParty(config, held, roster);
  }

  @Override
  public Coordinator<HFedMvResult> coordinator(HFedMvConfig config, Roster roster) {
    return config.mode() == Mode.PAPER
        ? new HFedMvCoordinator(roster)
        : new ExactCoordinator(config, roster);
  }

  /** Errors of Eq. (1) and of the pooled model cannot be compared where rows lack views. */
  @Override
  public boolean blankRows(HFedMvConfig config) {
    return config.fit() != HFedMvConfig.Fit.CHOSEN;
  }

  @Override
  public List<Class<? extends Ask<?>>> blankAsks(HFedMvConfig config) {
    if (config.mode() == Mode.PAPER) {
      return List.of(HFedMvMessages.AskViewRows.class);
    }
    return config.fit() == HFedMvConfig.Fit.CONSENSUS
        ? List.of(HFedMvMessages.AskLacking.class)
        : List.of();
  }

  /** Every party scores its own rows. */
  @Override
  public Optional<Coordinator<Matrix>> predictor(HFedMvConfig config, Roster roster) {
    return Optional.empty();
  }

  @Override
  public Map<String, Double> viewWeights(HFedMvConfig config, List<String> views) {
    return config.zeta().shares(views, zeta -> zeta / (1 + zeta));
  }

  @Override
  public List<Baseline> baselines(HFedMvConfig config, Roster roster) {
    return HFedMvBaselines.of(config, roster.views());
  }
}
