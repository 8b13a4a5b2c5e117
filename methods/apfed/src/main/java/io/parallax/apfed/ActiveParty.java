package io.parallax.apfed;

import static io.parallax.apfed.ApFedEquations.overall;
import static io.parallax.apfed.ApFedEquations.softLoss;
import static io.parallax.apfed.ApFedEquations.taskLoss;

import io.parallax.apfed.ApFedMessages.Assist;
import io.parallax.apfed.ApFedMessages.Conclude;
import io.parallax.apfed.ApFedMessages.Gradient;
import io.parallax.apfed.ApFedMessages.Latent;
import io.parallax.apfed.ApFedMessages.Loss;
import io.parallax.apfed.ApFedMessages.Represent;
import io.parallax.core.Answers;
import io.parallax.core.Diverged;
import io.parallax.core.Labels;
import io.parallax.core.Party;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Roster;
import io.parallax.core.View;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.tensor.Scope;
import io.parallax.tensor.Tensor;
import io.parallax.tensor.ViewRows;
import io.parallax.tensor.Weights;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** Active client C_A of Algorithm 1: it has the labels and the whole model, and predicts alone. */
final class ActiveParty implements Party {
  private final View view;
  private final Roster roster;
  private final String kind;
  private final Batches batches;
  private final ViewRows rows;
  private final int[] classes;
  private final ActiveNetwork network;
  private final Learner learner;
  private final Told told;
  private final ApFedConfig config;
  private final Optional<Teacher> teacher;
  private int epoch;
  private int batch = -1; // the one whose gradients are still to come; −1: none
  private Optional<Scope.Kept<Forward>> forward = Optional.empty();
  private double losses;

  /** A batch after the forward pass of the encoder, kept until its gradients are known. */
  private record Forward(Weights w, Tensor h, Tensor sent) {}

  /** The state for resuming; the forward pass is repeated from it. */
  record State(Learner.State learner, int epoch, int batch, double losses, Teacher.State teacher) {}

  ActiveParty(ApFedConfig config, View view, Roster roster) {
    List<String> passive = ApFed.passiveViews(roster);
    this.view = view;
    this.roster = roster;
    this.kind = config.architecture().kind(view);
    this.batches = new Batches(roster, config.batch());
    this.rows = new ViewRows(view, false, kind);
    this.classes = view.labels().map(Labels::codes).orElse(new int[0]);
    this.network = new ActiveNetwork(config, view, passive, roster.classes());
    this.learner =
        new Learner(network.layout(), config.descent(), roster.rng(view.owner().name(), "start"));
    this.told = Told.of(config, roster);
    this.config = config;
    this.teacher =
        config.distil() > 0 && !passive.isEmpty() && classes.length > 0
            ? view.labels()
                .map(y -> new Teacher(y.oneHot(), held(view), told.sent(), config.soften()))
            : Optional.empty();
  }

  /** Returns the training rows that the party has. */
  private static int[] held(View view) {
    return HeldPart.of(view, IntStream.range(0, view.features().samples()).toArray()).places();
  }

  @Override
  public Answers answers() {
    return new Answers()
        .on(Represent.class, this::represent)
        .on(Assist.class, ask -> new Gradient(Matrix.zeros(ask.h().rows(), ask.h().cols())))
        .on(Conclude.class, this::conclude);
  }

  /** Lines 5 to 10 of Algorithm 1 for the batch before, then lines 3 and 4 for this one. */
  private Latent represent(Represent ask) {
    if (batch >= 0) {
      learn(ask.before());
    }
    epoch = ask.epoch();
    batch = ask.batch();
    HeldPart own = HeldPart.of(view, batches.rows(epoch, batch));
    if (own.none()) {
      return new Latent(told.zeros(own.batch().length));
    }
    forward = Optional.of(forward(own));
    Matrix h = Scope.within(() -> forward.get().value().sent().toMatrix());
    return new Latent(told.representations(h, own));
  }

  private Scope.Kept<Forward> forward(HeldPart own) {
    return Scope.keep(
        () -> {
          Weights w = learner.weights();
          Tensor h = network.represent(w, rows.inputs(own.rows())); // Eq. (5)
          return new Forward(w, h, network.sent(w, h));
        });
  }

