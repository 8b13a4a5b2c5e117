package io.parallax.tensor;

import io.parallax.math.Matrix;
import java.util.Map;
import java.util.Optional;

/** From a batch of inputs, samples first, to a batch of outputs, samples × numbers. */
public interface Network {
  Tensor apply(Weights w, Tensor x);

  /** The same as nodes of a graph, behind {@code x}; none where there is no way to write it so. */
  default Optional<String> onnx(OnnxGraph graph, Map<String, Matrix> parameters, String x) {
    return Optional.empty();
  }
}
