package io.parallax.benchmarks;

import io.parallax.core.PartyId;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.View;
import io.parallax.engine.Simulation;
import io.parallax.eval.Clustering;
import io.parallax.fedmsgl.FedMsgl;
import io.parallax.fedmsgl.FedMsglConfig;
import io.parallax.fedmsgl.FedMsglResult;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.Threads;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/** FedMSGL, five rounds, against its equations as they are written. */
final class ClusterBenchmark {
  private static final int ROUNDS = 5;
  private static final int TIMES = 2;

  private ClusterBenchmark() {}

  static void run() {
    Shapes shape = Shapes.handwritten();
    Shapes.Data data = shape.load();
    System.out.printf(
        "FedMSGL, %d rounds, mode best, %d threads, %s.%nThe peer factors every system anew, writes"
            + " L_h out and computes all its eigenvectors: as printed, with%nλ2 diag(M²) and"
            + " distances of rows of A; or kinder, without them. It is timed over one round and%n"
            + "scaled to %d. Ours is timed whole, messages and k-means included. In turn, best of %d"
            + " each.%n%n",
        ROUNDS, Threads.count(), shape.title(), ROUNDS, TIMES);
    double ours = Double.POSITIVE_INFINITY;
    double printed = Double.POSITIVE_INFINITY;
    double kinder = Double.POSITIVE_INFINITY;
    for (int i = 0; i < TIMES; i++) {
      ours = Math.min(ours, Math.min(timed(data).seconds(), timed(data).seconds()));
      printed = Math.min(printed, literal(data, true));
      kinder = Math.min(kinder, literal(data, false));
    }
    System.out.printf(
        Locale.ROOT,
        "as printed %.1f s, kinder %.1f s, parallax %.2f s: ratios %.1f× and %.1f×%n",
        printed,
        kinder,
        ours,
        printed / ours,
        kinder / ours);
  }

  /** The same training alone, with little heap: what the process takes at most. */
  static void memory() throws IOException {
    Shapes shape = Shapes.handwritten();
    Run run = timed(shape.load());
    System.out.printf(
        Locale.ROOT,
        "memory: FedMSGL, %d rounds, %s: process at most %.0f MB (%.2f GiB) with a heap of %.0f MB,"
            + "%nas the system counts it; %.1f s, accuracy %.3f%n",
        ROUNDS,
        shape.title(),
        MemoryBenchmark.highWaterMark() / 1e6,
        MemoryBenchmark.highWaterMark() / (1 << 30),
        Runtime.getRuntime().maxMemory() / 1e6,
        run.seconds(),
        run.accuracy());
  }

  private record Run(double seconds, double accuracy) {}

  private static Run timed(Shapes.Data data) {
    long began = System.nanoTime();
    FedMsglResult result = train(data);
    double seconds = (System.nanoTime() - began) / 1e9;
    return new Run(seconds, Clustering.accuracy(data.codes(), result.assignment()));
  }

  private static double literal(Shapes.Data data, boolean printed) {
    LiteralFedMsgl literal = new LiteralFedMsgl(data.views(), data.classes(), printed);
    long began = System.nanoTime();
    literal.round();
    return ROUNDS * (System.nanoTime() - began) / 1e9;
  }

  private static FedMsglResult train(Shapes.Data data) {
    List<View> views = new ArrayList<>();
    for (Matrix x : data.views()) {
      views.add(
          new View(
              PartyId.of("party-" + (views.size() + 1)),
              "view-" + (views.size() + 1),
              IntStream.range(0, x.cols()).mapToObj(Integer::toString).toList(),
              Features.of(x),
              Optional.empty(),
              Optional.empty()));
    }
    Roster roster = Roster.vertical(views, data.classes(), 7);
    return Simulation.train(
            new FedMsgl(), FedMsglConfig.DEFAULTS, views, roster, Rounds.of(ROUNDS, 0))
        .result();
  }
}
