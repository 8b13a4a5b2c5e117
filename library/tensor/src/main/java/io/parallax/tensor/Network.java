package io.parallax.tensor;

import io.parallax.math.Matrix;
import java.util.Map;
import java.util.Optional;

/** From a batch of inputs, samples first, to a batch of outputs, samples × numbers. */
public interface Network {
  Tensor apply(Weights w, Tensor x);

  /**
   * Adds the network as nodes of a graph with input {@code x}; returns empty if it has no such
   * form.
   */
  default Optional<String> onnx(OnnxGraph graph, Map<String, Matrix> parameters, String x) {
    return Optional.empty();
  }
}
