package io.parallax.apfed;

import static io.parallax.apfed.ApFedEquations.contrast;
import static io.parallax.apfed.ApFedEquations.reconstruction;
import static io.parallax.apfed.ApFedEquations.symmetricContrast;

import io.parallax.apfed.ApFedConfig.Mode;
import io.parallax.apfed.ApFedMessages.Assist;
import io.parallax.apfed.ApFedMessages.Conclude;
import io.parallax.apfed.ApFedMessages.Gradient;
import io.parallax.apfed.ApFedMessages.Latent;
import io.parallax.apfed.ApFedMessages.Loss;
import io.parallax.apfed.ApFedMessages.Represent;
import io.parallax.core.Answers;
import io.parallax.core.Party;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Roster;
import io.parallax.core.View;
import io.parallax.math.Matrix;
import io.parallax.tensor.Layout;
import io.parallax.tensor.Linear;
import io.parallax.tensor.Network;
import io.parallax.tensor.Scope;
import io.parallax.tensor.Tensor;
import io.parallax.tensor.ViewRows;

/** Passive client C_p of Algorithm 1: h in, gradient out. */
final class PassiveParty implements Party {
  private final ApFedConfig config;
  private final View view;
  private final double lambda;
  private final Told told;
  private final Batches batches;
  private final ViewRows rows;
  private final Assistance assistance;
  private final Learner learner;
  private double losses;
  private int seen;

  /** The state for resuming. */
  record State(Learner.State learner, double losses, int seen) {}

  PassiveParty(ApFedConfig config, View view, Roster roster) {
    this.config = config;
    this.view = view;
    this.lambda = config.lambda().of(view.name());
    this.told = Told.of(config, roster);
    this.batches = new Batches(roster, config.batch());
    this.rows = new ViewRows(view, false, config.architecture().kind(view));
    Layout layout = new Layout();
    this.assistance =
        config.loss().of(view.name()).equals(ApFedConfig.CONTRASTIVE)
            ? contrasting(layout)
            : reconstructing(layout);
    this.learner = new Learner(layout, config.descent(), roster.rng(view.owner().name(), "start"));
  }

  /** Eq. (12). */
  private Assistance reconstructing(Layout layout) {
    Network decoder = config.architecture().decoder(view, told.sent(), layout);
    return (w, h, batch) -> reconstruction(decoder.apply(w, h), rows.numbers(batch));
  }

  /** Eqs. (13) to (16); in reference mode behind a projection and from both sides. */
  private Assistance contrasting(Layout layout) {
    Network encoder = config.architecture().encoder(view, config.width(), layout);
    double tau = config.temperature();
    if (config.mode() == Mode.PAPER) {
      return (w, h, batch) -> contrast(h, encoder.apply(w, rows.inputs(batch)), tau);
    }
    Linear head = new Linear("projection", config.width(), told.sent()).in(layout);
    return (w, h, batch) ->
        symmetricContrast(h, head.apply(w, encoder.apply(w, rows.inputs(batch))), tau);
  }

  @Override
  public Answers answers() {
    return new Answers()
        .on(Represent.class, ask -> new Latent(zeros(ask.epoch(), ask.batch())))
        .on(Assist.class, this::assist)
        .on(Conclude.class, this::conclude);
  }

  private Matrix zeros(int epoch, int batch) {
    return told.zeros(batches.rows(epoch, batch).length);
  }

  /** Lines 3 to 8 of Algorithm 1. */
  private Gradient assist(Assist ask) {
    int[] batch = batches.rows(ask.epoch(), ask.batch());
    if (ask.h().rows() != batch.length || ask.h().cols() != told.columns()) {
      throw new ProtocolViolation(
          "party %s received %d × %d representations; the batch has %d × %d"
              .formatted(
                  view.owner(), ask.h().rows(), ask.h().cols(), batch.length, told.columns()));
    }
    return lambda == 0
        ? new Gradient(told.zeros(batch.length))
        : Scope.within(() -> gradient(ask.h(), batch));
  }

  /**
   * Returns the gradient of the batch's mean loss, to which rows that a party lacks add nothing.
   */
  private Gradient gradient(Matrix received, int[] batch) {
    HeldPart own = told.both(HeldPart.of(view, batch), received);
    seen += batch.length;
    if (own.none()) {
      return new Gradient(told.zeros(batch.length));
    }
    Tensor h = Tensor.of(own.of(told.numbers(received))).variable();
    Tensor mean = assistance.loss(learner.weights(), h, own.rows());
    Tensor loss = own.all() ? mean : mean.times(own.share());
    losses += loss.number() * batch.length;
    learner.descend(loss);
    return new Gradient(told.gradients(h.gradient().times(lambda).toMatrix(), own));
  }

  private Loss conclude(Conclude ask) {
    double mean = seen == 0 ? 0 : lambda * losses / seen;
    losses = 0;
    seen = 0;
    return new Loss(mean);
  }

  @Override
  public State state() {
    return new State(learner.state(), losses, seen);
  }

  @Override
  public void restore(Record state) {
    State kept = (State) state;
    learner.restore(kept.learner());
    losses = kept.losses();
    seen = kept.seen();
  }
}
