package io.parallax.tensor;

import io.parallax.math.Matrix;

/** m ← ρ·m + (1 − ρ)·g², w ← w − rate · g / (√m + ε), with the usual ρ = 0.9 and ε = 1e-7. */
final class RmsProp implements Optimizer {
  private static final double RHO = 0.9;
  private static final double EPSILON = 1e-7;
  private final double rate;
  private final Tensor mean;

  RmsProp(Tensor w, double rate) {
    this.rate = rate;
    this.mean = Tensor.zeros(w.shape());
  }

  @Override
  public void update(Tensor w, Tensor gradient) {
    mean.blend(RHO, 1 - RHO, gradient.squared());
    w.step(1, gradient.times(rate).over(mean.sqrt().plus(EPSILON)));
  }

  @Override
  public Matrix memory() {
    return Scope.within(mean::toMatrix);
  }

  @Override
  public void remember(Matrix memory) {
    Scope.within(() -> mean.set(Tensor.of(memory)));
  }
}
