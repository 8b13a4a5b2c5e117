package io.parallax.study.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonValue;
import io.parallax.study.Certainty.Per;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The thresholds under which a model's sets of classes, or intervals of numbers, hold the truth
 * with a chosen probability.
 *
 * @param miscoverage the probability that they do not
 * @param per the rows that were calibrated together
 * @param score the meaning of the thresholds
 * @param rows number of rows that they were calibrated by
 * @param groups the names of rows that were calibrated together: parties, or numbers of views
 *     present from 0; one for all rows otherwise
 * @param thresholds the largest nonconformity, for each group, of each class or of all together;
 *     null where there were too few rows, so that nothing is left out
 * @param temperatures of probabilities, by the number of views present from 0; empty: they stay
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ModelCertainty(
    double miscoverage,
    Per per,
    Score score,
    int rows,
    List<String> groups,
    Double[][] thresholds,
    double[] temperatures) {
  /** The group of a row whose own group is not known: it has the largest of all thresholds. */
  public static final int ANY = -1;

  /** The scores whose nonconformity has a threshold. */
  public enum Score {
    /** Probabilities p of classes, by ln((1 − p) / p). */
    PROBABILITY,
    /** Other scores s of classes, by −s. */
    SCORE,
    /** Numbers y, by |y − prediction|. */
    NUMBER,
    /** Counts y, by |y − expected| / √expected. */
    COUNT;

    /** Returns the word for it in files. */
    @JsonValue
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether it is of classes. */
    public boolean ofClasses() {
      return this == PROBABILITY || this == SCORE;
    }
  }

  public ModelCertainty {
    groups = groups == null ? List.of() : List.copyOf(groups);
    temperatures = temperatures == null ? new double[0] : temperatures;
    boolean whole =
        per != null
            && score != null
            && thresholds != null
            && !groups.isEmpty()
            && thresholds.length == groups.size()
            && Arrays.stream(thresholds).allMatch(row -> row != null && row.length > 0)
            && Arrays.stream(thresholds).mapToInt(row -> row.length).distinct().count() == 1
            && Arrays.stream(temperatures).allMatch(t -> t > 0 && t < Double.MAX_VALUE);
    if (!whole) {
      throw new IllegalArgumentException("the thresholds do not match their groups");
    }
  }

  /** Returns the number of classes that have thresholds of their own; 1: all have the same. */
  public int classes() {
    return thresholds[0].length;
  }

  /**
   * Returns a threshold.
   *
   * @param group place of the row's group, or {@link #ANY}
   */
  public double threshold(int group, int column) {
    if (group == ANY) {
      double most = Double.NEGATIVE_INFINITY;
      for (int g = 0; g < thresholds.length; g++) {
        most = Math.max(most, threshold(g, column));
      }
      return most;
    }
    Double own = thresholds[group][classes() == 1 ? 0 : column];
    return own == null ? Double.POSITIVE_INFINITY : own;
  }

  /** Returns the temperature of a row with so many views. */
  public double temperature(int views) {
    return temperatures.length == 0
        ? 1
        : temperatures[Math.min(Math.max(0, views), temperatures.length - 1)];
  }
}
