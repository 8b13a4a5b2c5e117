package io.parallax.tensor;

import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/**
 * A convolution of images, for one copy of the network.
 *
 * @param kernel side of the square that slides over the image
 * @param padding zeros around the image
 */
public record Convolution(
    String name, int inputs, int outputs, int kernel, int stride, int padding) {
  private static final long[] ONE = {1, 1};

  /** Declares its parameters. */
  public Convolution in(Layout layout) {
    layout.add(name + ".weight", Init.FAN_IN, outputs, inputs, kernel, kernel);
    layout.add(name + ".bias", Init.ZERO, outputs);
    return this;
  }

  /** Samples × outputs × height' × width' from samples × inputs × height × width. */
  public Tensor apply(Weights w, Tensor x) {
    return new Tensor(
        torch.conv2d(
            x.raw(),
            w.get(name + ".weight").at(0, 0).raw(),
            new TensorOptional(w.get(name + ".bias").at(0, 0).raw()),
            new long[] {stride, stride},
            new long[] {padding, padding},
            ONE,
            1));
  }

  /** The side of what comes out of a side of this length. */
  public int side(int side) {
    return (side + 2 * padding - kernel) / stride + 1;
  }
}
