package io.parallax.core;

/**
 * The cumulative hazard of a row whose linear predictor is 0, at each time of an event; it stays
 * with the party that holds the times.
 *
 * @param times ascending in each stratum
 * @param cumulative the cumulative hazard from each time on
 * @param strata the stratum of each time, ascending; all 0 without strata
 */
public record BaselineHazard(double[] times, double[] cumulative, int[] strata) {
  public BaselineHazard {
    times = times.clone();
    cumulative = cumulative.clone();
    strata = strata.clone();
    if (times.length != cumulative.length || times.length != strata.length) {
      throw new IllegalArgumentException("a hazard has as many times as values and strata");
    }
  }

  @Override
  public double[] times() {
    return times.clone();
  }

  @Override
  public double[] cumulative() {
    return cumulative.clone();
  }

  @Override
  public int[] strata() {
    return strata.clone();
  }

  /** Returns the cumulative hazard at a time for a linear predictor of 0. */
  public double at(double time, int stratum) {
    double hazard = 0;
    for (int g = 0; g < times.length; g++) {
      hazard = strata[g] == stratum && times[g] <= time ? cumulative[g] : hazard;
    }
    return hazard;
  }

  /** Returns the probability that a row with this linear predictor has no event until a time. */
  public double survival(double linear, double time, int stratum) {
    return StrictMath.exp(-at(time, stratum) * StrictMath.exp(linear));
  }
}
