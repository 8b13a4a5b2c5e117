package io.parallax.apfed;

import io.parallax.core.View;
import io.parallax.math.Rng;
import io.parallax.tensor.Dropout;
import io.parallax.tensor.Layout;
import io.parallax.tensor.Linear;
import io.parallax.tensor.Tensor;
import io.parallax.tensor.Weights;
import java.util.List;
import java.util.Optional;

/** The networks of the active party: f_A from its rows to h, g_T from h to classes. */
final class ActiveNetwork {
  /** Only training needs it. */
  static final String PROJECTION = "projection";

  private final Layout layout = new Layout();
  private final Network encoder;
  private final Linear task;
  private final Optional<Linear> projection;
  private final double dropout;

  ActiveNetwork(ApFedConfig config, View view, List<String> passive, int classes) {
    encoder = config.architecture().encoder(view, config.width(), layout);
    task = new Linear("task", config.width(), classes).in(layout);
    projection =
        config.projects(passive)
            ? Optional.of(new Linear(PROJECTION, config.width(), config.projection()).in(layout))
            : Optional.empty();
    dropout = config.mode() == ApFedConfig.Mode.REFERENCE ? config.dropout() : 0;
  }

  Layout layout() {
    return layout;
  }

  /** f_A: h of a batch, S × width. */
  Tensor represent(Weights w, Tensor x) {
    return encoder.apply(w, x);
  }

  /** What of h is sent to the passive parties. */
  Tensor sent(Weights w, Tensor h) {
    return projection.map(head -> head.apply(w, h)).orElse(h);
  }

  /**
   * g_T: S × C.
   *
   * @param noise for drop-out; null where nothing is learnt
   */
  Tensor classify(Weights w, Tensor h, Rng noise) {
    return task.apply(w, Dropout.apply(h, dropout, noise));
  }
}
