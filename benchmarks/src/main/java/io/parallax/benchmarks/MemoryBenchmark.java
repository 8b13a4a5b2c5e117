package io.parallax.benchmarks;

import io.parallax.core.Labels;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/**
 * The memory of 50 rounds of V-FedMV, against the data itself: the process's high-water mark as the
 * system counts it, heap, native blocks and Java itself included.
 */
final class MemoryBenchmark {
  private static final int ROWS = 200_000;
  private static final int WIDTH = 128;
  private static final int VIEWS = 3;
  private static final int CLASSES = 10;

  private MemoryBenchmark() {}

  static void run() throws IOException {
    List<Features> views = new ArrayList<>();
    for (int k = 0; k < VIEWS; k++) {
      views.add(Features.of(Matrix.gaussian(ROWS, WIDTH, Rng.of(k))));
    }
    int[] codes = IntStream.range(0, ROWS).map(i -> i % CLASSES).toArray();
    double seconds = SpeedBenchmark.train(views, new Labels(codes, CLASSES));
    double data = 8.0 * ROWS * WIDTH * VIEWS;
    double most = highWaterMark();
    System.out.printf(
        Locale.ROOT,
        "memory: data %.0f MB, process at most %.0f MB, %.2f× the data (50 rounds, %.1f s)%n",
        data / 1e6,
        most / 1e6,
        most / data,
        seconds);
  }

  static double highWaterMark() throws IOException {
    return highWaterMark(Path.of("/proc/self/status"));
  }

  /** Returns the most memory of a process, of which Linux tells in this file. */
  static double highWaterMark(Path status) throws IOException {
    if (!Files.exists(status)) {
      return Double.NaN; // only Linux reports it
    }
    return Files.readAllLines(status).stream()
        .filter(line -> line.startsWith("VmHWM:"))
        .mapToDouble(line -> 1024 * Double.parseDouble(line.replaceAll("[^0-9]", "")))
        .findFirst()
        .orElse(Double.NaN);
  }
}
