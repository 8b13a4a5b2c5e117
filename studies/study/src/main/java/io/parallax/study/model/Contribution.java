package io.parallax.study.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * The contribution of each party without labels to the accuracy on rows held out for this.
 *
 * @param alone the accuracy without any of them
 * @param together with all of them
 * @param rows how many rows it was judged on, over all repeats
 * @param trainings how many it took
 * @param exact whether all coalitions were looked at, or only some orders of coming
 * @param repeats how often rows were held out anew
 */
public record Contribution(
    double alone,
    double together,
    int rows,
    int trainings,
    boolean exact,
    int repeats,
    List<Share> shares) {

  public Contribution { // a file of an earlier version does not tell
    repeats = Math.max(1, repeats);
  }

  /** Returns what one held-out row more is of the accuracy, as a part of 1. */
  public double ofOneRow() {
    return (double) repeats / rows;
  }

  /**
   * One party's contribution, as parts of 1.
   *
   * @param leaveOneOut what is lost without it
   * @param shapley its Shapley value
   * @param deviation the value's standard deviation over the repeats; null: there is one only
   * @param error the value's standard error from drawing orders; null: all were looked at
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Share(
      String party,
      String view,
      double leaveOneOut,
      double shapley,
      Double deviation,
      Double error) {}
}
