package io.parallax.apfed;

import io.parallax.core.Images;
import io.parallax.tensor.Convolution;
import io.parallax.tensor.Layout;
import io.parallax.tensor.Linear;
import io.parallax.tensor.Tensor;
import io.parallax.tensor.Weights;

/** Convolutions and a linear layer, each with a rectifier behind it, for images. */
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
}
