package io.parallax.tensor;

import io.parallax.core.Images;
import java.util.ArrayList;
import java.util.List;

/** The encoder of images backwards: a linear layer, then transposed convolutions. */
record CnnDecoder(Convolutions convolutions, Linear first, List<TransposedConvolution> layers)
    implements Network {
  static CnnDecoder in(Layout layout, Images image, int stride, int inputs) {
    Convolutions convolutions = Convolutions.of(image, stride);
    Linear first = new Linear("decoder.in", inputs, convolutions.size()).in(layout);
    List<TransposedConvolution> layers = new ArrayList<>();
    for (int i = convolutions.layers().size() - 1; i >= 0; i--) {
      Convolution c = convolutions.layers().get(i);
      String name = "decoder.conv" + (i + 1);
      layers.add(
          new TransposedConvolution(
                  name, c.outputs(), c.inputs(), c.kernel(), c.stride(), c.padding())
              .in(layout));
    }
    return new CnnDecoder(convolutions, first, layers);
  }

  @Override
  public Tensor apply(Weights w, Tensor h) {
    List<int[]> sides = convolutions.sides();
    int at = sides.size() - 1;
    long samples = h.size(0);
    Tensor map =
        first
            .apply(w, h)
            .reshape(samples, convolutions.channels(), sides.get(at)[0], sides.get(at)[1]);
    for (TransposedConvolution layer : layers) {
      at--;
      map = layer.apply(w, map.relu(), sides.get(at)[0], sides.get(at)[1]);
    }
    return map.reshape(samples, -1);
  }
}
