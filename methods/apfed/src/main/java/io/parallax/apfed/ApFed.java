package io.parallax.apfed;

import io.parallax.apfed.ApFedMessages.Assist;
import io.parallax.core.About;
import io.parallax.core.Ask;
import io.parallax.core.BadInput;
import io.parallax.core.Baseline;
import io.parallax.core.Coordinator;
import io.parallax.core.Method;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.Roster;
import io.parallax.core.View;
import io.parallax.math.Matrix;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** APFed: parties train together, and the one with the labels then predicts alone. */
public final class ApFed implements Method<ApFedConfig, ApFedResult> {
  static final String TITLE = "APFed";

  @Override
  public String name() {
    return "apfed";
  }

  @Override
  public About about() {
    Map<String, String> modes = new LinkedHashMap<>();
    modes.put("paper", "Algorithm 1 with Eqs. (12) to (16) as printed (default)");
    modes.put(
        "reference", "as the released program: projection heads, symmetric contrast, drop-out");
    return new About(
        TITLE,
        "Liu et al.: Active-Passive Federated Learning for Vertically Partitioned Multi-view Data"
            + " (2024)",
        "Classification by neural networks. The active party has the labels and sends its encoder's"
            + " representations of its rows; passive parties return gradients that make these more"
            + " informative about their own rows. Afterwards the active party predicts alone, even if"
            + " other parties have left.",
        modes);
  }

  @Override
  public ApFedConfig defaults() {
    return ApFedConfig.DEFAULTS;
  }

  @Override
  public boolean images() {
    return true;
  }

  @Override
  public boolean sequences() {
    return true;
  }

  @Override
  public boolean probabilities(ApFedConfig config) {
    return true;
  }

  @Override
  public List<Class<? extends Ask<?>>> asks() {
    return ApFedMessages.ASKS;
  }

  @Override
  public Map<String, Long> sizes(ApFedConfig config, Roster roster) {
    return Map.of(
        "S",
        (long) config.batch(),
        "D",
        (long) Told.of(config, roster).columns(),
        "B",
        (long) new Batches(roster, config.batch()).count());
  }

  @Override
  public void check(ApFedConfig config, Roster roster) {
    config.lambda().covers(roster.views(), "lambda");
    config.loss().covers(roster.views(), "loss");
    config.encoder().covers(roster.views(), "encoder");
    requireOneActive(TITLE, roster);
  }

  /** Checks that one party has the labels, and that every party has one view of all samples. */
  static void requireOneActive(String title, Roster roster) {
    roster.requireVertical(title);
    if (roster.labelHolders() != 1) {
      throw new BadInput(
          "%s needs exactly one active party, the one with the labels, but %s; give one party labels"
              .formatted(
                  title,
                  roster.labelHolders() == 0
                      ? "nobody has them"
                      : roster.labelHolders() + " parties have them"));
    }
    roster.requireOneLabelHolder(title);
  }

  /** Returns the views of the parties without labels; empty if there are only rows to score. */
  static List<String> passiveViews(Roster roster) {
    if (roster.labelHolders() == 0) {
      return List.of();
    }
    return roster.members().stream()
        .filter(member -> !member.labels())
        .flatMap(member -> member.views().stream())
        .toList();
  }

  /** Returns true for all parties except the active one. */
  @Override
  public boolean goesOnWithout(PartyId party, Roster roster) {
    return roster.members().stream().anyMatch(m -> m.id().equals(party) && !m.labels());
  }

  @Override
  public Party party(ApFedConfig config, List<View> views, Roster roster) {
    View own = views.get(0);
    boolean passive = passiveViews(roster).contains(own.name()) && roster.labelHolders() > 0;
    return passive ? new PassiveParty(config, own, roster) : new ActiveParty(config, own, roster);
  }

  @Override
  public Coordinator<ApFedResult> coordinator(ApFedConfig config, Roster roster) {
    return new ApFedCoordinator(
        new Batches(roster, config.batch()).count(), Told.of(config, roster));
  }

  @Override
  public Optional<Coordinator<Matrix>> predictor(ApFedConfig config, Roster roster) {
    return Optional.empty();
  }

  @Override
  public boolean blankRows(ApFedConfig config) {
    return true;
  }

  @Override
  public List<Class<? extends Ask<?>>> scoringAsks(ApFedConfig config) {
    return List.of();
  }

  @Override
  public Optional<int[]> batch(ApFedConfig config, Roster roster, Ask<?> ask) {
    return ask instanceof Assist assist
        ? Optional.of(new Batches(roster, config.batch()).rows(assist.epoch(), assist.batch()))
        : Optional.empty();
  }

  @Override
  public List<Method<?, ?>> rivals() {
    return List.of(new Tvfl());
  }

  @Override
  public Map<String, String> legend() {
    return ApFedBaselines.LEGEND;
  }

  @Override
  public List<Baseline> baselines(ApFedConfig config, Roster roster) {
    return ApFedBaselines.of(config, roster);
  }
}
