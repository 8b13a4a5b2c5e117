package io.parallax.apfed;

import io.parallax.tensor.Layout;
import io.parallax.tensor.Linear;
import io.parallax.tensor.Tensor;
import io.parallax.tensor.Weights;

/** Two linear layers with a rectifier between them, for rows of plain numbers. */
record Mlp(Linear first, Linear second) implements Network {
  static Mlp in(Layout layout, String name, int inputs, int hidden, int outputs) {
    return new Mlp(
        new Linear(name + ".hidden", inputs, hidden).in(layout),
        new Linear(name + ".out", hidden, outputs).in(layout));
  }

  @Override
  public Tensor apply(Weights w, Tensor x) {
    return second.apply(w, first.apply(w, x).relu());
  }

  /** With a rectifier behind it, too. */
  Network activated() {
    return (w, x) -> apply(w, x).relu();
  }
}
