package io.parallax.data;

import io.parallax.math.Rng;

/** The letters of a phone keyboard: their positions in pixels, and their frequencies. */
final class Keyboard {
  private static final String[] ROWS = {"qwertyuiop", "asdfghjkl", "zxcvbnm"};
  private static final double[] INDENT = {0, 0.5, 1.5};
  private static final double WIDTH = 108;
  private static final double HEIGHT = 160;

  /** Letters a to z per thousand of English text. */
  private static final double[] FREQUENCY = {
    82, 15, 28, 43, 127, 22, 20, 61, 70, 2, 8, 40, 24, 67, 75, 19, 1, 60, 63, 91, 28, 10, 24, 2, 20,
    1
  };

  private static final Key[] KEYS = layout();

  /** The middle of a key. */
  record Key(double x, double y) {}

  private Keyboard() {}

  /** Draws a letter by its frequency in English. */
  static Key draw(Rng rng) {
    return KEYS[pick(FREQUENCY, rng)];
  }

  /** Draws an index with probabilities in proportion to the weights. */
  static int pick(double[] weights, Rng rng) {
    double total = 0;
    for (double weight : weights) {
      total += weight;
    }
    double left = rng.uniform() * total;
    int index = 0;
    while (index < weights.length - 1 && left >= weights[index]) {
      left -= weights[index++];
    }
    return index;
  }

  private static Key[] layout() {
    Key[] keys = new Key[FREQUENCY.length];
    for (int row = 0; row < ROWS.length; row++) {
      for (int column = 0; column < ROWS[row].length(); column++) {
        keys[ROWS[row].charAt(column) - 'a'] =
            new Key((column + INDENT[row]) * WIDTH, row * HEIGHT);
      }
    }
    return keys;
  }
}
