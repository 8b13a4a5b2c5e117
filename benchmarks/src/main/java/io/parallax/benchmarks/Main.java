package io.parallax.benchmarks;

import io.parallax.math.Threads;
import java.io.IOException;
import java.util.Map;

/** {@code ./parallax bench}: speed as ratios against a named peer in the same run, and memory. */
public final class Main {
  private Main() {}

  /** A benchmark. */
  private interface Benchmark {
    void run() throws IOException;
  }

  private static final Map<String, Benchmark> ALL =
      Map.ofEntries(
          Map.entry("start", StartBenchmark::run),
          Map.entry("memory", MemoryBenchmark::run),
          Map.entry("cluster-memory", ClusterBenchmark::memory),
          Map.entry("solver", SolverBenchmark::run),
          Map.entry("clusters", ClusterBenchmark::run),
          Map.entry("joint", JointBenchmark::run),
          Map.entry("regression", RegressionBenchmark::run),
          Map.entry("gru", GruBenchmark::run),
          Map.entry("network", NetworkBenchmark::run),
          Map.entry("network-masked", MaskedNetworkBenchmark::run),
          Map.entry("predict", PredictBenchmark::run),
          Map.entry("apfed", ApFedBenchmark::run),
          Map.entry("align", () -> AlignBenchmark.run(1_000_000)),
          Map.entry("align-small", () -> AlignBenchmark.run(100_000)),
          Map.entry("privacy", PrivacyBenchmark::run),
          Map.entry("proved", ProvedBenchmark::run));

  private static final String USAGE =
      """
      Usage: ./parallax bench                 speed, about two minutes
             ./parallax bench start           how long commands take to start, one minute
             ./parallax bench memory          memory, half a minute
             ./parallax bench clusters        FedMSGL against its equations, two minutes
             ./parallax bench cluster-memory  FedMSGL's memory, ten seconds
             ./parallax bench joint           the joint model against scikit-learn, three minutes
             ./parallax bench regression      Cox regression against R's coxph, two minutes
             ./parallax bench gru             GRU training against PyTorch, half a minute
             ./parallax bench network         a round over mutual TLS, two minutes
             ./parallax bench network-masked  masked and proved rounds over mutual TLS, three minutes
             ./parallax bench predict         joint predictions over mutual TLS, two minutes
             ./parallax bench apfed           APFed's steps against PyTorch, two minutes
             ./parallax bench align           private alignment of three million ids, five minutes
             ./parallax bench align-small     the same of 300,000, half a minute
             ./parallax bench privacy         masked sums against plain ones, ten seconds
             ./parallax bench proved          proved sums against masked ones, half a minute
             ./parallax bench solver          the solver against FISTA, ten seconds""";

  public static void main(String[] args) throws IOException {
    if (args.length == 0) {
      speed();
    } else if (args.length == 1 && ALL.containsKey(args[0])) {
      ALL.get(args[0]).run();
    } else {
      System.out.println(USAGE);
      System.exit(args[0].equals("--help") || args[0].equals("-h") ? 0 : 2);
    }
  }

  private static void speed() {
    System.out.printf(
        "V-FedMV, 50 rounds of Algorithm 2, %d threads. The peer forms Eq. (6) anew in every round:%n"
            + "as written, from left to right; or kinder, with XᵀZ first. Best of several runs; where the%n"
            + "peer is slow, it is timed over fewer rounds and scaled to 50.%n%n",
        Threads.count());
    System.out.printf(
        "%-42s %10s %10s %10s %8s %8s%n", "", "as written", "kinder", "parallax", "ratio", "ratio");
    SpeedBenchmark.run(Shapes.handwritten(), 12, 50);
    SpeedBenchmark.run(Shapes.large(), 5, 10);
    SpeedBenchmark.run(Shapes.bbcSport(), 2, 2);
  }
}
