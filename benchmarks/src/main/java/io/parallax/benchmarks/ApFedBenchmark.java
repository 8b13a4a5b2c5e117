package io.parallax.benchmarks;

import io.parallax.apfed.ApFed;
import io.parallax.apfed.ApFedConfig;
import io.parallax.apfed.Descent;
import io.parallax.core.Images;
import io.parallax.core.Labels;
import io.parallax.core.PartyId;
import io.parallax.core.PerView;
import io.parallax.core.Roster;
import io.parallax.core.Rounds;
import io.parallax.core.View;
import io.parallax.core.WordPerView;
import io.parallax.engine.Simulation;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.tensor.Architecture;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Training steps of APFed with one passive party, messages and all, against the same networks in
 * PyTorch in one process, on one thread each; in turn, the best epoch of each counts.
 */
final class ApFedBenchmark {
  private static final int ROWS = 256;
  private static final int BATCH = 64;
  private static final int WIDTH = 256;
  private static final int TURNS = 3;

  private ApFedBenchmark() {}

  static void run() {
    System.setProperty("parallax.threads", "1"); // before the first thread is asked for
    System.out.printf(
        "APFed, an active and a passive party with half a 28 × 28 image each, networks as in the paper,%n"
            + "batches of %d, one thread each, messages included; the best of %d epochs, with a stride of 2 of %d.%n%n",
        BATCH, TURNS * epochs(1), TURNS * epochs(2));
    System.out.printf("%-34s %12s %12s %8s%n", "steps per second", "PyTorch", "Parallax", "ratio");
    for (int stride : new int[] {1, 2}) {
      compare("reconstruction", stride);
      compare("contrastive", stride);
    }
  }

  /** Enough that Java has compiled what it runs most. */
  private static int epochs(int stride) {
    return stride == 1 ? 4 : 60;
  }

  private static void compare(String loss, int stride) {
    double ours = 0;
    double theirs = 0;
    String version = "";
    for (int turn = 0; turn < TURNS; turn++) {
      ours = Math.max(ours, stepsPerSecond(loss, stride));
      Optional<PeerProcess.Measured> peer =
          PythonPeer.PYTORCH.run(
              "apfed.py",
              List.of(
                  loss,
                  Integer.toString(ROWS),
                  Integer.toString(BATCH),
                  Integer.toString(WIDTH),
                  Integer.toString(stride),
                  Integer.toString(epochs(stride))));
      theirs = Math.max(theirs, peer.map(PeerProcess.Measured::perSecond).orElse(0.0));
      version = peer.map(PeerProcess.Measured::version).orElse("");
    }
    String name = "APFed-%s, stride %d".formatted(loss.equals("contrastive") ? "C" : "R", stride);
    System.out.printf(
        Locale.ROOT,
        theirs == 0 ? "%-34s %12s %12.2f%n" : "%-34s %12.2f %12.2f %7.2f×%n",
        theirs == 0
            ? new Object[] {name, "absent", ours}
            : new Object[] {name + ", torch " + version, theirs, ours, ours / theirs});
    if (theirs == 0) {
      System.out.println(PythonPeer.PYTORCH.absent());
    }
  }

  private static double stepsPerSecond(String loss, int stride) {
    List<View> views = List.of(view(1, true), view(2, false));
    ApFedConfig config =
        ApFedConfig.DEFAULTS
            .with(WordPerView.everywhere(loss), PerView.of(1))
            .with(
                new Architecture(WordPerView.everywhere("cnn"), WIDTH, WIDTH, stride),
                new Descent(BATCH, 1e-3, 0.9, 1e-4));
    long[] last = {System.nanoTime()};
    double[] best = {Double.POSITIVE_INFINITY};
    Rounds rounds =
        new Rounds(
            epochs(stride),
            0,
            round -> {
              best[0] = Math.min(best[0], (System.nanoTime() - last[0]) / 1e9);
              last[0] = System.nanoTime();
            },
            () -> false);
    Roster roster = Roster.vertical(views, 10, 7);
    Simulation.train(new ApFed(), config, views, roster, rounds);
    return (ROWS + BATCH - 1) / BATCH / best[0];
  }

  private static View view(int part, boolean active) {
    Images half = new Images(1, 28, 28).part(2);
    Rng rng = Rng.of(part);
    Matrix rows = Matrix.fill(ROWS, half.columns(), (i, j) -> rng.uniform());
    int[] codes = IntStream.range(0, ROWS).map(i -> i % 10).toArray();
    return View.of(
        PartyId.of("part-" + part),
        "part-" + part,
        half,
        Features.of(rows),
        Optional.empty(),
        active ? Optional.of(new Labels(codes, 10)) : Optional.empty());
  }
}
