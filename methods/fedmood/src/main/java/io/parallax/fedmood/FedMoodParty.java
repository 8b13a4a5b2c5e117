package io.parallax.fedmood;

import io.parallax.core.Answers;
import io.parallax.core.Diverged;
import io.parallax.core.Often;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Roster;
import io.parallax.core.Updates;
import io.parallax.core.View;
import io.parallax.fedmood.FedMoodMessages.Adopt;
import io.parallax.fedmood.FedMoodMessages.Adopted;
import io.parallax.fedmood.FedMoodMessages.AskChannels;
import io.parallax.fedmood.FedMoodMessages.Channels;
import io.parallax.fedmood.FedMoodMessages.ModelChange;
import io.parallax.fedmood.FedMoodMessages.Train;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.tensor.SequenceRows;
import io.parallax.tensor.Training;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One of the K parties of Algorithm 1: some people's sessions, in all views, with their labels. */
final class FedMoodParty implements Party {
  private final FedMoodConfig config;
  private final Roster roster;
  private final PartyId id;
  private final List<View> views;
  private final DeepMood network;
  private final Learner learner;
  private final Budget budget;
  private Matrix model; // 1 × P
  private int round; // the last one
  private int trainings; // each costs privacy

  /**
   * The state for resuming.
   *
   * @param model the model for scoring
   * @param round the last round that it was asked in
   * @param trainings the number of rounds that it has trained in, by its own count
   */
  record State(Matrix model, int round, int trainings) {}

  FedMoodParty(FedMoodConfig config, List<View> views, Roster roster) {
    this.config = config;
    this.roster = roster;
    this.id = views.get(0).owner();
    this.views = views;
    this.network = FedMood.network(config, views, roster.classes());
    this.learner = Learner.of(config, network, views);
    this.budget = new Budget(config);
    this.model = Matrix.zeros(1, network.layout().size());
  }

  @Override
  public Answers answers() {
    return new Answers()
        .on(AskChannels.class, ask -> channels())
        .on(Train.class, this::train)
        .on(Adopt.class, this::adopt);
  }

  private Channels channels() {
    return new Channels(
        Matrix.fill(
            1, views.size(), (i, v) -> views.get(v).sequences().orElseThrow().channels().size()));
  }

  private ModelChange train(Train ask) {
    Matrix global = network.layout().require(ask.model(), "the model of round " + ask.round());
    if (ask.round() <= round) {
      throw new ProtocolViolation(
          "party %s was asked to train in round %d, but has already been in round %d"
              .formatted(id, ask.round(), round));
    }
    round = ask.round();
    model = global;
    double weight = FedMood.chosen(config, roster, ask.round()).contains(id) ? weight(ask) : 0;
    if (weight == 0) {
      return new ModelChange(Matrix.zeros(1, global.cols()), 0, 0);
    }
    budget.require(id, learner.size(), trainings + 1);
    trainings++;
    Rng rng = roster.rng(id.name(), "batches").child(Integer.toString(round));
    // different noise for every model, even at a party that was reset to an earlier state
    Rng hidden = roster.secretRng(id, Integer.toString(round)).child(global.toArray());
    Training.Trained trained = local(global, rng, hidden);
    Matrix change = Updates.OF_STEPS.told(global, trained.parameters(), round);
    return new ModelChange(change.scale(weight), weight, weight * trained.loss());
  }

  private Training.Trained local(Matrix global, Rng rng, Rng secret) {
    try {
      return learner.train(global, config.epochs(), rng, secret);
    } catch (Diverged e) {
      throw new Diverged(
          "party "
              + id
              + ", round "
              + round
              + ": "
              + e.getMessage()
              + " (rate is "
              + config.rate()
              + "); what was learnt before this round is kept");
    }
  }

  /** Returns n_k / n, 1 / K, or n_k / n times the agreement of the common model with its labels. */
  private double weight(Train ask) {
    double most = FedMood.weight(config, roster, id);
    return FedMood.free(config) && ask.round() > FedMood.WARM_UP
        ? most * aboveChance(learner.agreement(ask.model()))
        : most;
  }

  /**
   * Returns 1 if all labels are predicted, and a small positive number if guessing would do as
   * well.
   */
  private double aboveChance(double agreement) {
    double chance = 1.0 / roster.classes();
    double above = Math.max(0, (agreement - chance) / (1 - chance));
    return Math.max(FedMood.LEAST_WEIGHT, above * above);
  }

  private Adopted adopt(Adopt ask) {
    model = network.layout().require(ask.model(), "the final model");
    return new Adopted(1);
  }

  /** Returns P, the parameters, and R, the trainings that a privacy budget covers. */
  @Override
  public Map<String, Long> sizes() {
    Map<String, Long> sizes = new HashMap<>(Map.of("P", (long) network.layout().size()));
    if (config.isPrivate() && config.epsilon() > 0) {
      sizes.put(Often.EACH_ROUND, budget.rounds(learner.size()));
    }
    return sizes;
  }

  @Override
  public Optional<Matrix> scores() {
    return views
        .get(0)
        .heldOut()
        .map(rows -> network.scores(model, new SequenceRows(views, config.steps(), true)));
  }

  @Override
  public State state() {
    return new State(model, round, trainings);
  }

  @Override
  public void restore(Record state) {
    State kept = (State) state;
    model = kept.model();
    round = kept.round();
    trainings = kept.trainings();
  }

  @Override
  public Map<String, Matrix> model() {
    return network.layout().named(model);
  }

  @Override
  public void adopt(Map<String, Matrix> parts) {
    model = network.layout().together(parts);
  }
}
