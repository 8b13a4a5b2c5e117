package io.parallax.data;

import io.parallax.math.Matrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Statistics that describe a sequence, for methods that take tables: ten for each channel, and the
 * correlation of each pair of channels. Missing steps are left out.
 */
final class SequenceStatistics {
  private static final List<String> OF_CHANNEL =
      List.of(
          "mean",
          "deviation",
          "least",
          "quartile1",
          "median",
          "quartile3",
          "largest",
          "step",
          "repeat",
          "trend");
  private static final double[] QUANTILES = {0, 0.25, 0.5, 0.75, 1};

  private SequenceStatistics() {}

  /** The names of the numbers. */
  static List<String> names(List<String> channels) {
    List<String> names = new ArrayList<>();
    channels.forEach(c -> OF_CHANNEL.forEach(what -> names.add(c + ":" + what)));
    for (int a = 0; a < channels.size(); a++) {
      for (int b = a + 1; b < channels.size(); b++) {
        names.add(channels.get(a) + ":" + channels.get(b));
      }
    }
    return names;
  }

  /** The numbers of all sequences, a row for each. */
  static Matrix of(SequenceRows rows) {
    int width = rows.layout().channels().size();
    int columns = width * OF_CHANNEL.size() + width * (width - 1) / 2;
    int[] lengths = rows.lengths();
    double[] all = new double[Math.multiplyExact(lengths.length, columns)];
    for (int i = 0; i < lengths.length; i++) {
      double[][] channels = channels(rows, i, lengths[i], width);
      int at = i * columns;
      for (double[] channel : channels) {
        for (double number : ofChannel(channel)) {
          all[at++] = number;
        }
      }
      for (int a = 0; a < width; a++) {
        for (int b = a + 1; b < width; b++) {
          all[at++] = correlation(channels[a], channels[b]);
        }
      }
    }
    return Matrix.of(lengths.length, columns, all);
  }

  private static double[][] channels(SequenceRows rows, int row, int length, int width) {
    double[] values = rows.values().row(row);
    int start = rows.layout().start(length);
    double[][] channels = new double[width][length];
    for (int t = 0; t < length; t++) {
      for (int c = 0; c < width; c++) {
        channels[c][t] = values[start + t * width + c];
      }
    }
    return channels;
  }

  /** Returns the statistics of a channel; missing if it has no number at all. */
  private static double[] ofChannel(double[] values) {
    double[] known = Arrays.stream(values).filter(value -> !Double.isNaN(value)).toArray();
    double[] numbers = new double[OF_CHANNEL.size()];
    if (known.length == 0) {
      Arrays.fill(numbers, Double.NaN);
      return numbers;
    }
    Series series = new Series(known);
    numbers[0] = series.mean();
    numbers[1] = series.deviation();
    System.arraycopy(series.quantiles(QUANTILES), 0, numbers, 2, QUANTILES.length);
    numbers[7] = series.meanStep();
    numbers[8] = series.autocorrelation();
    numbers[9] = series.trend();
    return numbers;
  }

  private static double correlation(double[] a, double[] b) {
    int[] both =
        IntStream.range(0, a.length)
            .filter(t -> !Double.isNaN(a[t]) && !Double.isNaN(b[t]))
            .toArray();
    double[] first = Arrays.stream(both).mapToDouble(t -> a[t]).toArray();
    double[] second = Arrays.stream(both).mapToDouble(t -> b[t]).toArray();
    return new Series(first).correlation(new Series(second));
  }
}
