package io.parallax.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Locale;

/**
 * The point that a run has come to; what is null cannot be told.
 *
 * @param kind what the run's parts are: split, seed, setting
 * @param trial the number of the part
 * @param trials the number of parts
 * @param stage what happens beside training
 * @param round of the training
 * @param share of the run that is done, an estimate
 * @param secondsLeft an estimate
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record RunPoint(
    String kind,
    Integer trial,
    Integer trials,
    String stage,
    Integer round,
    Double objective,
    Double change,
    Double share,
    Double secondsLeft) {

  /** Returns the point as people read it. */
  String text() {
    String place = trial == null ? "" : kind + " " + trial + " of " + trials + ": ";
    return stage != null
        ? place + stage
        : place
            + "round "
            + round
            + told(", objective %.6g", objective)
            + told(", change %.1e", change)
            + told(", about %.0f s left", secondsLeft);
  }

  /** A number that need not be there. */
  private static String told(String format, Double number) {
    return number == null ? "" : String.format(Locale.ROOT, format, number);
  }
}
