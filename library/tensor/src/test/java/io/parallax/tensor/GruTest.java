package io.parallax.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.parallax.core.PartyId;
import io.parallax.core.Sequences;
import io.parallax.core.View;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The GRU against its equations, written out in double precision. */
class GruTest {
  private static final int UNITS = 3;
  private static final int SAMPLES = 5;
  private static final List<Integer> CHANNELS = List.of(2, 4);
  private static final List<String> VIEWS = List.of("keys", "motion");
  private final Rng rng = Rng.of(11);
  private final List<float[][][]> data = new ArrayList<>(); // view, sample, step, channel
  private final Layout layout = new Layout();
  private final Gru gru = new Gru(VIEWS, CHANNELS, UNITS).in(layout);
  private final Matrix start;
  private final SequenceRows rows;

  GruTest() {
    Matrix drawn = layout.start(rng.child("start"));
    Rng more = rng.child("biases");
    start = drawn.map(x -> (float) (x + more.uniform(-0.3, 0.3)));
    List<View> views = new ArrayList<>();
    for (int v = 0; v < CHANNELS.size(); v++) {
      float[][][] samples = new float[SAMPLES][][];
      double[][] table = new double[SAMPLES][];
      Sequences shape = new Sequences(6 + v, names(CHANNELS.get(v)));
      for (int s = 0; s < SAMPLES; s++) {
        samples[s] = sequence(s == 0 ? 1 : 2 + rng.below(5), CHANNELS.get(v));
        table[s] = shape.row(samples[s]);
      }
      data.add(samples);
      views.add(
          View.of(
              PartyId.of("a"),
              VIEWS.get(v),
              shape,
              Features.of(Matrix.of(table)),
              Optional.empty(),
              Optional.empty()));
    }
    rows = new SequenceRows(views, 100, false);
  }

  private static List<String> names(int count) {
    return java.util.stream.IntStream.range(0, count).mapToObj(i -> "c" + i).toList();
  }

  private float[][] sequence(int length, int channels) {
    float[][] steps = new float[length][channels];
    for (float[] step : steps) {
      for (int c = 0; c < channels; c++) {
        step[c] = (float) rng.gaussian();
      }
    }
    return steps;
  }

  @Test
  void everyStateIsWhatTheEquationsGive() {
    List<Matrix> states =
        Scope.within(
            () ->
                gru.apply(new Weights(layout, Tensor.of(start)), rows.batch(all())).stream()
                    .map(Tensor::toMatrix)
                    .toList());
    for (int v = 0; v < VIEWS.size(); v++) {
      for (int s = 0; s < SAMPLES; s++) {
        double[] forward = byHand(v, "l0", data.get(v)[s], false);
        double[] backward = byHand(v, "l0_reverse", data.get(v)[s], true);
        for (int u = 0; u < UNITS; u++) {
          assertThat(states.get(v).get(s, u)).isCloseTo(forward[u], within(1e-6));
          assertThat(states.get(v).get(s, UNITS + u)).isCloseTo(backward[u], within(1e-6));
        }
      }
    }
  }

  @Test
  void theGradientIsThatOfSmallDifferences() {
    float[] gradient = gradient(all());
    for (int i = 0; i < layout.size(); i += 7) {
      double step = 1e-2;
      double slope = (value(moved(i, step)) - value(moved(i, -step))) / (2 * step);
      assertThat((double) gradient[i]).as("parameter %d", i).isCloseTo(slope, within(2e-3));
    }
  }

  @Test
  void theGradientsOfSingleSamplesAddUpToThatOfTheBatch() {
    float[] whole = gradient(all());
    float[] each =
        Scope.within(
            () -> {
              Tensor copies = Tensor.of(start).expand(SAMPLES, layout.size()).variable();
              loss(new Weights(layout, copies), all()).backward();
              assertThat(copies.gradient().shape()).containsExactly(SAMPLES, layout.size());
              return copies.gradient().sum(0).values();
            });
    for (int i = 0; i < whole.length; i++) {
      assertThat(each[i]).isCloseTo(whole[i], within(1e-5f));
    }
    assertThat(gradient(new int[] {2})).isNotEqualTo(gradient(new int[] {3}));
  }

  @Test
  void paddingBeforeASequenceChangesNoBit() {
    int[] shortest = {0};
    float[] alone = states(shortest);
    float[] amongLonger = states(all());
    for (int i = 0; i < alone.length; i++) {
      assertThat(amongLonger[i]).isCloseTo(alone[i], within(1e-7f));
    }
  }

  private float[] states(int[] samples) {
    return Scope.within(
        () -> {
          Tensor first =
              gru.apply(new Weights(layout, Tensor.of(start)), rows.batch(samples)).get(0);
          return first.part(1, 0, 1).values();
        });
  }

  private float[] gradient(int[] samples) {
    return Scope.within(
        () -> {
          Tensor flat = Tensor.of(start).variable();
          loss(new Weights(layout, flat), samples).backward();
          return flat.gradient().values();
        });
  }

  private double value(Matrix at) {
    return Scope.within(() -> loss(new Weights(layout, Tensor.of(at)), all()).number());
  }

  private Matrix moved(int place, double by) {
    return Matrix.fill(1, layout.size(), (i, j) -> start.get(0, j) + (j == place ? by : 0));
  }

  /** Some function of all states. */
  private Tensor loss(Weights w, int[] samples) {
    List<Tensor> states = gru.apply(w, rows.batch(samples));
    return states.get(0).squared().sum().plus(states.get(1).exp().sum());
  }

  private static int[] all() {
    return new int[] {0, 1, 2, 3, 4};
  }

  private double[] byHand(int v, String end, float[][] steps, boolean backwards) {
    String name = "gru." + VIEWS.get(v) + ".";
    double[][] w = parameter(name + "weight_ih_" + end);
    double[][] u = parameter(name + "weight_hh_" + end);
    double[][] b = parameter(name + "bias_ih_" + end);
    double[][] c = parameter(name + "bias_hh_" + end);
    double[] h = new double[UNITS];
    for (int t = 0; t < steps.length; t++) {
      float[] x = steps[backwards ? steps.length - 1 - t : t];
      double[] next = new double[UNITS];
      for (int i = 0; i < UNITS; i++) {
        double r = sigmoid(dot(w[i], x) + b[i][0] + dot(u[i], h) + c[i][0]);
        int z = UNITS + i;
        double keep = sigmoid(dot(w[z], x) + b[z][0] + dot(u[z], h) + c[z][0]);
        int n = 2 * UNITS + i;
        double fresh = Math.tanh(dot(w[n], x) + b[n][0] + r * (dot(u[n], h) + c[n][0]));
        next[i] = keep * h[i] + (1 - keep) * fresh;
      }
      h = next;
    }
    return h;
  }

  private double[][] parameter(String name) {
    Layout.Entry entry =
        layout.entries().stream().filter(e -> e.name().equals(name)).findFirst().orElseThrow();
    int columns = entry.shape().length > 1 ? (int) entry.shape()[1] : 1;
    double[][] rows = new double[(int) entry.shape()[0]][columns];
    for (int i = 0; i < entry.size(); i++) {
      rows[i / columns][i % columns] = start.get(0, entry.from() + i);
    }
    return rows;
  }

  private static double sigmoid(double a) {
    return 1 / (1 + Math.exp(-a));
  }

  private static double dot(double[] a, float[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }
}
