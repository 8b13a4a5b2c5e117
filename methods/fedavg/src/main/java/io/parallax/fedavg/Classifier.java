package io.parallax.fedavg;

import io.parallax.math.Matrix;
import io.parallax.tensor.Layout;
import io.parallax.tensor.Linear;
import io.parallax.tensor.Loss;
import io.parallax.tensor.Scope;
import io.parallax.tensor.Tensor;
import io.parallax.tensor.Weights;
import java.util.ArrayList;
import java.util.List;

/** Multinomial logistic regression, or a network with one hidden layer of rectifiers. */
final class Classifier {
  private final Layout layout = new Layout();
  private final List<Linear> layers = new ArrayList<>();

  /**
   * @param columns of all views together
   * @param hidden units; 0: no hidden layer
   */
  Classifier(int columns, int hidden, int classes) {
    if (hidden > 0) {
      layers.add(new Linear("hidden", columns, hidden).in(layout));
    }
    layers.add(new Linear("classes", hidden > 0 ? hidden : columns, classes).in(layout));
  }

  Layout layout() {
    return layout;
  }

  /** Returns the logits of a batch, S × C from S × columns. */
  Tensor outputs(Weights w, Tensor x) {
    Tensor y = layers.get(0).apply(w, x);
    for (Linear layer : layers.subList(1, layers.size())) {
      y = layer.apply(w, y.relu());
    }
    return y;
  }

  /** Returns the classes' probabilities, a row for each sample. */
  Matrix scores(Matrix model, Matrix rows) {
    return Scope.within(
        () ->
            Loss.probabilities(outputs(new Weights(layout, Tensor.of(model)), Tensor.of(rows)))
                .toMatrix());
  }
}
