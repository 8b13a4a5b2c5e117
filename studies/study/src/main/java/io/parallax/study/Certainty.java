package io.parallax.study;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The certainty that a study states beside its predictions: sets of classes, or intervals of
 * numbers, that hold the truth with a chosen probability.
 *
 * @param miscoverage the probability that they do not
 * @param holdout the share of the training rows that is held out to calibrate them
 * @param per the rows that are calibrated together
 * @param temperature whether probabilities are calibrated, too, by the number of views present
 */
public record Certainty(double miscoverage, double holdout, Per per, boolean temperature) {
  /** A tenth of the sets and intervals miss; a fifth of the training rows calibrate them. */
  public static final Certainty DEFAULT = new Certainty(0.1, 0.2, Per.ALL, false);

  /** The rows that are calibrated together. */
  public enum Per {
    /** All rows. */
    ALL,
    /** Those of a class. */
    CLASS,
    /** Those of a party. */
    PARTY,
    /** Those with so many views. */
    VIEWS;

    /** Returns the word for it in files. */
    @JsonValue
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Returns all words. */
    public static List<String> words() {
      return Arrays.stream(values()).map(Per::word).toList();
    }

    /** Returns the value with this word. */
    public static Optional<Per> named(String word) {
      return Arrays.stream(values()).filter(per -> per.word().equals(word)).findFirst();
    }
  }
}
