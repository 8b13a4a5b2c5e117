package io.parallax.joint;

import io.parallax.core.View;
import io.parallax.core.WordPerView;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.math.RowWise;
import io.parallax.tensor.Architecture;
import io.parallax.tensor.Init;
import io.parallax.tensor.Layout;
import io.parallax.tensor.Linear;
import io.parallax.tensor.Loss;
import io.parallax.tensor.Network;
import io.parallax.tensor.Tensor;
import io.parallax.tensor.Training;
import io.parallax.tensor.ViewRows;
import io.parallax.tensor.Weights;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A network on a party's own view: convolutions for images, a GRU for sequences, two layers for
 * rows of numbers. Its last layer starts at 0, so that it adds nothing before the first round. A
 * round trains it on from where it was, and adds the change of its scores, f_t − f_{t−1}. With
 * steps a_t the sum of all changes is Σ_t (a_t − a_{t+1})·f_t: a weighted sum of the networks that
 * the rounds have left.
 */
final class NetworkLearner implements Learner {
  private static final int STRIDE = 2; // of convolutions

  private final View view;
  private final int classes;
  private final Layout layout = new Layout();
  private final Network encoder;
  private final Linear last;
  private final String kind;
  private final Training training;
  private final Rng rng;
  private Matrix y; // N × C
  private ViewRows rows;
  private List<Matrix> networks; // parameters before the first round, and behind every round
  private double[] weights; // of these networks' scores

  NetworkLearner(JointConfig config, View view, int classes, Rng rng) {
    this.view = view;
    this.classes = classes;
    this.rng = rng;
    Architecture architecture =
        new Architecture(
            WordPerView.everywhere(Architecture.AUTO), config.units(), config.units(), STRIDE);
    this.encoder = architecture.encoder(view, config.units(), layout);
    this.kind = architecture.kind(view);
    this.last = new Linear("classes", config.units(), classes);
    layout.add("classes.weight", Init.ZERO, classes, config.units());
    layout.add("classes.bias", Init.ZERO, classes);
    this.training = new Training(config.epochs(), config.batch(), config.rate());
    this.networks = List.of(layout.start(rng.child("start")));
    this.weights = new double[1];
  }

  @Override
  public void teach(Matrix targets) {
    y = targets;
    rows = new ViewRows(view, false, kind);
  }

  @Override
  public Matrix fit(Matrix scores) {
    double[] sizes = RowWise.sums(y);
    int[] used = IntStream.range(0, sizes.length).filter(i -> sizes[i] > 0).toArray();
    int[] codes = y.argmaxRows();
    Matrix before = networks.get(networks.size() - 1);
    Matrix own = outputs(before, rows);
    Matrix others = scores.minus(own);
    Training.Trained trained =
        training.run(
            layout,
            before,
            used,
            (w, some, noise) ->
                Loss.crossEntropy(
                        outputs(w, rows.inputs(some)).plus(Tensor.of(others.selectRows(some))),
                        IntStream.of(some).map(i -> codes[i]).toArray())
                    .times(Tensor.of(floats(sizes, some), some.length)),
            rng.child("round", Integer.toString(networks.size())));
    networks = new ArrayList<>(networks);
    networks.add(trained.parameters());
    weights = changes(IntStream.range(1, networks.size()).mapToDouble(t -> 1).toArray());
    return outputs(trained.parameters(), rows).minus(own);
  }

  private static float[] floats(double[] all, int[] some) {
    float[] chosen = new float[some.length];
    for (int i = 0; i < some.length; i++) {
      chosen[i] = (float) all[some[i]];
    }
    return chosen;
  }

  private Tensor outputs(Weights w, Tensor x) {
    return last.apply(w, encoder.apply(w, x));
  }

  /** f of all rows, N × C. */
  private Matrix outputs(Matrix parameters, ViewRows of) {
    return of.each(x -> outputs(new Weights(layout, Tensor.of(parameters)), x));
  }

  @Override
  public int rounds() {
    return networks.size() - 1;
  }

  @Override
  public void keep(double[] steps) {
    weights = changes(steps);
    int[] used = IntStream.range(1, weights.length).filter(t -> weights[t] != 0).toArray();
    List<Matrix> kept = new ArrayList<>(List.of(networks.get(0)));
    double[] own = new double[used.length + 1];
    for (int t = 0; t < used.length; t++) {
      kept.add(networks.get(used[t]));
      own[t + 1] = weights[used[t]];
    }
    networks = kept;
    weights = own;
  }

  /** Converts the weights of changes, by their steps, into the weights of the networks. */
  private double[] changes(double[] steps) {
    double[] counts = new double[networks.size()];
    for (int t = 1; t < counts.length; t++) {
      counts[t] = steps[t - 1] - (t < counts.length - 1 ? steps[t] : 0);
    }
    return counts;
  }

  @Override
  public Matrix heldOut() {
    ViewRows held = new ViewRows(view, true, kind);
    Matrix sum = Matrix.zeros(held.count(), classes);
    for (int t = 1; t < networks.size(); t++) {
      if (weights[t] != 0) {
        sum = sum.plusScaled(weights[t], outputs(networks.get(t), held));
      }
    }
    return sum;
  }

  /** Returns a row for each network: its weight, then its parameters. */
  @Override
  public Matrix numbers() {
    Matrix counts = Matrix.of(weights.length, 1, weights);
    return Matrix.stackColumns(List.of(counts, Matrix.stackRows(networks)));
  }

  @Override
  public void restore(Matrix numbers) {
    int[] own = IntStream.range(1, numbers.cols()).toArray();
    List<Matrix> all = new ArrayList<>();
    for (int t = 0; t < numbers.rows(); t++) {
      Matrix row = numbers.selectRows(new int[] {t});
      all.add(layout.require(row.selectColumns(own), "a party's part"));
    }
    networks = all;
    weights = numbers.selectColumns(new int[] {0}).toArray();
  }
}