  private void learn(Matrix passive) {
    HeldPart own = HeldPart.of(view, batches.rows(epoch, batch));
    int size = own.batch().length;
    if (passive.rows() != size || passive.cols() != told.columns()) {
      throw new ProtocolViolation(
          "%d × %d gradients were received; the batch has %d × %d representations"
              .formatted(passive.rows(), passive.cols(), size, told.columns()));
    }
    if (!own.none()) {
      try (Scope.Kept<Forward> kept = forward.orElseGet(() -> forward(own))) {
        losses +=
            Scope.within(() -> step(kept.value(), own, own.of(told.numbers(passive))))
                * own.places().length;
      }
    }
    forward = Optional.empty();
    batch = -1;
  }

  private double step(Forward pass, HeldPart part, Matrix passive) {
    int[] own = part.rows();
    int[] wanted = IntStream.of(own).map(row -> classes[row]).toArray();
    Rng noise = roster.rng(view.owner().name(), "dropout-" + epoch + "-" + batch);
    Tensor outputs = network.classify(pass.w(), pass.h(), noise);
    Tensor task = taskLoss(outputs, wanted); // Eq. (6)
    Tensor loss = taught(task, outputs, own);
    if (!Double.isFinite(loss.number())) {
      throw new Diverged(
          "party %s: the loss is no longer finite; use a smaller rate or λ"
              .formatted(view.owner()));
    }
    Tensor ofBatch = part.all() ? loss : loss.times(part.share()); // as the passive losses are
    learner.descend(overall(ofBatch, pass.sent(), Tensor.of(passive))); // Eqs. (9), (10)
    teacher.ifPresent(t -> t.see(own, pass.sent().toMatrix(), passive));
    return task.number();
  }

  /** The task's loss, a part of it by the teacher's targets once there are some. */
  private Tensor taught(Tensor task, Tensor outputs, int[] own) {
    return teacher
        .flatMap(t -> t.targets(own))
        .map(soft -> softLoss(outputs, Tensor.of(soft), config.soften()))
        .map(soft -> task.times(1 - config.distil()).plus(soft.times(config.distil())))
        .orElse(task);
  }

  private Loss conclude(Conclude ask) {
    learn(ask.before());
    teacher.ifPresent(Teacher::conclude);
    double mean = losses / held(view).length;
    losses = 0;
    return new Loss(mean);
  }

  /** Returns the scores of the held-out rows; of one that the party lacks, each class has 1/C. */
  @Override
  public Optional<Matrix> scores() {
    return view.heldOut().map(rows -> scores(HeldPart.ofHeldOut(view)));
  }

  private Matrix scores(HeldPart own) {
    double equal = 1.0 / roster.classes();
    return own.none()
        ? Matrix.fill(own.batch().length, roster.classes(), (i, c) -> equal)
        : own.spread(new ViewRows(view, true, kind).each(own.places(), this::scores), equal);
  }

  /** Probabilities of the classes, by this party alone, Eq. (11). */
  private Tensor scores(Tensor x) {
    Weights w = learner.fixed();
    return io.parallax.tensor.Loss.probabilities(
        network.classify(w, network.represent(w, x), null));
  }

  @Override
  public State state() {
    return new State(
        learner.state(),
        epoch,
        batch,
        losses,
        teacher.map(Teacher::state).orElse(Teacher.State.NONE));
  }

  @Override
  public void restore(Record state) {
    State kept = (State) state;
    forward.ifPresent(Scope.Kept::close);
    forward = Optional.empty();
    learner.restore(kept.learner());
    epoch = kept.epoch();
    batch = kept.batch();
    losses = kept.losses();
    teacher.ifPresent(t -> t.restore(kept.teacher()));
  }

  @Override
  public Map<String, Matrix> model() {
    Map<String, Matrix> model = learner.named();
    model.keySet().removeIf(name -> name.startsWith(ActiveNetwork.PROJECTION));
    return model;
  }

  @Override
  public Optional<byte[]> onnx(double[] shift, double[] factor, Map<String, String> notes) {
    return network.onnx(learner.named(), shift, factor).map(graph -> graph.file(notes));
  }

  @Override
  public void adopt(Map<String, Matrix> model) {
    learner.adopt(model);
  }
}
