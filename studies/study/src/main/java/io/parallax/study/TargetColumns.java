package io.parallax.study;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The columns of a target that is not classes.
 *
 * @param kind the kind of values
 * @param value the column of the numbers, counts or times
 * @param event for times, the column that is 1 if the event happened and 0 if not
 * @param entry for times, the column of the times from which rows were observed
 * @param stratum for times, the column that names the group of each row
 * @param exposure for counts, the column of the time, area or number in which they were counted
 * @param weight the column of the rows' weights
 * @param offset the column of a known part of the linear predictor
 */
public record TargetColumns(
    Task.Values.Kind kind,
    String value,
    Optional<String> event,
    Optional<String> entry,
    Optional<String> stratum,
    Optional<String> exposure,
    Optional<String> weight,
    Optional<String> offset) {

  /** Returns the names of all columns. */
  public List<String> all() {
    return Stream.of(
            Stream.of(value),
            event.stream(),
            entry.stream(),
            stratum.stream(),
            exposure.stream(),
            weight.stream(),
            offset.stream())
        .flatMap(names -> names)
        .toList();
  }

  /** Returns the names of the columns whose cells are numbers. */
  public List<String> numeric() {
    return all().stream().filter(name -> !stratum.equals(Optional.of(name))).toList();
  }
}
