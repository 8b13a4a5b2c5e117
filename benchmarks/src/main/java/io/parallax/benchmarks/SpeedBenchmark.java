package io.parallax.benchmarks;

import io.parallax.benchmarks.LiteralVFedMv.Order;
import io.parallax.core.Labels;
import io.parallax.core.PartyId;
import io.parallax.core.PerView;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.View;
import io.parallax.engine.Simulation;
import io.parallax.fedmv.vertical.VFedMv;
import io.parallax.fedmv.vertical.VFedMvConfig;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * 50 rounds of V-FedMV in mode paper, with parties, wire format and fixed-point sums, against the
 * literal Eq. (6) in the same process on the same cores. Both are run in turn; the best times
 * count.
 */
final class SpeedBenchmark {
  private static final int ROUNDS = 50;
  private static final double BETA = 4;
  private static final double ZETA = 8;
  private static final double ETA = 16;

  private SpeedBenchmark() {}

  static void run(Shapes shape, int times, int literalRounds) {
    Shapes.Data data = shape.load();
    int n = data.views().get(0).rows();
    int classes = data.classes();
    Labels labels = new Labels(data.codes(), classes);
    Matrix z0 = Matrix.orthonormal(n, classes, Rng.of(1));
    List<Matrix> w0 =
        data.views().stream().map(x -> Matrix.gaussian(x.cols(), classes, Rng.of(2))).toList();
    double fast = Double.POSITIVE_INFINITY;
    double written = Double.POSITIVE_INFINITY;
    double kinder = Double.POSITIVE_INFINITY;
    for (int i = 0; i < times; i++) {
      fast = Math.min(fast, federated(data.views(), labels));
      written =
          Math.min(written, literal(Order.AS_WRITTEN, literalRounds, data.views(), labels, z0, w0));
      kinder =
          Math.min(kinder, literal(Order.SMALL_FIRST, literalRounds, data.views(), labels, z0, w0));
    }
    System.out.printf(
        Locale.ROOT,
        "%-42s %8.2f s %8.2f s %8.3f s %7.1f× %7.1f×%n",
        shape.title(),
        written,
        kinder,
        fast,
        written / fast,
        kinder / fast);
  }

  /** Times a few rounds and scales to 50, because every round of the peer costs the same. */
  private static double literal(
      Order order, int rounds, List<Matrix> x, Labels labels, Matrix z0, List<Matrix> w0) {
    long began = System.nanoTime();
    new LiteralVFedMv(order, x, labels.oneHot(), BETA, ZETA, ETA, w0, z0).run(rounds);
    return seconds(began) * ROUNDS / rounds;
  }

  /** From matrices to the trained consensus: building the parties and Gram matrices counts. */
  static double federated(List<Matrix> x, Labels labels) {
    return train(x.stream().map(Features::of).toList(), labels);
  }

  static double train(List<Features> x, Labels labels) {
    List<View> views = new ArrayList<>();
    List<Roster.Member> members = new ArrayList<>();
    for (int k = 0; k < x.size(); k++) {
      PartyId id = PartyId.of("party-" + k);
      List<String> columns = IntStream.range(0, x.get(k).size()).mapToObj(j -> "c" + j).toList();
      Optional<Labels> own = k == 0 ? Optional.of(labels) : Optional.empty();
      views.add(new View(id, "view-" + k, columns, x.get(k), Optional.empty(), own));
      members.add(Roster.Member.vertical(id, "view-" + k, k == 0, labels.size()));
    }
    Roster roster = new Roster(members, labels.size(), 0, labels.classes(), 1);
    VFedMvConfig config =
        VFedMvConfig.DEFAULTS
            .with(VFedMvConfig.Mode.PAPER)
            .with(PerView.of(BETA), PerView.of(ZETA), ETA);
    long began = System.nanoTime();
    Simulation.train(
        new VFedMv(), config, views, roster, Rounds.of(ROUNDS, 0), Simulation.Options.inMemory());
    return seconds(began);
  }

  private static double seconds(long began) {
    return (System.nanoTime() - began) / 1e9;
  }
}
