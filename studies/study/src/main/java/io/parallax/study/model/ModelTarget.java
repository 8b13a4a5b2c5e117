package io.parallax.study.model;

import com.fasterxml.jackson.annotation.JsonInclude;

/**
 * The target of a model that does not predict classes.
 *
 * @param kind number, count or time
 * @param dispersion the residual variance of numbers, 1 of counts and times; null where standard
 *     errors do not apply, because a penalty draws coefficients to 0 or none were computed
 * @param freedom the degrees of freedom of the dispersion; null where it is not estimated
 * @param times at which survival is judged if no others are named; none without times
 * @param cuts risks that part the training rows into thirds; none without times
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record ModelTarget(
    String kind, Double dispersion, Integer freedom, double[] times, double[] cuts) {
  public ModelTarget {
    times = times == null ? new double[0] : times;
    cuts = cuts == null ? new double[0] : cuts;
  }
}
