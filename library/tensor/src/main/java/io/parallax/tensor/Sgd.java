package io.parallax.tensor;

/** v ← momentum · v + g + decay · w, w ← w − rate · v. */
final class Sgd implements Optimizer {
  private final double rate;
  private final double momentum;
  private final double decay;
  private final Tensor velocity;

  Sgd(Tensor w, double rate, double momentum, double decay) {
    this.rate = rate;
    this.momentum = momentum;
    this.decay = decay;
    this.velocity = Tensor.zeros(w.shape());
  }

  @Override
  public void update(Tensor w, Tensor gradient) {
    velocity.blend(momentum, 1, gradient.plus(w.constant().times(decay)));
    w.step(velocity.times(rate));
  }
}
