package io.parallax.tensor;

import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/**
 * The transposed convolution, which makes images larger, for one copy of the network.
 *
 * @param cut how much of the border of the result is cut off
 */
public record TransposedConvolution(
    String name, int inputs, int outputs, int kernel, int stride, int cut) {

  /** Declares its parameters. */
  public TransposedConvolution in(Layout layout) {
    layout.add(name + ".weight", Init.FAN_IN, inputs, outputs, kernel, kernel);
    layout.add(name + ".bias", Init.ZERO, outputs);
    return this;
  }

  /** Samples × outputs × height' × width' from samples × inputs × height × width. */
  public Tensor apply(Weights w, Tensor x) {
    return apply(w, x, side(x.size(2)), side(x.size(3)));
  }

  /**
   * Applies the convolution with sides of a given length: up to stride − 1 more than {@link #side}
   * returns, which are those that a convolution with this stride maps to the same number of places.
   */
  public Tensor apply(Weights w, Tensor x, int height, int width) {
    return new Tensor(
        torch.conv_transpose2d(
            x.raw(),
            w.get(name + ".weight").at(0, 0).raw(),
            new TensorOptional(w.get(name + ".bias").at(0, 0).raw()),
            new long[] {stride, stride},
            new long[] {cut, cut},
            new long[] {height - side(x.size(2)), width - side(x.size(3))},
            1,
            1,
            1));
  }

  /** The side of what comes out of a side of this length. */
  public int side(int side) {
    return (side - 1) * stride - 2 * cut + kernel;
  }
}
