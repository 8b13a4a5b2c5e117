package io.parallax.benchmarks;

import io.parallax.core.PartyId;
import io.parallax.core.Sequences;
import io.parallax.core.View;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.tensor.Gru;
import io.parallax.tensor.Layout;
import io.parallax.tensor.Linear;
import io.parallax.tensor.Loss;
import io.parallax.tensor.Optimizer;
import io.parallax.tensor.Scope;
import io.parallax.tensor.SequenceRows;
import io.parallax.tensor.Tensor;
import io.parallax.tensor.Weights;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Training steps of a bidirectional GRU for each of three views, fused by a linear layer, against
 * the same network in PyTorch, on one thread each. Sequences have 10 to 100 steps.
 */
final class GruBenchmark {
  private static final int BATCH = 256;
  private static final int STEPS = 100;
  private static final int UNITS = 8;
  private static final int REPEATS = 20;
  private static final List<Integer> CHANNELS = List.of(4, 6, 3);
  private final Layout layout = new Layout();
  private final Gru gru = new Gru(List.of("a", "b", "c"), CHANNELS, UNITS).in(layout);
  private final Linear head = new Linear("head", 2 * UNITS * CHANNELS.size(), 2).in(layout);
  private final SequenceRows rows = rows();
  private final int[] all = IntStream.range(0, BATCH).toArray();
  private final int[] classes = IntStream.range(0, BATCH).map(i -> i % 2).toArray();

  static void run() {
    System.out.printf(
        "A bidirectional GRU of %d units for each of 3 views, batches of %d, 10 to %d steps, RMSProp, one"
            + " thread; the best of %d steps.%n%n",
        UNITS, BATCH, STEPS, REPEATS);
    double ours = new GruBenchmark().samplesPerSecond();
    System.out.printf("%-28s %10.0f samples/s%n", "Parallax", ours);
    List<String> arguments =
        new ArrayList<>(
            List.of(BATCH, STEPS, UNITS, REPEATS).stream().map(String::valueOf).toList());
    CHANNELS.forEach(c -> arguments.add(Integer.toString(c)));
    Optional<PeerProcess.Measured> peer = PythonPeer.PYTORCH.run("gru.py", arguments);
    if (peer.isEmpty()) {
      System.out.println(PythonPeer.PYTORCH.absent());
      return;
    }
    double theirs = peer.get().perSecond();
    System.out.printf("%-28s %10.0f samples/s%n", "PyTorch " + peer.get().version(), theirs);
    System.out.printf("%-28s %10.2f×%n", "ratio", ours / theirs);
  }

  private double samplesPerSecond() {
    return Scope.within(
        () -> {
          Tensor flat = Tensor.of(layout.start(Rng.of(1))).variable();
          Optimizer optimizer = Optimizer.rmsProp(flat, 1e-3);
          double best = Double.POSITIVE_INFINITY;
          for (int i = 0; i < 3 + REPEATS; i++) {
            long began = System.nanoTime();
            step(flat, optimizer);
            best = Math.min(best, i < 3 ? best : (System.nanoTime() - began) / 1e9);
          }
          return BATCH / best;
        });
  }

  private void step(Tensor flat, Optimizer optimizer) {
    Scope.within(
        () -> {
          Weights w = new Weights(layout, flat);
          Tensor[] states = gru.apply(w, rows.batch(all)).toArray(Tensor[]::new);
          Tensor outputs = head.apply(w, Tensor.join(2, states)).reshape(BATCH, 2);
          Loss.crossEntropy(outputs, classes).mean().backward();
          optimizer.update(flat, flat.gradient());
          return null;
        });
  }

  private static SequenceRows rows() {
    List<View> views = new ArrayList<>();
    for (int v = 0; v < CHANNELS.size(); v++) {
      int channels = CHANNELS.get(v);
      List<String> names = IntStream.range(0, channels).mapToObj(Integer::toString).toList();
      Sequences shape = new Sequences(STEPS, names);
      Rng rng = Rng.of(v);
      double[][] table = new double[BATCH][];
      for (int i = 0; i < BATCH; i++) {
        float[][] steps = new float[10 + (i * 7919 + 31 * v) % (STEPS - 9)][channels];
        Arrays.stream(steps).forEach(step -> fill(step, rng));
        table[i] = shape.row(steps);
      }
      views.add(
          View.of(
              PartyId.of("bench"),
              "v" + v,
              shape,
              Features.of(Matrix.of(table)),
              Optional.empty(),
              Optional.empty()));
    }
    return new SequenceRows(views, STEPS, false);
  }

  private static void fill(float[] step, Rng rng) {
    for (int c = 0; c < step.length; c++) {
      step[c] = (float) rng.gaussian();
    }
  }
}
