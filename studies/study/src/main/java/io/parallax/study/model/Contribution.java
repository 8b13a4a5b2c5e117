package io.parallax.study.model;

import java.util.List;

/**
 * The contribution of each party without labels to the accuracy on rows held out for this.
 *
 * @param alone the accuracy without any of them
 * @param together with all of them
 * @param rows how many rows it was judged on, over all repeats
 * @param trainings how many it took
 * @param exact whether all coalitions were looked at, or only some orders of coming
 */
public record Contribution(
    double alone, double together, int rows, int trainings, boolean exact, List<Share> shares) {

  /** One party's: what is lost without it, and its Shapley value, as parts of 1. */
  public record Share(String party, String view, double leaveOneOut, double shapley) {}
}
