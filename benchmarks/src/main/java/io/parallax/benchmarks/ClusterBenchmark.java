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
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/** FedMSGL, five rounds, against its equations as they are written. */
final class ClusterBenchmark {
  private static final int ROUNDS = 5;

  private ClusterBenchmark() {}

  static void run() {
    Shapes shape = Shapes.handwritten();
    Shapes.Data data = shape.load();
    System.out.printf(
        "FedMSGL, %d rounds, mode best, %d threads, %s.%nThe peer factors every system anew, writes"
            + " L_h out and computes all its eigenvectors: as printed, with%nλ2 diag(M²) and"
            + " distances of rows of A; or kinder, without them. It is timed over one round and%n"
            + "scaled to %d. Ours is timed whole, messages and k-means included.%n%n",
        ROUNDS, Threads.count(), shape.title(), ROUNDS);
    double ours = Double.POSITIVE_INFINITY;
    double accuracy = 0;
    for (int i = 0; i < 2; i++) {
      long began = System.nanoTime();
      FedMsglResult result = train(data);
      ours = Math.min(ours, (System.nanoTime() - began) / 1e9);
      accuracy = Clustering.accuracy(data.codes(), result.assignment());
    }
    double printed = literal(data, true);
    double kinder = literal(data, false);
    System.out.printf(
        Locale.ROOT,
        "as printed %.1f s, kinder %.1f s, parallax %.2f s: ratios %.1f× and %.1f×; accuracy %.3f%n",
        printed,
        kinder,
        ours,
        printed / ours,
        kinder / ours,
        accuracy);
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
