package io.parallax.core;

import io.parallax.math.Matrix;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * One owner's half of a method. It keeps its rows and its part of the model, and reveals only its
 * answers.
 */
public interface Party {
  /** Returns the handlers of its asks: everything that this party will ever reveal. */
  Answers answers();

  /** Returns the state that a restarted party needs to resume; only the party's owner keeps it. */
  Record state();

  /** Restores a state that {@link #state} returned. */
  void restore(Record state);

  /**
   * Returns the values of letters in the sizes and counts of asks that depend on the party's own
   * rows; if the study defines the same letter, the smaller value applies.
   */
  default Map<String, Long> sizes() {
    return Map.of();
  }

  /** Returns the scores of its own held-out rows, if a party computes them alone after training. */
  default Optional<Matrix> scores() {
    return Optional.empty();
  }

  /**
   * Returns its part of the trained model, by name: everything that scoring needs besides the
   * settings. For a linear map from a view to scores: the view's name and the d × C matrix.
   */
  default Map<String, Matrix> model() {
    return Map.of();
  }

  /** Takes over a part that {@link #model} returned, to score its held-out rows. */
  default void adopt(Map<String, Matrix> model) {
    throw new Refused("this method keeps no model to predict with");
  }

  /**
   * Returns its part of the trained model as an ONNX file, if it scores alone and has such a form.
   *
   * @param shift subtracted from every column before training, and before scoring
   * @param factor the factor of every column after that
   * @param notes notes to store in the file
   */
  default Optional<byte[]> onnx(double[] shift, double[] factor, Map<String, String> notes) {
    return Optional.empty();
  }

  /**
   * Returns the weight of the party's view in the model, in a unit common to all parties; for the
   * owner and for simulations.
   */
  default OptionalDouble viewWeight() {
    return OptionalDouble.empty();
  }

  /**
   * Returns the importance of each feature of each view (for sequences, of each channel), if the
   * method defines one.
   */
  default Map<String, double[]> importance() {
    return Map.of();
  }

  /**
   * Returns the coefficients of each of its views with their standard errors, for the owner and for
   * simulations.
   */
  default List<FittedCoefficients> coefficients() {
    return List.of();
  }

  /** Returns the baseline hazard, at the party that holds times of events. */
  default Optional<BaselineHazard> baselineHazard() {
    return Optional.empty();
  }

  /** Returns its part of the standard errors of the rows to score, where they are known. */
  default Optional<ErrorPart> errorPart() {
    return Optional.empty();
  }
}
