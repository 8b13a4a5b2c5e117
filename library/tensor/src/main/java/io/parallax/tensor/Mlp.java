package io.parallax.tensor;

import io.parallax.math.Matrix;
import java.util.Map;
import java.util.Optional;

/** Two linear layers with a rectifier between them, for rows of plain numbers. */
record Mlp(Linear first, Linear second, boolean activated) implements Network {
  static Mlp in(Layout layout, String name, int inputs, int hidden, int outputs) {
    return new Mlp(
        new Linear(name + ".hidden", inputs, hidden).in(layout),
        new Linear(name + ".out", hidden, outputs).in(layout),
        false);
  }

  @Override
  public Tensor apply(Weights w, Tensor x) {
    Tensor y = second.apply(w, first.apply(w, x).relu());
    return activated ? y.relu() : y;
  }

  @Override
  public Optional<String> onnx(OnnxGraph graph, Map<String, Matrix> parameters, String x) {
    String hidden = graph.relu(graph.linear(first, parameters, x));
    String y = graph.linear(second, parameters, hidden);
    return Optional.of(activated ? graph.relu(y) : y);
  }

  /** Returns the same network followed by a rectifier. */
  Mlp withRectifier() {
    return new Mlp(first, second, true);
  }
}
