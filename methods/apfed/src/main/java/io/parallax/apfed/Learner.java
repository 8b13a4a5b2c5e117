package io.parallax.apfed;

import io.parallax.core.BadInput;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.tensor.Layout;
import io.parallax.tensor.Optimizer;
import io.parallax.tensor.Scope;
import io.parallax.tensor.Tensor;
import io.parallax.tensor.Weights;
import java.util.Map;

/** The parameters of one party's networks, and the state of its optimiser. */
final class Learner {
  private final Layout layout;
  private final Tensor flat; // 1 × size
  private final Optimizer optimizer;

  /** The parameters and the optimiser's memory as numbers, for a party that resumes elsewhere. */
  record State(Matrix parameters, Matrix memory) {}

  Learner(Layout layout, Descent descent, Rng rng) {
    this.layout = layout;
    this.flat = Scope.keep(() -> Tensor.of(layout.start(rng)).variable()).value();
    this.optimizer =
        Scope.keep(() -> Optimizer.sgd(flat, descent.rate(), descent.momentum(), descent.decay()))
            .value();
  }

  /** The parameters by name, for one batch. */
  Weights weights() {
    return new Weights(layout, flat);
  }

  /** Returns the parameters by name, without gradients. */
  Weights fixed() {
    return new Weights(layout, flat.constant());
  }

  /** Minimises: a step along the gradient of this number, Eq. (10). */
  void descend(Tensor loss) {
    loss.backward();
    optimizer.update(flat, flat.gradient());
  }

  State state() {
    return new State(parameters(), optimizer.memory());
  }

  void restore(State state) {
    put(state.parameters());
    optimizer.remember(layout.require(state.memory(), "a party's state"));
  }

  Map<String, Matrix> named() {
    return layout.named(parameters());
  }

  void adopt(Map<String, Matrix> named) {
    if (named.isEmpty()) {
      throw new BadInput("the model has no parameters; train again");
    }
    put(layout.together(named));
  }

  private Matrix parameters() {
    return Scope.within(() -> flat.constant().toMatrix());
  }

  private void put(Matrix parameters) {
    Matrix fitting = layout.require(parameters, "a party's state");
    Scope.within(() -> flat.set(Tensor.of(fitting)));
  }
}
