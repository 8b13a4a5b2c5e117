package io.parallax.benchmarks;

import io.parallax.core.FittedCoefficients;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.View;
import io.parallax.engine.Simulation;
import io.parallax.engine.Traffic;
import io.parallax.math.Threads;
import io.parallax.privacy.MaskedSum;
import io.parallax.regression.Regression;
import io.parallax.regression.RegressionConfig;
import io.parallax.regression.RegressionConfig.Model;
import io.parallax.regression.RegressionResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Cox regression with standard errors through parties, wire format and sums, plain and masked,
 * against R's coxph on the pooled columns, and the heap that it takes.
 */
final class RegressionBenchmark {
  private static final int ROWS = 100_000;
  private static final int PARTIES = 3;
  private static final int COLUMNS = 20;
  private static final int MOST_ROUNDS = 100;
  private static final int TIMES = 5;
  private static final int BLOCK = 8; // mixed columns in a sum
  private static final Regression METHOD = new Regression();
  private static final RegressionConfig CONFIG = RegressionConfig.DEFAULTS.with(Model.COX);

  private RegressionBenchmark() {}

  /** A training: the time it took, what it told, and what it found. */
  private record Fit(
      double seconds, int rounds, Traffic traffic, double[] values, double[] errors) {}

  static void run() throws IOException {
    CoxRows data = CoxRows.make(ROWS, PARTIES, COLUMNS);
    System.out.printf(
        Locale.ROOT,
        "Cox regression, %,d rows × %d parties × %d columns, %,d events at %,d times, ties by Efron,%n"
            + "with standard errors; %d threads, R has one. Medians of %d.%n%n",
        ROWS,
        PARTIES,
        COLUMNS,
        data.eventCount(),
        data.eventTimes(),
        Threads.count(),
        TIMES);
    List<View> views = data.views();
    Path file = Files.createTempFile("pooled", ".bin");
    file.toFile().deleteOnExit();
    data.write(file);
    data = null; // the views have the rows, outside the heap
    train(views, false); // Java's compilers
    train(views, true);
    List<Fit> plain = new ArrayList<>();
    List<Fit> masked = new ArrayList<>();
    for (int i = 0; i < TIMES; i++) {
      plain.add(train(views, false));
      masked.add(train(views, true));
    }
    compare(plain, masked, peer(file));
    Files.delete(file);
    told("plain", plain.get(0));
    told("masked", masked.get(0));
    heap("plain", views, false);
    heap("masked", views, true);
  }

  private static Fit train(List<View> views, boolean masked) {
    Simulation.Options options = Simulation.Options.inMemory();
    Rounds rounds = Rounds.of(MOST_ROUNDS, METHOD.tolerance(CONFIG));
    long began = System.nanoTime();
    Simulation.Outcome<RegressionResult> outcome =
        Simulation.train(
            METHOD,
            CONFIG,
            views,
            Roster.vertical(views, 1, 1),
            rounds,
            masked ? options.summing(ids -> MaskedSum.inProcess(ids, new byte[32])) : options);
    double seconds = (System.nanoTime() - began) / 1e9;
    List<FittedCoefficients> found =
        outcome.parties().values().stream().flatMap(p -> p.coefficients().stream()).toList();
    return new Fit(
        seconds,
        rounds.count(),
        outcome.traffic(),
        found.stream().flatMapToDouble(c -> Arrays.stream(c.values())).toArray(),
        found.stream().flatMapToDouble(c -> Arrays.stream(c.errors())).toArray());
  }

  private static double median(List<Fit> fits) {
    return fits.stream().mapToDouble(Fit::seconds).sorted().toArray()[fits.size() / 2];
  }

  private static Optional<PeerProcess.Measured> peer(Path file) {
    List<String> command =
        Stream.of("Rscript", PeerProcess.file("coxph.R"), file, ROWS, PARTIES * COLUMNS, TIMES)
            .map(String::valueOf)
            .toList();
    return PeerProcess.output(command).map(PeerProcess.Measured::read);
  }

  private static void compare(
      List<Fit> plain, List<Fit> masked, Optional<PeerProcess.Measured> peer) {
    line("Parallax, plain sums", median(plain), "s");
    line("Parallax, masked sums", median(masked), "s");
    if (peer.isEmpty()) {
      System.out.println(absent());
      return;
    }
    double[] numbers = peer.get().numbers();
    line("coxph (" + peer.get().version() + ")", numbers[0], "s");
    line("its bare fit (coxph.fit)", numbers[1], "s");
    line("ratio to coxph, plain", median(plain) / numbers[0], "×");
    line("ratio to coxph, masked", median(masked) / numbers[0], "×");
    line("ratio to coxph.fit, plain", median(plain) / numbers[1], "×");
    line("ratio to coxph.fit, masked", median(masked) / numbers[1], "×");
    int d = PARTIES * COLUMNS;
    for (Fit fit : List.of(plain.get(0), masked.get(0))) {
      System.out.printf(
          Locale.ROOT,
          "largest difference, %s: coefficients %.1e, standard errors %.1e, relative %.1e and %.1e%n",
          fit == plain.get(0) ? "plain" : "masked",
          difference(fit.values(), Arrays.copyOfRange(numbers, 2, 2 + d), false),
          difference(fit.errors(), Arrays.copyOfRange(numbers, 2 + d, 2 + 2 * d), false),
          difference(fit.values(), Arrays.copyOfRange(numbers, 2, 2 + d), true),
          difference(fit.errors(), Arrays.copyOfRange(numbers, 2 + d, 2 + 2 * d), true));
    }
  }

  /** A sentence for machines on which R did not answer. */
  private static String absent() {
    List<String> check = List.of("Rscript", "-e", "library(survival)");
    return PeerProcess.output(check).isPresent()
        ? "coxph ended with an error, so there is nothing to compare with."
        : "R with its package survival is not installed, so there is nothing to compare with (Debian, Ubuntu: apt-get install r-base-core r-cran-survival).";
  }

  private static void line(String name, double number, String unit) {
    System.out.printf(Locale.ROOT, "%-44s %8.2f %s%n", name, number, unit);
  }

  private static double difference(double[] found, double[] truth, boolean relative) {
    double largest = 0;
    for (int j = 0; j < found.length; j++) {
      double size = relative ? Math.abs(truth[j]) : 1;
      largest = Math.max(largest, Math.abs(found[j] - truth[j]) / size);
    }
    return largest;
  }

  private static void told(String name, Fit fit) {
    int sums = fit.traffic().kinds().get("MixedColumns").exchanges();
    int images = fit.traffic().kinds().get("Image").exchanges();
    System.out.printf(
        Locale.ROOT,
        "%s: %d rounds, %d sums of %d mixed columns, %d directions told, %.0f MB sent by all parties, %.0f MB received%n",
        name,
        fit.rounds(),
        sums,
        BLOCK,
        images + BLOCK * sums,
        fit.traffic().bytesUp() / 1e6,
        fit.traffic().bytesDown() / 1e6);
  }

  private static void heap(String name, List<View> views, boolean masked) {
    double data = 8.0 * ROWS * PARTIES * COLUMNS;
    long most = HeapPeak.of(() -> train(views, masked));
    System.out.printf(
        Locale.ROOT,
        "%s: at most %.0f MB of heap held in training beyond the data, %.1f× its %.0f MB%n",
        name,
        most / 1e6,
        most / data,
        data / 1e6);
  }
}
