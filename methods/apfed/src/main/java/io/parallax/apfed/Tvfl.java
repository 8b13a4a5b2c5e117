package io.parallax.apfed;

import io.parallax.apfed.TvflMessages.Encode;
import io.parallax.core.About;
import io.parallax.core.Ask;
import io.parallax.core.Coordinator;
import io.parallax.core.Disclosed;
import io.parallax.core.Method;
import io.parallax.core.Party;
import io.parallax.core.Roster;
import io.parallax.core.View;
import io.parallax.math.Matrix;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Typical vertical federated learning (split learning), with which APFed is compared. */
public final class Tvfl implements Method<TvflConfig, TvflResult> {
  static final String TITLE = "TVFL";

  @Override
  public String name() {
    return "tvfl";
  }

  @Override
  public About about() {
    return new About(
        TITLE,
        "as described in Liu et al.: Active-Passive Federated Learning (2024), Section 2",
        "Every party's encoder sends its representations one by one, and the label holder's network"
            + " takes them all. All parties are needed to predict; 'missing' shows what happens when"
            + " they have left.",
        Map.of());
  }

  @Override
  public TvflConfig defaults() {
    return TvflConfig.DEFAULTS;
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
  public boolean probabilities(TvflConfig config) {
    return true;
  }

  @Override
  public List<Class<? extends Ask<?>>> asks() {
    return TvflMessages.ASKS;
  }

  @Override
  public Set<String> disclosures(TvflConfig config) {
    return Set.of(Disclosed.nameOf(TvflMessages.Representation.class));
  }

  /** S rows of a batch, or all that are held out. */
  @Override
  public Map<String, Long> sizes(TvflConfig config, Roster roster) {
    Map<String, Long> sizes = new HashMap<>(roster.sizes());
    sizes.put("S", (long) Math.max(config.batch(), roster.heldOut()));
    sizes.put("D", (long) config.width());
    sizes.put("KD", (long) config.width() * roster.members().size());
    sizes.put("B", (long) new Batches(roster, config.batch()).count());
    return sizes;
  }

  @Override
  public void check(TvflConfig config, Roster roster) {
    config.encoder().covers(roster.views(), "encoder");
    ApFed.requireOneActive(TITLE, roster);
  }

  @Override
  public Party party(TvflConfig config, List<View> views, Roster roster) {
    return new TvflParty(config, views.get(0), roster);
  }

  @Override
  public Coordinator<TvflResult> coordinator(TvflConfig config, Roster roster) {
    return new TvflCoordinator(config, roster);
  }

  @Override
  public Optional<int[]> batch(TvflConfig config, Roster roster, Ask<?> ask) {
    return ask instanceof Encode encode
        ? Optional.of(new Batches(roster, config.batch()).rows(encode.epoch(), encode.batch()))
        : Optional.empty();
  }

  /** Returns a predictor that still needs all parties, unlike APFed's. */
  @Override
  public Optional<Coordinator<Matrix>> predictor(TvflConfig config, Roster roster) {
    TvflCoordinator coordinator = new TvflCoordinator(config, roster);
    return Optional.of((parties, rounds) -> coordinator.scores(parties).get(config.missing()));
  }

  @Override
  public boolean blankRows(TvflConfig config) {
    return true;
  }

  @Override
  public List<Class<? extends Ask<?>>> scoringAsks(TvflConfig config) {
    return List.of(TvflMessages.Show.class, TvflMessages.Score.class);
  }
}
