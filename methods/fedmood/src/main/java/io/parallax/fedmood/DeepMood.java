package io.parallax.fedmood;

import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.tensor.Dropout;
import io.parallax.tensor.Gru;
import io.parallax.tensor.Init;
import io.parallax.tensor.Layout;
import io.parallax.tensor.Loss;
import io.parallax.tensor.Scope;
import io.parallax.tensor.SequenceRows;
import io.parallax.tensor.Tensor;
import io.parallax.tensor.Weights;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The network: a bidirectional GRU for every view and a fusion of their last states. For two
 * classes it has one output, the log-odds of the second; for more, one for each.
 */
final class DeepMood {
  private static final int AT_ONCE = 512;
  private final FedMoodConfig config;
  private final List<String> views;
  private final int outputs;
  private final Layout layout = new Layout();
  private final Gru gru;

  DeepMood(FedMoodConfig config, List<String> views, List<Integer> channels, int classes) {
    this.config = config;
    this.views = views;
    this.outputs = classes == 2 ? 1 : classes;
    this.gru = new Gru(views, channels, config.units()).in(layout);
    declareFusion();
  }

  private void declareFusion() {
    long f = config.factors();
    long d = 2L * config.units();
    long all = d * views.size();
    switch (config.fusion()) {
      case DNN ->
          layout
              .add("fusion.w1", Init.GLOROT, f, all + 1)
              .add("fusion.w2", Init.GLOROT, outputs, f);
      case DFM ->
          layout
              .add("fusion.u", Init.GLOROT, outputs * f, all)
              .add("fusion.w", Init.GLOROT, outputs, all + 1);
      case DMVM ->
          views.forEach(view -> layout.add("fusion.u." + view, Init.GLOROT, outputs * f, d + 1));
    }
  }

  Layout layout() {
    return layout;
  }

  /**
   * S·G × outputs.
   *
   * @param noise for drop-out; null without training
   */
  Tensor outputs(Weights w, Tensor batch, Rng noise) {
    List<Tensor> states = new ArrayList<>();
    gru.apply(w, batch).forEach(k -> states.add(Dropout.apply(k, config.dropout(), noise)));
    Tensor y =
        switch (config.fusion()) {
          case DNN -> FedMoodEquations.dnn(states, w.get("fusion.w1"), w.get("fusion.w2"));
          case DFM -> FedMoodEquations.dfm(states, w.get("fusion.u"), w.get("fusion.w"));
          case DMVM ->
              FedMoodEquations.dmvm(
                  states, views.stream().map(v -> w.get("fusion.u." + v)).toList(), outputs);
        };
    return y.reshape(-1, outputs);
  }

  /** The classes' probabilities, a row for each sample. */
  Matrix scores(Matrix model, SequenceRows rows) {
    List<Matrix> parts = new ArrayList<>();
    for (int from = 0; from < rows.samples(); from += AT_ONCE) {
      int[] some = IntStream.range(from, Math.min(rows.samples(), from + AT_ONCE)).toArray();
      parts.add(Scope.within(() -> probabilities(model, rows.batch(some))));
    }
    return Matrix.stackRows(parts);
  }

  private Matrix probabilities(Matrix model, Tensor batch) {
    Weights w = new Weights(layout, Tensor.of(model));
    return Loss.probabilities(outputs(w, batch, null)).toMatrix();
  }
}
