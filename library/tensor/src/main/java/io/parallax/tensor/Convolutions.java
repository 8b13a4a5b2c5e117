package io.parallax.tensor;

import io.parallax.core.BadInput;
import io.parallax.core.Images;
import java.util.ArrayList;
import java.util.List;

/**
 * The convolutions of the paper's experiments with the sides of what goes through them: 32 and 64
 * kernels of 5 × 5 for grey images; 16 of 5 × 5, 32 of 4 × 4 with stride 2 and 64 of 5 × 5 for
 * colour. All have a border of one zero.
 *
 * @param sides height and width before the first convolution and behind each
 */
record Convolutions(List<Convolution> layers, List<int[]> sides) {
  private static final int BORDER = 1;

  static Convolutions of(Images image, int stride) {
    String name = "encoder.conv";
    List<Convolution> layers =
        image.channels() == 1
            ? List.of(
                new Convolution(name + "1", 1, 32, 5, stride, BORDER),
                new Convolution(name + "2", 32, 64, 5, stride, BORDER))
            : List.of(
                new Convolution(name + "1", image.channels(), 16, 5, stride, BORDER),
                new Convolution(name + "2", 16, 32, 4, 2, BORDER),
                new Convolution(name + "3", 32, 64, 5, stride, BORDER));
    List<int[]> sides = new ArrayList<>(List.of(new int[] {image.height(), image.width()}));
    for (Convolution layer : layers) {
      int[] last = sides.get(sides.size() - 1);
      sides.add(new int[] {side(layer, last[0], image), side(layer, last[1], image)});
    }
    return new Convolutions(layers, sides);
  }

  private static int side(Convolution layer, int side, Images image) {
    if (side + 2 * BORDER < layer.kernel()) {
      throw new BadInput(
          "images of %d × %d points are too small for the network's %d × %d kernels; cut them into fewer parts, or use encoder: mlp"
              .formatted(image.height(), image.width(), layer.kernel(), layer.kernel()));
    }
    return layer.side(side);
  }

  int channels() {
    return layers.get(layers.size() - 1).outputs();
  }

  /** Numbers per sample behind the last convolution. */
  int size() {
    int[] last = sides.get(sides.size() - 1);
    return channels() * last[0] * last[1];
  }
}
