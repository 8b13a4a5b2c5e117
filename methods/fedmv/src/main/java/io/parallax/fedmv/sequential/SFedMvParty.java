package io.parallax.fedmv.sequential;

import io.parallax.core.Answers;
import io.parallax.core.Diverged;
import io.parallax.core.Labels;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Roster;
import io.parallax.core.Updates;
import io.parallax.core.View;
import io.parallax.fedmv.horizontal.HFedMv;
import io.parallax.fedmv.sequential.SFedMvMessages.AskChannels;
import io.parallax.fedmv.sequential.SFedMvMessages.AskLabels;
import io.parallax.fedmv.sequential.SFedMvMessages.Channels;
import io.parallax.fedmv.sequential.SFedMvMessages.Embed;
import io.parallax.fedmv.sequential.SFedMvMessages.Embedded;
import io.parallax.fedmv.sequential.SFedMvMessages.Labelled;
import io.parallax.fedmv.sequential.SFedMvMessages.LearnAlone;
import io.parallax.fedmv.sequential.SFedMvMessages.NetworkChange;
import io.parallax.fedmv.sequential.SFedMvMessages.Train;
import io.parallax.fedmv.vertical.VFedMv;
import io.parallax.math.Matrix;
import io.parallax.tensor.SequenceRows;
import io.parallax.tensor.Training;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** L_l of Algorithm 4: it learns to embed its sequences, then takes part in H- or V-FedMV. */
final class SFedMvParty implements Party {
  private final SFedMvConfig config;
  private final Roster roster;
  private final PartyId id;
  private final List<View> views;
  private final boolean horizontal;
  private final ViewNetworks networks;
  private final SequenceRows rows;
  private Matrix model; // w, 1 × P
  private Party embedded; // none before the networks are trained

  /**
   * The state for resuming.
   *
   * @param w the linear maps after the networks, one below the other, once they exist
   */
  record State(Matrix model, boolean embedded, Matrix w) {}

  SFedMvParty(SFedMvConfig config, List<View> views, Roster roster) {
    this.config = config;
    this.roster = roster;
    this.id = views.get(0).owner();
    this.views = views;
    this.horizontal = SFedMv.horizontal(roster);
    this.networks = ViewNetworks.of(config, views, roster.classes());
    this.rows = new SequenceRows(views, config.steps(), false);
    this.model = Matrix.zeros(1, networks.layout().size());
  }

  @Override
  public Answers answers() {
    return new Answers()
        .on(AskChannels.class, ask -> channels())
        .on(Train.class, this::train)
        .on(Embed.class, ask -> embed(ask.model()))
        .on(AskLabels.class, ask -> labels())
        .on(LearnAlone.class, this::learnAlone)
        .through(SFedMv.following(horizontal), this::following);
  }

  private Answers following() {
    if (embedded == null) {
      throw new ProtocolViolation(
          "party " + id + " was asked for its features' model before it had features");
    }
    return embedded.answers();
  }

  private Channels channels() {
    return new Channels(
        Matrix.fill(
            1, views.size(), (i, k) -> views.get(k).sequences().orElseThrow().channels().size()));
  }

  private NetworkChange train(Train ask) {
    Matrix global = networks.layout().require(ask.model(), "the model of round " + ask.round());
    int[] classes = views.get(0).labels().map(Labels::codes).orElseThrow();
    Training.Trained trained = local(global, classes, ask.round());
    double share = (double) classes.length / roster.samples(); // N_l / N
    Matrix change = Updates.OF_STEPS.told(global, trained.parameters(), ask.round());
    return new NetworkChange(change.scale(share), share * trained.loss());
  }

  private Training.Trained local(Matrix start, int[] classes, int round) {
    try {
      return networks.train(
          start,
          rows,
          classes,
          config.epochs(),
          roster.rng(id.name(), "batches").child(Integer.toString(round)));
    } catch (Diverged e) {
      throw new Diverged(
          "party "
              + id
              + ", round "
              + round
              + ": "
              + e.getMessage()
              + "; what was learnt before this round is kept");
    }
  }

  /**
   * Trains a party's networks without the others, in studies in which each party has a view of its
   * own: Section 6.
   */
  private Embedded learnAlone(LearnAlone ask) {
    Matrix start = networks.layout().start(roster.rng(id.name(), "start"));
    return embed(local(start, ask.y().argmaxRows(), 1).parameters());
  }

  private Labelled labels() {
    return views
        .get(0)
        .labels()
        .map(y -> new Labelled(true, y.oneHot()))
        .orElse(new Labelled(false, Matrix.zeros(1, 1)));
  }

  private Embedded embed(Matrix parameters) {
    model = networks.layout().require(parameters, "the final model");
    List<View> features = networks.embed(model, views);
    embedded =
        horizontal
            ? new HFedMv().party(config.horizontal(), features, roster)
            : new VFedMv().party(config.vertical(), features, roster);
    return new Embedded(1);
  }

  /** P parameters of the networks; D features that they make. */
  @Override
  public Map<String, Long> sizes() {
    return Map.of("P", (long) networks.layout().size(), "D", 2L * config.units() * views.size());
  }

  @Override
  public Optional<Matrix> scores() {
    return embedded.scores();
  }

  @Override
  public State state() {
    return embedded == null
        ? new State(model, false, Matrix.zeros(1, 1))
        : new State(model, true, Matrix.stackRows(List.copyOf(embedded.model().values())));
  }

  @Override
  public void restore(Record state) {
    State kept = (State) state;
    model = kept.model();
    if (kept.embedded()) {
      embed(model);
      embedded.adopt(cut(kept.w()));
    }
  }

  /** The maps of the views, each of as many rows. */
  private Map<String, Matrix> cut(Matrix w) {
    int rows = 2 * config.units();
    Map<String, Matrix> byView = new LinkedHashMap<>();
    for (int k = 0; k < views.size(); k++) {
      int from = k * rows;
      byView.put(views.get(k).name(), Matrix.fill(rows, w.cols(), (i, j) -> w.get(from + i, j)));
    }
    return byView;
  }

  @Override
  public Map<String, Matrix> model() {
    Map<String, Matrix> parts = new LinkedHashMap<>(networks.layout().named(model));
    parts.putAll(embedded.model());
    return parts;
  }

  @Override
  public void adopt(Map<String, Matrix> parts) {
    embed(networks.layout().together(parts));
    embedded.adopt(parts);
  }
}
