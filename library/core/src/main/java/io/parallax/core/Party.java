package io.parallax.core;

import io.parallax.math.Matrix;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One owner's half of a method. It keeps its rows and its part of the model; what it reveals is
 * what its answers are.
 */
public interface Party {
  /** All that this party will ever reveal. */
  Answers answers();

  /** What a restarted party needs to go on where it was; kept by the party's owner only. */
  Record state();

  /** Goes on from a state that {@link #state} gave. */
  void restore(Record state);

  /**
   * What letters in the sizes of asks, and in how often they come, stand for where only the party's
   * own rows tell; of a letter that the study explains, too, the smaller number counts.
   */
  default Map<String, Long> sizes() {
    return Map.of();
  }

  /** Scores of its own held-out rows, where a party computes them alone after training. */
  default Optional<Matrix> scores() {
    return Optional.empty();
  }

  /**
   * Its part of the trained model, by name: all that scoring needs besides the settings. Where a
   * view is mapped to scores linearly, the view's name and the d × C matrix.
   */
  default Map<String, Matrix> model() {
    return Map.of();
  }

  /** Takes over a part that {@link #model} gave, to score its held-out rows with. */
  default void adopt(Map<String, Matrix> model) {
    throw new Refused("this method keeps no model to predict with");
  }

  /**
   * Its part of the trained model as an ONNX file, where it scores alone and can be written so.
   *
   * @param shift taken from every column before training, and now before scoring
   * @param factor that every column was multiplied with then
   * @param notes kept in the file
   */
  default Optional<byte[]> onnx(double[] shift, double[] factor, Map<String, String> notes) {
    return Optional.empty();
  }

  /**
   * How much its view counted in what was learnt, in the unit that all parties share; for its
   * owner, and for simulations.
   */
  default OptionalDouble viewWeight() {
    return OptionalDouble.empty();
  }

  /**
   * How much each feature of each view (of sequences, each channel) matters to the model, where
   * there is such a notion.
   */
  default Map<String, double[]> importance() {
    return Map.of();
  }
}
