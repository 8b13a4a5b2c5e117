package io.parallax.apfed;

import static io.parallax.apfed.ApFedEquations.taskLoss;

import io.parallax.apfed.TvflMessages.Encode;
import io.parallax.apfed.TvflMessages.Finish;
import io.parallax.apfed.TvflMessages.JointGradient;
import io.parallax.apfed.TvflMessages.Learn;
import io.parallax.apfed.TvflMessages.Representation;
import io.parallax.apfed.TvflMessages.Score;
import io.parallax.apfed.TvflMessages.Scores;
import io.parallax.apfed.TvflMessages.Show;
import io.parallax.apfed.TvflMessages.TaskLoss;
import io.parallax.core.Answers;
import io.parallax.core.Labels;
import io.parallax.core.Party;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Roster;
import io.parallax.core.View;
import io.parallax.math.Matrix;
import io.parallax.tensor.Layout;
import io.parallax.tensor.Linear;
import io.parallax.tensor.Loss;
import io.parallax.tensor.Network;
import io.parallax.tensor.Scope;
import io.parallax.tensor.Tensor;
import io.parallax.tensor.ViewRows;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** A client of typical vertical federated learning; the label holder also has the task network. */
final class TvflParty implements Party {
  private static final String TASK = "task";
  private final View view;
  private final Roster roster;
  private final int width; // D
  private final int place; // among the parties
  private final boolean tasked;
  private final String kind;
  private final Batches batches;
  private final ViewRows rows;
  private final int[] classes;
  private final Network encoder;
  private final Learner own;
  private final Linear task;
  private final Learner head;
  private int epoch;
  private int batch = -1; // the one whose gradients are still to come; −1: none
  private Optional<Scope.Kept<Tensor>> forward = Optional.empty();
  private double losses;

  /** The state for resuming. */
  record State(Learner.State own, Learner.State head, int epoch, int batch, double losses) {}

  TvflParty(TvflConfig config, View view, Roster roster) {
    this.view = view;
    this.roster = roster;
    this.width = config.width();
    this.place = roster.ids().indexOf(view.owner());
    this.kind = config.architecture().kind(view);
    this.batches = new Batches(roster, config.batch());
    this.rows = new ViewRows(view, false, kind);
    this.tasked = view.labels().isPresent();
    this.classes = view.labels().map(Labels::codes).orElse(new int[0]);
    Layout layout = new Layout();
    this.encoder = config.architecture().encoder(view, width, layout);
    this.own = new Learner(layout, config.descent(), roster.rng(view.owner().name(), "start"));
    Layout last = new Layout();
    this.task = new Linear(TASK, width * roster.members().size(), roster.classes()).in(last);
    this.head = new Learner(last, config.descent(), roster.rng(view.owner().name(), TASK));
  }

  @Override
  public Answers answers() {
    return new Answers()
        .on(Encode.class, this::encode)
        .on(Learn.class, this::learn)
        .on(Finish.class, this::finish)
        .on(Show.class, ask -> new Representation(heldOut()))
        .on(Score.class, this::score);
  }

  private Representation encode(Encode ask) {
    if (batch >= 0) {
      goBack(ask.before());
    }
    epoch = ask.epoch();
    batch = ask.batch();
    HeldPart part = HeldPart.of(view, batches.rows(epoch, batch));
    if (part.none()) {
      return new Representation(Matrix.zeros(part.batch().length, width));
    }
    forward = Optional.of(forward(part));
    Matrix told = Scope.within(() -> forward.get().value().toMatrix());
    return new Representation(part.spread(told, 0));
  }

  private Scope.Kept<Tensor> forward(HeldPart part) {
    return Scope.keep(() -> encoder.apply(own.weights(), rows.inputs(part.rows()))); // Eq. (2)
  }

  /** Learns from this party's part of the gradients. */
  private void goBack(Matrix before) {
    HeldPart part = HeldPart.of(view, batches.rows(epoch, batch));
    requireBatch(before, part.batch().length);
    int[] mine = IntStream.range(place * width, (place + 1) * width).toArray();
    if (!part.none()) {
      Matrix gradients = part.of(before).selectColumns(mine);
      try (Scope.Kept<Tensor> kept = forward.orElseGet(() -> forward(part))) {
        Scope.within(
            () -> {
              own.descend(kept.value().times(Tensor.of(gradients)).sum());
              return null;
            });
      }
    }
    forward = Optional.empty();
    batch = -1;
  }

  private void requireBatch(Matrix told, int rows) {
    int columns = width * roster.members().size();
    if (told.rows() != rows || told.cols() != columns) {
      throw new ProtocolViolation(
          "a batch was received with %d × %d numbers; it must have %d × %d"
              .formatted(told.rows(), told.cols(), rows, columns));
    }
  }

  private JointGradient learn(Learn ask) {
    requireBatch(ask.joint(), batches.rows(ask.epoch(), ask.batch()).length);
    return tasked
        ? Scope.within(() -> gradient(ask))
        : new JointGradient(Matrix.zeros(ask.joint().rows(), ask.joint().cols()));
  }

  private JointGradient gradient(Learn ask) {
    int[] batch = batches.rows(ask.epoch(), ask.batch());
    int[] wanted = IntStream.of(batch).map(row -> classes[row]).toArray();
    Tensor joint = Tensor.of(ask.joint()).variable();
    Tensor loss = taskLoss(task.apply(head.weights(), joint), wanted); // Eq. (3)
    losses += loss.number() * batch.length;
    head.descend(loss);
    return new JointGradient(joint.gradient().toMatrix());
  }

  private TaskLoss finish(Finish ask) {
    goBack(ask.before());
    double mean = tasked ? losses / classes.length : 0;
    losses = 0;
    return new TaskLoss(mean);
  }

  private Matrix heldOut() {
    HeldPart part = HeldPart.ofHeldOut(view);
    return part.none()
        ? Matrix.zeros(part.batch().length, width)
        : part.spread(
            new ViewRows(view, true, kind).each(part.places(), x -> encoder.apply(own.fixed(), x)),
            0);
  }

  /** Eq. (4). */
  private Scores score(Score ask) {
    return new Scores(
        tasked || roster.labelHolders() == 0 && place == 0
            ? Scope.within(
                () ->
                    Loss.probabilities(task.apply(head.fixed(), Tensor.of(ask.joint()))).toMatrix())
            : Matrix.zeros(ask.joint().rows(), roster.classes()));
  }

  @Override
  public State state() {
    return new State(own.state(), head.state(), epoch, batch, losses);
  }

  @Override
  public void restore(Record state) {
    State kept = (State) state;
    forward.ifPresent(Scope.Kept::close);
    forward = Optional.empty();
    own.restore(kept.own());
    head.restore(kept.head());
    epoch = kept.epoch();
    batch = kept.batch();
    losses = kept.losses();
  }

  @Override
  public Map<String, Matrix> model() {
    Map<String, Matrix> all = new HashMap<>(own.named());
    all.putAll(tasked ? head.named() : Map.of());
    return all;
  }

  @Override
  public void adopt(Map<String, Matrix> model) {
    own.adopt(model);
    if (model.containsKey(TASK + ".weight")) {
      head.adopt(model);
    }
  }
}
