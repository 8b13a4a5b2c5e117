package io.parallax.party;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.parallax.run.Predictor;
import io.parallax.run.certainty.Regions;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The sets of classes, or intervals of numbers, that hold the truth with the probability that a
 * study states.
 *
 * @param sets of each person, the names of the classes; null: the study predicts numbers
 * @param intervals of each person, its ends; null: there is no end on this side, or the study
 *     predicts classes
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record StatedRegions(List<List<String>> sets, List<Double[]> intervals) {
  /** Returns those of predictions; empty if none are stated. */
  static Optional<StatedRegions> of(Predictor.Predicted found) {
    return found
        .regions()
        .map(
            own ->
                own.intervals().length > 0
                    ? new StatedRegions(null, intervals(own))
                    : new StatedRegions(sets(own, found), null));
  }

  private static List<List<String>> sets(Regions regions, Predictor.Predicted found) {
    return IntStream.range(0, regions.sets().size())
        .mapToObj(i -> regions.names(i, found.classes()))
        .toList();
  }

  private static List<Double[]> intervals(Regions regions) {
    List<Double[]> all = new ArrayList<>();
    for (double[] ends : regions.intervals()) {
      all.add(new Double[] {end(ends[0]), end(ends[1])});
    }
    return all;
  }

  private static Double end(double value) {
    return Double.isFinite(value) ? value : null;
  }

  /** Returns those of some people. */
  StatedRegions at(List<Integer> places) {
    return new StatedRegions(
        sets == null ? null : places.stream().map(sets::get).toList(),
        intervals == null ? null : places.stream().map(intervals::get).toList());
  }

  /** Returns them as predictions have them. */
  Regions regions(List<String> classes) {
    return sets != null
        ? new Regions(sets.stream().map(set -> bits(set, classes)).toList(), new double[0][])
        : new Regions(
            List.of(),
            intervals.stream()
                .map(
                    ends ->
                        new double[] {
                          ends[0] == null ? Double.NEGATIVE_INFINITY : ends[0],
                          ends[1] == null ? Double.POSITIVE_INFINITY : ends[1]
                        })
                .toArray(double[][]::new));
  }

  private static BitSet bits(List<String> set, List<String> classes) {
    BitSet bits = new BitSet();
    set.forEach(name -> bits.set(classes.indexOf(name)));
    return bits;
  }
}
