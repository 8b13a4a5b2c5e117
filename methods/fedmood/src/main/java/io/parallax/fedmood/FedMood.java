package io.parallax.fedmood;

import io.parallax.core.About;
import io.parallax.core.Ask;
import io.parallax.core.BadInput;
import io.parallax.core.Baseline;
import io.parallax.core.Coordinator;
import io.parallax.core.Method;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.Roster;
import io.parallax.core.RowLimits;
import io.parallax.core.Sequences;
import io.parallax.core.View;
import io.parallax.fedmood.FedMoodMessages.ModelChange;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** FedMood: every party holds other people's sequences, in all views, with their labels. */
public final class FedMood implements Method<FedMoodConfig, FedMoodResult> {
  /** The smallest weight of a model, so that no sum of weights is 0. */
  static final double LEAST_WEIGHT = 0x1p-20;

  /** The number of rounds before parties weight their models by the common model's agreement. */
  static final int WARM_UP = 2;

  @Override
  public String name() {
    return "fedmood";
  }

  @Override
  public About about() {
    Map<String, String> modes = new LinkedHashMap<>();
    modes.put("best", "federated averaging by numbers of rows, all rows used (default)");
    modes.put("reference", "as the released program: 80 % of a party's rows, unweighted mean");
    return new About(
        "FedMood",
        "Xu, Peng, Bhuiyan, Hao, Liu, Sun, He: FedMood: Federated Learning on Mobile Health Data"
            + " for Mood Detection (2021)",
        "Classification of sequences in several views of different lengths and rates: a"
            + " bidirectional GRU for every view, fused late, trained by federated averaging. All"
            + " parties end up with the same network and score new rows alone.",
        modes);
  }

  @Override
  public FedMoodConfig defaults() {
    return FedMoodConfig.DEFAULTS;
  }

  @Override
  public boolean probabilities(FedMoodConfig config) {
    return true;
  }

  @Override
  public List<Class<? extends Ask<?>>> asks() {
    return FedMoodMessages.ASKS;
  }

  @Override
  public boolean sequences() {
    return true;
  }

  @Override
  public void checkView(FedMoodConfig config, String view, Optional<Sequences> layout) {
    if (layout.isEmpty()) {
      throw new BadInput(
          "FedMood learns from sequences, but view "
              + view
              + " has a single row for each sample; give it several, or use hfedmv");
    }
  }

  @Override
  public void check(FedMoodConfig config, Roster roster) {
    if (roster.classes() < 2) {
      throw new BadInput("FedMood needs at least two classes");
    }
    for (Roster.Member member : roster.members()) {
      if (!member.views().equals(roster.views()) || !member.labels()) {
        throw new BadInput(
            "FedMood needs every party to hold all views and the labels of its samples; party "
                + member.id()
                + " does not; give it all");
      }
    }
    if (config.epsilon() > 0) {
      new Budget(config).rounds(roster);
    }
  }

  @Override
  public RowLimits limits(FedMoodConfig config, Roster roster, double clip) {
    return new RowLimits() {
      @Override
      public double of(PartyId party, RecordComponent component, int columns) {
        return component.getDeclaringRecord() == ModelChange.class
            ? clip
                * config.training().longestChange(roster.member(party).samples(), columns)
                * FedMood.weight(config, roster, party)
            : Double.POSITIVE_INFINITY;
      }

      @Override
      public double weight(PartyId party, RecordComponent component) {
        return component.getName().equals("weight")
            ? FedMood.weight(config, roster, party)
            : Double.POSITIVE_INFINITY;
      }
    };
  }

  /** Returns the largest weight of a party's model, by the study alone: n_k / n or 1 / K. */
  static double weight(FedMoodConfig config, Roster roster, PartyId party) {
    return config.mode() == FedMoodConfig.Mode.REFERENCE
            || config.weights() == FedMoodConfig.Weighting.EQUAL
        ? 1.0 / roster.members().size()
        : (double) roster.member(party).samples() / roster.samples();
  }

  /**
   * Returns true if parties lower their own weights, so that the sum of weights is not known in
   * advance.
   */
  static boolean free(FedMoodConfig config) {
    return config.mode() == FedMoodConfig.Mode.BEST
        && config.weights() == FedMoodConfig.Weighting.AGREEMENT;
  }

  @Override
  public Party party(FedMoodConfig config, List<View> views, Roster roster) {
    return new FedMoodParty(config, views, roster);
  }

  @Override
  public Coordinator<FedMoodResult> coordinator(FedMoodConfig config, Roster roster) {
    return new FedMoodCoordinator(config, roster);
  }

  @Override
  public FedMoodConfig unprotected(FedMoodConfig config) {
    return config.withoutNoise();
  }

  /** Every party scores its own rows. */
  @Override
  public Optional<Coordinator<Matrix>> predictor(FedMoodConfig config, Roster roster) {
    return Optional.empty();
  }

  @Override
  public List<Baseline> baselines(FedMoodConfig config, Roster roster, int rounds) {
    return new FedMoodBaselines(config, roster, rounds).all();
  }

  /** The network for these views. */
  static DeepMood network(FedMoodConfig config, List<View> views, int classes) {
    return new DeepMood(
        config,
        views.stream().map(View::name).toList(),
        views.stream().map(v -> v.sequences().orElseThrow().channels().size()).toList(),
        classes);
  }

  /**
   * Returns C_t of Algorithm 1: all parties, or a random set of random size, the same for every
   * caller.
   */
  static Set<PartyId> chosen(FedMoodConfig config, Roster roster, int round) {
    List<PartyId> all = roster.ids();
    if (config.parties() == FedMoodConfig.Taking.ALL) {
      return Set.copyOf(all);
    }
    Rng rng = roster.rng("coordinator", "parties").child(Integer.toString(round));
    int[] order = rng.permutation(all.size());
    return Arrays.stream(order, 0, 1 + rng.below(all.size()))
        .mapToObj(all::get)
        .collect(Collectors.toSet());
  }
}
