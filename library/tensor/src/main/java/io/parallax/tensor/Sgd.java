package io.parallax.tensor;

import io.parallax.math.Matrix;

/** v ← momentum · v + g + decay · w, w ← w − rate · v; all in place, for w may be large. */
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
    velocity.blend(momentum, 1, gradient);
    velocity.add(decay, w.constant());
    w.step(rate, velocity);
  }

  @Override
  public Matrix memory() {
    return Scope.within(velocity::toMatrix);
  }

  @Override
  public void remember(Matrix memory) {
    Scope.within(() -> velocity.set(Tensor.of(memory)));
  }
}
