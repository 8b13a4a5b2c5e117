package io.parallax.study.file;

import static io.parallax.study.TargetColumns.ENTRY;
import static io.parallax.study.TargetColumns.EXPOSURE;
import static io.parallax.study.TargetColumns.OFFSET;
import static io.parallax.study.TargetColumns.STRATUM;
import static io.parallax.study.TargetColumns.WEIGHT;

import io.parallax.study.TargetColumns;
import io.parallax.study.Task;
import io.parallax.study.yaml.Yaml;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
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
  private static final String TIME = "time";
  private static final String EVENT = "event";

  /** Keys beside those that say where the target is. */
  static final List<String> KEYS =
      List.of(SourceKeys.COLUMN, KIND, TIME, EVENT, ENTRY, STRATUM, EXPOSURE, WEIGHT, OFFSET);

  private static final List<String> OF_TIMES = List.of(EVENT, ENTRY, STRATUM);

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
    if (new HashSet<>(columns.all()).size() < columns.all().size()) {
      throw value.error(value.path() + " names a column twice; each key needs a column of its own");
    }
    return columns;
  }

  private Optional<String> name(String key) {
    return Optional.ofNullable(keys.get(key)).map(Yaml::text);
  }

  private void requireKeys(Task.Values.Kind kind) {
    List<String> foreign = new ArrayList<>();
    if (kind == Task.Values.Kind.TIME) {
      foreign.addAll(List.of(SourceKeys.COLUMN, EXPOSURE));
    } else {
      foreign.add(TIME);
      foreign.addAll(OF_TIMES);
    }
    if (kind == Task.Values.Kind.NUMBER) {
      foreign.add(EXPOSURE);
    }
    for (String key : foreign) {
      if (keys.containsKey(key)) {
        throw keys.get(key)
            .error(
                "%s.%s does not belong to a target of kind %s; remove it, or %s"
                    .formatted(value.path(), key, kind.word(), remedy(key)));
      }
    }
  }

  private static String remedy(String key) {
    if (key.equals(EXPOSURE)) {
      return "set 'kind: count'";
    }
    return key.equals(SourceKeys.COLUMN)
        ? "name the times by 'time' only"
        : "name the column of the times: 'time: COLUMN'";
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
