package io.parallax.tensor;

import io.parallax.core.Images;
import io.parallax.math.Matrix;
import java.util.Map;
import java.util.Optional;

/** Convolutions and a linear layer, each followed by a rectifier, for images. */
record CnnEncoder(Images image, Convolutions convolutions, Linear last) implements Network {
  static CnnEncoder in(Layout layout, Images image, int stride, int outputs) {
    Convolutions convolutions = Convolutions.of(image, stride);
    convolutions.layers().forEach(layer -> layer.in(layout));
    return new CnnEncoder(
        image, convolutions, new Linear("encoder.out", convolutions.size(), outputs).in(layout));
  }

  @Override
  public Tensor apply(Weights w, Tensor x) {
    long samples = x.size(0);
    Tensor map = x.reshape(samples, image.channels(), image.height(), image.width());
    for (Convolution layer : convolutions.layers()) {
      map = layer.apply(w, map).relu();
    }
    return last.apply(w, map.reshape(samples, convolutions.size())).relu();
  }

  @Override
  public Optional<String> onnx(OnnxGraph graph, Map<String, Matrix> parameters, String x) {
    String map = graph.reshape(x, image.channels(), image.height(), image.width());
    for (Convolution layer : convolutions.layers()) {
      map = graph.relu(graph.convolution(layer, parameters, map));
    }
    String flat = graph.reshape(map, convolutions.size());
    return Optional.of(graph.relu(graph.linear(last, parameters, flat)));
  }
}
