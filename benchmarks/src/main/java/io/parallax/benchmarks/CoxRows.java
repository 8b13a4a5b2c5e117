package io.parallax.benchmarks;

import io.parallax.core.PartyId;
import io.parallax.core.Target.Survival;
import io.parallax.core.View;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Generated rows whose times follow Cox's model: about half of them are censored, and times are
 * whole numbers, so that some are the same.
 */
record CoxRows(List<Matrix> parts, double[] times, int[] events) {
  private static final double EFFECT = 0.15; // the deviation of coefficients
  private static final double LONG = 40_000; // the mean time of a row whose predictor is 0

  static CoxRows make(int rows, int parties, int columns) {
    Rng rng = Rng.of(23);
    List<Matrix> parts = new ArrayList<>();
    Matrix s = Matrix.zeros(rows, 1);
    for (int k = 0; k < parties; k++) {
      Matrix x = Matrix.gaussian(rows, columns, rng);
      parts.add(x);
      s = s.plus(x.times(Matrix.gaussian(columns, 1, rng).scale(EFFECT)));
    }
    double[] times = new double[rows];
    int[] events = new int[rows];
    for (int i = 0; i < rows; i++) {
      double event = LONG * rng.exponential() / Math.exp(s.get(i, 0));
      double censored = LONG * rng.exponential();
      events[i] = event <= censored ? 1 : 0;
      times[i] = Math.ceil(Math.min(event, censored));
    }
    return new CoxRows(parts, times, events);
  }

  int rows() {
    return times.length;
  }

  int columns() {
    return parts.stream().mapToInt(Matrix::cols).sum();
  }

  int eventCount() {
    return Arrays.stream(events).sum();
  }

  /** Returns the number of different times of events. */
  long eventTimes() {
    return IntStream.range(0, times.length)
        .filter(i -> events[i] == 1)
        .mapToDouble(i -> times[i])
        .distinct()
        .count();
  }

  /** Returns a view for each party, of which the first holds the times. */
  List<View> views() {
    List<View> views = new ArrayList<>();
    for (int k = 0; k < parts.size(); k++) {
      Matrix x = parts.get(k);
      List<String> names = IntStream.range(0, x.cols()).mapToObj(j -> "c" + j).toList();
      View view =
          new View(
              PartyId.of("party-" + k),
              "view-" + k,
              names,
              Features.of(x),
              Optional.empty(),
              Optional.empty());
      views.add(
          k == 0
              ? view.withTarget(Optional.of(new Survival(times.clone(), events.clone())))
              : view);
    }
    return views;
  }

  /** Writes columns one after the other, then times, then events, as little-endian doubles. */
  void write(Path file) throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
      for (Matrix part : parts) {
        for (int j = 0; j < part.cols(); j++) {
          int column = j;
          write(out, IntStream.range(0, rows()).mapToDouble(i -> part.get(i, column)).toArray());
        }
      }
      write(out, times);
      write(out, Arrays.stream(events).asDoubleStream().toArray());
    }
  }

  private static void write(OutputStream out, double[] values) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asDoubleBuffer().put(values);
    out.write(bytes.array());
  }
}
