package io.parallax.joint;

import io.parallax.core.About;
import io.parallax.core.Ask;
import io.parallax.core.BadInput;
import io.parallax.core.Coordinator;
import io.parallax.core.Method;
import io.parallax.core.Party;
import io.parallax.core.Roster;
import io.parallax.core.RowLimits;
import io.parallax.core.Sequences;
import io.parallax.core.View;
import io.parallax.joint.JointConfig.Mode;
import io.parallax.math.Matrix;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The joint model: logistic regression on all parties' columns, which stay where they are. */
public final class Joint implements Method<JointConfig, JointResult> {
  private static final String TITLE = "The joint model";
  private static final int MOST_CLASSES = 512;

  /**
   * Honest images have about 1 in each column, and rows that are far out some hundred times that.
   */
  private static final double LONG_IMAGE = 1000;

  /** Scores are log odds: beyond it, a probability is 0 or 1. */
  private static final double LONG_SCORE = 64;

  @Override
  public String name() {
    return "joint";
  }

  @Override
  public String nameForTargets() {
    return "regression";
  }

  @Override
  public About about() {
    Map<String, String> modes = new LinkedHashMap<>();
    modes.put("linear", "logistic regression on all columns (default)");
    modes.put(
        "kernel",
        "one round: distances to landmark rows are sums over views; labels stay with their party");
    modes.put(
        "trees",
        "boosted trees at every party, fitted in turns to what the sum of scores leaves over");
    modes.put(
        "network", "a network at every party, by the same rounds; takes images and sequences, too");
    return new About(
        TITLE,
        "Parallax's own; see methods/joint/README.md",
        "Classification of samples that several parties see in different views. It is the logistic"
            + " regression that all columns in one place would give, found from sums over the"
            + " parties: views complete each other instead of each fitting the labels alone.",
        modes);
  }

  @Override
  public JointConfig defaults() {
    return JointConfig.DEFAULTS;
  }

  /**
   * Returns the default tolerance: few rounds suffice for accuracy, and every further one reveals
   * more directions.
   */
  @Override
  public double tolerance(JointConfig config) {
    return switch (config.mode()) {
      case LINEAR -> 1e-3;
      case KERNEL -> 1e-6;
      case TREES, NETWORK -> 1e-2;
    };
  }

  @Override
  public boolean probabilities(JointConfig config) {
    return true;
  }

  @Override
  public List<Class<? extends Ask<?>>> asks() {
    return JointMessages.ASKS;
  }

  @Override
  public List<Class<? extends Ask<?>>> asks(JointConfig config) {
    return switch (config.mode()) {
      case LINEAR -> JointMessages.LINEAR;
      case KERNEL -> KernelMessages.ASKS;
      case TREES, NETWORK -> AdditiveMessages.ASKS;
    };
  }

  @Override
  public boolean sequences() {
    return true;
  }

  @Override
  public void checkView(JointConfig config, String view, Optional<Sequences> layout) {
    if (layout.isPresent() && config.mode() != Mode.NETWORK) {
      throw new BadInput(
          "view %s holds sequences, but this mode of the joint model needs a row of numbers for each sample; use mode network, or 'statistics: true' beside the view's file"
              .formatted(view));
    }
  }

  @Override
  public void check(JointConfig config, Roster roster) {
    config.lambda().covers(roster.views(), "lambda");
    config.beta().covers(roster.views(), "beta");
    roster.requireVertical(TITLE);
    roster.requireOneLabelHolder(TITLE);
    if (roster.classes() > MOST_CLASSES) {
      throw new BadInput(
          "the study has %d classes; the joint model takes at most %d; use vfedmv"
              .formatted(roster.classes(), MOST_CLASSES));
    }
  }

  @Override
  public Map<String, Long> sizes(JointConfig config, Roster roster) {
    Map<String, Long> sizes = new HashMap<>(roster.sizes());
    sizes.put("M", (long) Directions.remembered(roster) * roster.classes());
    sizes.put("L", (long) config.landmarks(roster));
    return sizes;
  }

  /** Directions are scaled to about 1 in each column; scores are log odds. */
  @Override
  public RowLimits limits(JointConfig config, Roster roster, double clip) {
    return (party, component, columns) -> {
      double most =
          component.getName().equals("scores") || component.getName().equals("intercept")
              ? LONG_SCORE
              : component.getName().equals("image") ? LONG_IMAGE : Double.POSITIVE_INFINITY;
      return most * clip * Math.sqrt(columns);
    };
  }

  @Override
  public Optional<String> needsSums(JointConfig config) {
    return Optional.of(
        "the joint model adds up what views complete of each other; use aggregation: masked");
  }

  @Override
  public Party party(JointConfig config, List<View> views, Roster roster) {
    View view = views.get(0);
    return switch (config.mode()) {
      case LINEAR -> new JointParty(config, view, roster);
      case KERNEL -> new KernelParty(config, view, roster);
      case TREES, NETWORK -> new AdditiveParty(config, view, roster, learner(config, view, roster));
    };
  }

  private static Learner learner(JointConfig config, View view, Roster roster) {
    return config.mode() == Mode.TREES
        ? new TreeLearner(config, view, roster.classes())
        : new NetworkLearner(
            config, view, roster.classes(), roster.rng(view.owner().name(), "network"));
  }

  @Override
  public Coordinator<JointResult> coordinator(JointConfig config, Roster roster) {
    return switch (config.mode()) {
      case LINEAR -> new JointCoordinator(config, roster);
      case KERNEL -> new KernelCoordinator(config, roster);
      case TREES, NETWORK -> new AdditiveCoordinator(config, roster);
    };
  }

  @Override
  public Optional<Coordinator<Matrix>> predictor(JointConfig config, Roster roster) {
    return Optional.of(
        (parties, rounds) ->
            config.mode() == Mode.KERNEL
                ? KernelCoordinator.test(parties)
                : JointCoordinator.test(config, roster, parties));
  }

  @Override
  public boolean blankRows(JointConfig config) {
    return true;
  }

  @Override
  public List<Class<? extends Ask<?>>> blankAsks(JointConfig config) {
    return config.scaled() ? JointMessages.SCALED : List.of();
  }

  @Override
  public List<Class<? extends Ask<?>>> scoringAsks(JointConfig config) {
    return config.mode() == Mode.KERNEL
        ? List.of(KernelMessages.CompareHeldOut.class, KernelMessages.Classify.class)
        : List.of(JointMessages.Score.class);
  }

  /**
   * Returns equal weights, because every view counts once in the sum of scores; empty for features
   * that are not a linear map.
   */
  @Override
  public Map<String, Double> viewWeights(JointConfig config, List<String> views) {
    Map<String, Double> weights = new LinkedHashMap<>();
    if (config.mode() == Mode.LINEAR && config.fourier() == 0) {
      views.forEach(view -> weights.put(view, 1.0 / views.size()));
    }
    return weights;
  }
}
