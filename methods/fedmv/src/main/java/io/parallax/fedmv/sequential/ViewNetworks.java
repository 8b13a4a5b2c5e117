package io.parallax.fedmv.sequential;

import io.parallax.core.Diverged;
import io.parallax.core.View;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.tensor.Dropout;
import io.parallax.tensor.Gru;
import io.parallax.tensor.Layout;
import io.parallax.tensor.Linear;
import io.parallax.tensor.Loss;
import io.parallax.tensor.Scope;
import io.parallax.tensor.SequenceRows;
import io.parallax.tensor.Tensor;
import io.parallax.tensor.Training;
import io.parallax.tensor.Weights;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * For every view a bidirectional GRU and a linear classifier of its last state, which is the
 * embedding. The views' networks share nothing, so that training them together, on the sum of their
 * losses, equals training each alone.
 */
final class ViewNetworks {
  private static final int AT_ONCE = 512;
  private final SFedMvConfig config;
  private final Layout layout = new Layout();
  private final Gru gru;
  private final List<Linear> heads = new ArrayList<>();

  ViewNetworks(SFedMvConfig config, List<String> views, List<Integer> channels, int classes) {
    this.config = config;
    this.gru = new Gru(views, channels, config.units()).in(layout);
    views.forEach(v -> heads.add(new Linear("head." + v, 2 * config.units(), classes).in(layout)));
  }

  /** The networks for these views. */
  static ViewNetworks of(SFedMvConfig config, List<View> views, int classes) {
    return new ViewNetworks(
        config,
        views.stream().map(View::name).toList(),
        views.stream().map(v -> v.sequences().orElseThrow().channels().size()).toList(),
        classes);
  }

  Layout layout() {
    return layout;
  }

  /** LocalTraining of Algorithm 4. */
  Training.Trained train(Matrix model, SequenceRows rows, int[] classes, int epochs, Rng rng) {
    int[] all = IntStream.range(0, classes.length).toArray();
    Training.Trained trained =
        new Training(epochs, config.batch(), config.rate())
            .run(
                layout,
                model,
                all,
                (w, samples, noise) ->
                    losses(w, rows.batch(samples), pick(classes, samples), noise),
                rng);
    if (!Double.isFinite(trained.loss()) || !trained.parameters().isFinite()) {
      throw new Diverged(
          "the loss is no longer finite (rate is " + config.rate() + "); use a smaller rate");
    }
    return trained;
  }

  private static int[] pick(int[] classes, int[] samples) {
    return IntStream.of(samples).map(s -> classes[s]).toArray();
  }

  private Tensor losses(Weights w, Tensor batch, int[] classes, Rng noise) {
    List<Tensor> states = gru.apply(w, batch);
    Tensor sum = null;
    for (int k = 0; k < states.size(); k++) {
      Tensor state = Dropout.apply(states.get(k), config.dropout(), noise);
      Tensor logits = heads.get(k).apply(w, state).reshape(classes.length, -1);
      Tensor loss = Loss.crossEntropy(logits, classes);
      sum = sum == null ? loss : sum.plus(loss);
    }
    return sum;
  }

  /** X_k of every view, N × 2·units: the last states of the view's GRU. */
  List<Matrix> embed(Matrix model, SequenceRows rows) {
    List<List<Matrix>> parts = new ArrayList<>();
    for (int from = 0; from < rows.samples(); from += AT_ONCE) {
      int[] some = IntStream.range(from, Math.min(rows.samples(), from + AT_ONCE)).toArray();
      parts.add(
          Scope.within(
              () ->
                  gru.apply(new Weights(layout, Tensor.of(model)), rows.batch(some)).stream()
                      .map(Tensor::toMatrix)
                      .toList()));
    }
    return IntStream.range(0, heads.size())
        .mapToObj(k -> Matrix.stackRows(parts.stream().map(part -> part.get(k)).toList()))
        .toList();
  }

  /** The views with their embeddings in place of their sequences. */
  List<View> embed(Matrix model, List<View> views) {
    List<Matrix> train = embed(model, new SequenceRows(views, config.steps(), false));
    boolean held = views.get(0).heldOut().isPresent();
    List<Matrix> test =
        held ? embed(model, new SequenceRows(views, config.steps(), true)) : List.of();
    List<String> columns =
        IntStream.rangeClosed(1, 2 * config.units()).mapToObj(i -> "state." + i).toList();
    List<View> embedded = new ArrayList<>();
    for (int k = 0; k < views.size(); k++) {
      View view = views.get(k);
      Matrix rows = held ? test.get(k) : null;
      embedded.add(
          new View(
              view.owner(),
              view.name(),
              columns,
              Features.of(train.get(k)),
              view.heldOut().map(h -> Features.of(rows)),
              view.labels()));
    }
    return embedded;
  }
}
