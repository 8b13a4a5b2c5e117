package io.parallax.study.model;

import java.util.Optional;

/** A place that keeps a model: a folder, or memory. */
public interface ModelStore {
  /** Returns what all parties know of the model. */
  Model model();

  /** Returns a party's part, or rejects a party whose part is not here. */
  ModelPart part(String party);

  /** Returns what is known of a target that is not classes; empty: nothing. */
  default Optional<ModelTarget> target() {
    return Optional.empty();
  }

  /** Returns the thresholds of what its predictions are certain to; empty: it has none. */
  default Optional<ModelCertainty> certainty() {
    return Optional.empty();
  }

  /** Returns the settings that the model was trained with. */
  <C extends Record> C settings(C defaults);
}
