package io.parallax.tensor;

import io.parallax.math.Matrix;

/** Turns gradients into steps; it remembers earlier gradients while one training lasts. */
public interface Optimizer {
  /** Moves the variable {@code w}, whose gradient this is, in place. */
  void update(Tensor w, Tensor gradient);

  /**
   * Returns the optimiser's state in the shape of the variable, from which training can resume on
   * another machine.
   */
  Matrix memory();

  /** Restores the state that {@link #memory} returned. */
  void remember(Matrix memory);

  /** RMSProp for a variable like {@code w}. */
  static Optimizer rmsProp(Tensor w, double rate) {
    return new RmsProp(w, rate);
  }

  /** Gradient descent with momentum and weight decay for a variable like {@code w}. */
  static Optimizer sgd(Tensor w, double rate, double momentum, double decay) {
    return new Sgd(w, rate, momentum, decay);
  }
}
