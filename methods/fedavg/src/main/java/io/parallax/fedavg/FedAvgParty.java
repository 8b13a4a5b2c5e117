package io.parallax.fedavg;

import io.parallax.core.Answers;
import io.parallax.core.Diverged;
import io.parallax.core.Labels;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.Roster;
import io.parallax.core.Updates;
import io.parallax.core.View;
import io.parallax.fedavg.FedAvgMessages.Adopt;
import io.parallax.fedavg.FedAvgMessages.Adopted;
import io.parallax.fedavg.FedAvgMessages.AskWidths;
import io.parallax.fedavg.FedAvgMessages.ModelChange;
import io.parallax.fedavg.FedAvgMessages.Train;
import io.parallax.fedavg.FedAvgMessages.Widths;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** One of the K clients of Algorithm 1: some people's rows, in all views, with their labels. */
final class FedAvgParty implements Party {
  private final FedAvgConfig config;
  private final Roster roster;
  private final PartyId id;
  private final List<View> views;
  private final Classifier classifier;
  private final double share; // n_k / n
  private final LocalTraining training;
  private Matrix model; // 1 × P

  /** The state for resuming. */
  record State(Matrix model) {}

  FedAvgParty(FedAvgConfig config, List<View> views, Roster roster) {
    this.config = config;
    this.roster = roster;
    this.id = views.get(0).owner();
    this.views = views;
    int columns = views.stream().mapToInt(view -> view.columns().size()).sum();
    this.classifier = new Classifier(columns, config.hidden(), roster.classes());
    int[] codes = views.get(0).labels().map(Labels::codes).orElse(new int[0]);
    this.share = (double) codes.length / roster.samples();
    this.training =
        new LocalTraining(config, classifier, joined(views.stream().map(View::features)), codes);
    this.model = Matrix.zeros(1, classifier.layout().size());
  }

  @Override
  public Answers answers() {
    return new Answers()
        .on(AskWidths.class, ask -> widths())
        .on(Train.class, this::train)
        .on(Adopt.class, this::adopt);
  }

  private Widths widths() {
    return new Widths(Matrix.fill(1, views.size(), (i, v) -> views.get(v).columns().size()));
  }

  private ModelChange train(Train ask) {
    model = classifier.layout().require(ask.model(), "the model of round " + ask.round());
    try {
      LocalTraining.Trained trained =
          training.from(
              model, roster.rng(id.name(), "batches").child(Integer.toString(ask.round())));
      Matrix change = Updates.OF_DESCENT.told(model, trained.model(), ask.round());
      return new ModelChange(change.scale(share), share * trained.loss());
    } catch (Diverged e) {
      throw new Diverged(
          "party %s, round %d: %s (rate is %s); what was learnt before this round is kept"
              .formatted(id, ask.round(), e.getMessage(), config.rate()));
    }
  }

  private Adopted adopt(Adopt ask) {
    model = classifier.layout().require(ask.model(), "the final model");
    return new Adopted(1);
  }

  /** Returns P, the number of parameters. */
  @Override
  public Map<String, Long> sizes() {
    return Map.of("P", (long) classifier.layout().size());
  }

  @Override
  public Optional<Matrix> scores() {
    return views.get(0).heldOut().isEmpty()
        ? Optional.empty()
        : Optional.of(classifier.scores(model, joined(views.stream().map(View::toScore))));
  }

  @Override
  public State state() {
    return new State(model);
  }

  @Override
  public void restore(Record state) {
    model = ((State) state).model();
  }

  @Override
  public Map<String, Matrix> model() {
    return classifier.layout().named(model);
  }

  @Override
  public void adopt(Map<String, Matrix> parts) {
    model = classifier.layout().together(parts);
  }

  private static Matrix joined(Stream<Features> views) {
    return Matrix.stackColumns(views.map(Features::toMatrix).toList());
  }
}
