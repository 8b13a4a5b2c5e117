package io.parallax.study.file;

import static io.parallax.study.TargetColumns.ENTRY;
import static io.parallax.study.TargetColumns.EVENT;
import static io.parallax.study.TargetColumns.EXPOSURE;
import static io.parallax.study.TargetColumns.OFFSET;
import static io.parallax.study.TargetColumns.STRATUM;
import static io.parallax.study.TargetColumns.TIME;
import static io.parallax.study.TargetColumns.WEIGHT;

import io.parallax.study.TargetColumns;
import io.parallax.study.Task;
import io.parallax.study.yaml.Yaml;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A party's target that is not classes: {@code {csv: FILE, id: COLUMN, column: COLUMN}}, with
 * {@code kind: count} for counts, or {@code time: COLUMN, event: COLUMN} for times until an event.
 */
final class TargetSection {
  static final String KEY = "target";
  private static final String KIND = "kind";

  /** Keys beside those that say where the target is. */
  static final List<String> KEYS =
      List.of(SourceKeys.COLUMN, KIND, TIME, EVENT, ENTRY, STRATUM, EXPOSURE, WEIGHT, OFFSET);

  private final Yaml value;
  private final Map<String, Yaml> keys;

  TargetSection(Yaml value) {
    this.value = value;
    this.keys = value.isMap() ? value.entries() : Map.of(KIND, value);
  }

  /**
   * Returns the kind of the first target among a study's parties; empty: none has one.
   *
   * @param parties null if the study names none
   */
  static Optional<Task.Values.Kind> kind(Yaml parties) {
    return parties != null && parties.isMap()
        ? parties.entries().values().stream()
            .filter(party -> party.isMap() && party.entries().containsKey(KEY))
            .map(party -> new TargetSection(party.entries().get(KEY)).kind())
            .findFirst()
        : Optional.empty();
  }

  /** Returns true if every party with a target has labels, too, for methods that learn classes. */
  static boolean beside(Yaml study) {
    return study.need("parties").entries().values().stream()
        .filter(party -> party.isMap() && party.entries().containsKey(KEY))
        .allMatch(party -> party.entries().containsKey("labels"));
  }

  private Task.Values.Kind kind() {
    if (keys.containsKey(TIME)) {
      return Task.Values.Kind.TIME;
    }
    List<String> words =
        Arrays.stream(Task.Values.Kind.values()).map(Task.Values.Kind::word).toList();
    String word =
        keys.containsKey(KIND) ? keys.get(KIND).oneOf(words) : Task.Values.Kind.NUMBER.word();
    return Task.Values.Kind.values()[words.indexOf(word)];
  }

  TargetColumns columns() {
    Task.Values.Kind kind = kind();
    requireKeys(kind);
    boolean times = kind == Task.Values.Kind.TIME;
    TargetColumns columns =
        new TargetColumns(
            kind,
            value.need(times ? TIME : SourceKeys.COLUMN).text(),
            times ? Optional.of(value.need(EVENT).text()) : Optional.empty(),
            name(ENTRY),
            name(STRATUM),
            name(EXPOSURE),
            name(WEIGHT),
            name(OFFSET));
    Yaml.check(value, () -> columns.requireDistinct(value.path()));
    return columns;
  }

  private Optional<String> name(String key) {
    return Optional.ofNullable(keys.get(key)).map(Yaml::text);
  }

  private void requireKeys(Task.Values.Kind kind) {
    keys.forEach(
        (key, given) -> Yaml.check(given, () -> TargetColumns.requireKey(value.path(), kind, key)));
  }

  /**
   * Returns the columns of a target that another machine has: {@code time}, or {@code {kind: count,
   * exposure: true}}.
   */
  TargetColumns elsewhere() {
    Task.Values.Kind kind = kind();
    if (value.isMap()) {
      List<String> allowed = List.of(KIND, ENTRY, STRATUM, EXPOSURE, WEIGHT, OFFSET);
      if (!allowed.containsAll(keys.keySet())) {
        throw value.error(
            "%s names a file or columns; between machines the party's own file does, and the study the kind: 'target: %s', or {kind: %s} with %s: true"
                .formatted(
                    value.path(),
                    kind.word(),
                    kind.word(),
                    "entry, stratum, exposure, weight or offset"));
      }
      requireKeys(kind);
    }
    return TargetColumns.elsewhere(
        kind,
        keys.entrySet().stream()
            .filter(key -> !key.getKey().equals(KIND) && key.getValue().flag())
            .map(Map.Entry::getKey)
            .collect(Collectors.toSet()));
  }
}
