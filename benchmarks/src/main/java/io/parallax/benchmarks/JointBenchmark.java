package io.parallax.benchmarks;

import io.parallax.core.Labels;
import io.parallax.core.PartyId;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.View;
import io.parallax.engine.Simulation;
import io.parallax.joint.Joint;
import io.parallax.joint.JointConfig;
import io.parallax.joint.JointResult;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.math.Threads;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Training of the joint model through parties, wire format and fixed-point sums, against
 * scikit-learn's logistic regression on the pooled columns: the same objective, λ = 1, with
 * intercept. Both in turn on the same cores; the best times count.
 */
final class JointBenchmark {
  private static final double LAMBDA = 1;

  private JointBenchmark() {}

  static void run() throws IOException {
    System.out.printf(
        "The joint model against scikit-learn's LogisticRegression on pooled columns, %d threads;%n"
            + "objectives are relative to the best one found.%n%n",
        Threads.count());
    System.out.printf("%-42s %-24s %10s %12s%n", "", "", "seconds", "objective");
    compare(Shapes.handwritten(), Shapes.handwritten().load(), 9);
    compare(Shapes.large(), planted(Shapes.large().load()), 3);
  }

  /** The same rows with classes that depend on them: drawn by a softmax of few columns. */
  private static Shapes.Data planted(Shapes.Data noise) {
    Rng rng = Rng.of(11);
    List<Matrix> weights =
        noise.views().stream()
            .map(x -> Matrix.gaussian(x.cols(), noise.classes(), rng))
            .map(w -> Matrix.fill(w.rows(), w.cols(), (i, j) -> i % 4 == 0 ? w.get(i, j) / 4 : 0))
            .toList();
    Matrix scores = Matrix.zeros(noise.codes().length, noise.classes());
    for (int k = 0; k < weights.size(); k++) {
      scores = scores.plus(noise.views().get(k).times(weights.get(k)));
    }
    Matrix drawn = scores;
    int[] codes =
        IntStream.range(0, noise.codes().length)
            .map(
                i -> {
                  int best = 0;
                  double top = Double.NEGATIVE_INFINITY;
                  for (int c = 0; c < noise.classes(); c++) {
                    double value = drawn.get(i, c) - Math.log(rng.exponential());
                    best = value > top ? c : best;
                    top = Math.max(top, value);
                  }
                  return best;
                })
            .toArray();
    return new Shapes.Data(noise.views(), codes, noise.classes());
  }

  /** A training: what it took, and the objective that it reached. */
  private record Fit(String name, double seconds, double objective) {
    static Fit better(Fit a, Fit b) {
      return a == null || b.seconds < a.seconds ? b : a;
    }
  }

  private static void compare(Shapes shape, Shapes.Data data, int times) throws IOException {
    Fit[] ours = new Fit[2];
    for (int i = 0; i < times; i++) {
      ours[0] = Fit.better(ours[0], federated(data, 1e-3));
      ours[1] = Fit.better(ours[1], federated(data, 1e-9));
    }
    Path file = Files.createTempFile("pooled", ".bin");
    file.toFile().deleteOnExit();
    write(data, file);
    List<Fit> peers = new ArrayList<>();
    for (String tolerance : List.of("1e-4", "1e-7")) {
      peer(data, file, tolerance, times).ifPresent(peers::add);
    }
    Files.delete(file);
    List<Fit> all = Stream.concat(Stream.of(ours), peers.stream()).toList();
    double best = all.stream().mapToDouble(Fit::objective).min().orElseThrow();
    for (int i = 0; i < all.size(); i++) {
      Fit fit = all.get(i);
      System.out.printf(
          Locale.ROOT,
          "%-42s %-24s %8.2f s %12s%n",
          i == 0 ? shape.title() : "",
          fit.name(),
          fit.seconds(),
          "+%.0e".formatted(fit.objective() / best - 1));
    }
    if (peers.isEmpty()) {
      System.out.println(PythonPeer.SCIKIT_LEARN.absent());
      return;
    }
    for (int i = 0; i < peers.size(); i++) {
      System.out.printf(
          Locale.ROOT,
          "%-42s %-24s %8.2f ×%n",
          "",
          i == 0 ? "ratio, defaults" : "ratio, tight",
          ours[i].seconds() / peers.get(i).seconds());
    }
  }

  private static Fit federated(Shapes.Data data, double tolerance) {
    Labels labels = new Labels(data.codes(), data.classes());
    List<View> views = new ArrayList<>();
    List<Roster.Member> members = new ArrayList<>();
    for (int k = 0; k < data.views().size(); k++) {
      PartyId id = PartyId.of("party-" + k);
      Matrix x = data.views().get(k);
      List<String> columns = IntStream.range(0, x.cols()).mapToObj(j -> "c" + j).toList();
      Optional<Labels> own = k == 0 ? Optional.of(labels) : Optional.empty();
      views.add(new View(id, "view-" + k, columns, Features.of(x), Optional.empty(), own));
      members.add(Roster.Member.vertical(id, "view-" + k, k == 0, labels.size()));
    }
    Roster roster = new Roster(members, labels.size(), 0, labels.classes(), 1);
    long began = System.nanoTime();
    JointResult result =
        Simulation.train(
                new Joint(),
                JointConfig.DEFAULTS,
                views,
                roster,
                Rounds.of(200, tolerance),
                Simulation.Options.inMemory())
            .result();
    double seconds = (System.nanoTime() - began) / 1e9;
    return new Fit("Parallax, %.0e".formatted(tolerance), seconds, result.objective());
  }

  private static Optional<Fit> peer(Shapes.Data data, Path file, String tolerance, int times) {
    int columns = data.views().stream().mapToInt(Matrix::cols).sum();
    List<String> arguments =
        Stream.of(file, data.codes().length, columns, data.classes(), LAMBDA, tolerance, times)
            .map(String::valueOf)
            .toList();
    return PythonPeer.SCIKIT_LEARN
        .run("logistic.py", arguments)
        .map(
            m ->
                new Fit(
                    "scikit-learn " + m.version() + ", " + tolerance,
                    m.numbers()[0],
                    m.numbers()[1]));
  }

  /** All columns side by side, row by row, then the classes, as little-endian doubles. */
  private static void write(Shapes.Data data, Path file) throws IOException {
    int columns = data.views().stream().mapToInt(Matrix::cols).sum();
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
      for (int i = 0; i < data.codes().length; i++) {
        ByteBuffer row = ByteBuffer.allocate(8 * columns).order(ByteOrder.LITTLE_ENDIAN);
        for (Matrix view : data.views()) {
          for (double value : view.row(i)) {
            row.putDouble(value);
          }
        }
        out.write(row.array());
      }
      ByteBuffer codes =
          ByteBuffer.allocate(8 * data.codes().length).order(ByteOrder.LITTLE_ENDIAN);
      for (int code : data.codes()) {
        codes.putDouble(code);
      }
      out.write(codes.array());
    }
  }
}
