package io.parallax.benchmarks;

import io.parallax.math.Threads;

/** {@code ./parallax bench}: speed as ratios against a named peer in the same run. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    System.out.printf(
        "V-FedMV, 50 rounds of Algorithm 2, %d threads. The peer forms Eq. (6) anew in every round:%n"
            + "as written, from left to right; or kinder, with XᵀZ first. Best of several runs.%n%n",
        Threads.count());
    System.out.printf(
        "%-42s %10s %10s %10s %8s %8s%n", "", "as written", "kinder", "parallax", "ratio", "ratio");
    SpeedBenchmark.run(Shapes.handwritten(), 12);
    SpeedBenchmark.run(Shapes.large(), 3);
    SpeedBenchmark.run(Shapes.bbcSport(), 1);
  }
}
