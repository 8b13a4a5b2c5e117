package io.parallax.core;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The layout of an image in a row of numbers: channel after channel, each row by row from the top.
 *
 * @param channels 1 for grey images, 3 for colour
 */
public record Images(int channels, int height, int width) implements Shape {
  public Images {
    if (channels < 1 || height < 1 || width < 1) {
      throw new BadInput(
          "an image of %d channels, %d rows and %d columns has no points; each must be 1 or more"
              .formatted(channels, height, width));
    }
  }

  @Override
  public int columns() {
    return channels * height * width;
  }

  /** r1c1, r1c2, … for a single channel, 1.r1c1, … for several. */
  @Override
  public List<String> names() {
    List<String> names = new ArrayList<>();
    for (int k = 1; k <= channels; k++) {
      for (int r = 1; r <= height; r++) {
        for (int c = 1; c <= width; c++) {
          names.add((channels == 1 ? "" : k + ".") + "r" + r + "c" + c);
        }
      }
    }
    return names;
  }

  /**
   * Returns the layout of one of {@code parts} horizontal strips of equal height; rows left over at
   * the bottom belong to no strip.
   */
  public Images part(int parts) {
    if (parts < 1 || parts > height) {
      throw new BadInput(
          "images of %d rows cannot be cut into %d parts; choose 1 to %d"
              .formatted(height, parts, height));
    }
    return new Images(channels, height / parts, width);
  }

  /** Returns the columns of strip {@code number} (from 1) of {@code parts}. */
  public int[] columnsOf(int number, int parts) {
    int rows = part(parts).height();
    return IntStream.range(0, channels)
        .flatMap(
            k ->
                IntStream.range(0, rows * width)
                    .map(i -> (k * height + (number - 1) * rows) * width + i))
        .toArray();
  }
}
