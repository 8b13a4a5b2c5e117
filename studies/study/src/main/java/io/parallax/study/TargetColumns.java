package io.parallax.study;

import io.parallax.core.BadInput;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
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
  public static final String COLUMN = "column";
  public static final String TIME = "time";
  public static final String EVENT = "event";
  public static final String ENTRY = "entry";
  public static final String STRATUM = "stratum";
  public static final String EXPOSURE = "exposure";
  public static final String WEIGHT = "weight";
  public static final String OFFSET = "offset";

  private static final List<String> OF_TIMES = List.of(TIME, EVENT, ENTRY, STRATUM);

  /**
   * Rejects a key that does not belong to a kind of target.
   *
   * @param target its name in messages
   */
  public static void requireKey(String target, Task.Values.Kind kind, String key) {
    boolean times = kind == Task.Values.Kind.TIME;
    boolean foreign = times ? key.equals(COLUMN) || key.equals(EXPOSURE) : OF_TIMES.contains(key);
    if (foreign || kind == Task.Values.Kind.NUMBER && key.equals(EXPOSURE)) {
      throw new BadInput(
          "%s.%s does not belong to a target of kind %s; remove it, or %s"
              .formatted(target, key, kind.word(), remedy(key)));
    }
  }

  private static String remedy(String key) {
    if (key.equals(EXPOSURE)) {
      return "set 'kind: count'";
    }
    return key.equals(COLUMN)
        ? "name the times by 'time' only"
        : "name the column of the times: 'time: COLUMN'";
  }

  /** Rejects columns of which two keys have the same. */
  public void requireDistinct(String target) {
    if (new HashSet<>(all()).size() < all().size()) {
      throw new BadInput(target + " names a column twice; each key needs a column of its own");
    }
  }

  /**
   * Returns the columns of a target that another machine has, called by their keys.
   *
   * @param keys of the columns beside those that the kind needs, such as weight
   */
  public static TargetColumns elsewhere(Task.Values.Kind kind, Set<String> keys) {
    Function<String, Optional<String>> named = key -> Optional.of(key).filter(keys::contains);
    return new TargetColumns(
        kind,
        "value",
        kind == Task.Values.Kind.TIME ? Optional.of(EVENT) : Optional.empty(),
        named.apply(ENTRY),
        named.apply(STRATUM),
        named.apply(EXPOSURE),
        named.apply(WEIGHT),
        named.apply(OFFSET));
  }

  /** Returns the same target with a further column. */
  public TargetColumns with(String key, String column) {
    return new TargetColumns(
        kind,
        value,
        event,
        key.equals(ENTRY) ? Optional.of(column) : entry,
        key.equals(STRATUM) ? Optional.of(column) : stratum,
        key.equals(EXPOSURE) ? Optional.of(column) : exposure,
        key.equals(WEIGHT) ? Optional.of(column) : weight,
        key.equals(OFFSET) ? Optional.of(column) : offset);
  }

  /** Returns the keys of the columns beside those that the kind needs. */
  public Set<String> further() {
    Set<String> keys = new TreeSet<>();
    entry.ifPresent(name -> keys.add(ENTRY));
    stratum.ifPresent(name -> keys.add(STRATUM));
    exposure.ifPresent(name -> keys.add(EXPOSURE));
    weight.ifPresent(name -> keys.add(WEIGHT));
    offset.ifPresent(name -> keys.add(OFFSET));
    return keys;
  }

  /** Returns the same target without the further columns that are not among these keys. */
  public TargetColumns only(Set<String> keys) {
    return new TargetColumns(
        kind,
        value,
        event,
        entry.filter(name -> keys.contains(ENTRY)),
        stratum.filter(name -> keys.contains(STRATUM)),
        exposure.filter(name -> keys.contains(EXPOSURE)),
        weight.filter(name -> keys.contains(WEIGHT)),
        offset.filter(name -> keys.contains(OFFSET)));
  }

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
