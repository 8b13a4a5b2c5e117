package io.parallax.core;

import java.util.ArrayList;
import java.util.List;

/**
 * The layout of a sequence in a row of numbers: first its length, then the numbers of every step,
 * channel by channel. Sequences end together: a shorter one has zeros before its first step, and
 * the first steps of a longer one are left out. So rows with sequences can be selected, split and
 * stored like any others.
 *
 * @param steps the number of steps that a row can hold
 * @param channels the names of the numbers of one step
 */
public record Sequences(int steps, List<String> channels) implements Shape {
  public Sequences {
    channels = List.copyOf(channels);
    if (steps < 1 || channels.isEmpty()) {
      throw new BadInput("a sequence needs at least one step and one channel");
    }
  }

  /** The numbers of a row: the length and all steps. */
  @Override
  public int columns() {
    return 1 + steps * channels.size();
  }

  /** Returns the names of a row's numbers: length, x.1, y.1, x.2, … with the oldest step first. */
  @Override
  public List<String> names() {
    List<String> names = new ArrayList<>(List.of("length"));
    for (int t = 1; t <= steps; t++) {
      for (String channel : channels) {
        names.add(channel + "." + t);
      }
    }
    return names;
  }

  /** Returns the index in the row at which a sequence of this length begins. */
  public int start(int length) {
    return columns() - length * channels.size();
  }

  /** A sequence, a row per step, as a row of this layout. */
  public double[] row(List<double[]> sequence) {
    int length = Math.min(sequence.size(), steps);
    double[] row = new double[columns()];
    row[0] = length;
    int to = start(length);
    for (double[] step : sequence.subList(sequence.size() - length, sequence.size())) {
      System.arraycopy(step, 0, row, to, channels.size());
      to += channels.size();
    }
    return row;
  }

  /** A sequence, a row per step, as a row of this layout. */
  public double[] row(float[][] sequence) {
    int length = Math.min(sequence.length, steps);
    double[] row = new double[columns()];
    row[0] = length;
    for (int t = 0; t < length; t++) {
      float[] step = sequence[sequence.length - length + t];
      for (int c = 0; c < channels.size(); c++) {
        row[1 + (steps - length + t) * channels.size() + c] = step[c];
      }
    }
    return row;
  }
}
