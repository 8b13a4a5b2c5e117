package io.parallax.study.file;

import io.parallax.study.Scales;
import io.parallax.study.Study;
import io.parallax.study.Study.Preparation;
import io.parallax.study.StudyRules;
import io.parallax.study.yaml.Yaml;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** The part of a study file that says how cells become numbers and labels become classes. */
final class PreparationSection {
  private PreparationSection() {}

  static Preparation of(Map<String, Yaml> top, Scales scales, Path folder) {
    Yaml missing = top.get("missing");
    Map<String, List<Double>> absent = new LinkedHashMap<>();
    if (missing != null && missing.isMap()) {
      Yaml values = missing.entries().get("values");
      if (values != null) {
        absent.putAll(lists(values, Yaml::number));
      }
    }
    return new Preparation(
        scales,
        MissingSection.of(missing),
        absent,
        categorical(top),
        clip(top.get("clip")),
        classes(top),
        select(top, folder));
  }

  /** {@code {hold: [0, 5]}}: by column, the least and the largest number. */
  private static Map<String, List<Double>> clip(Yaml value) {
    if (value == null) {
      return Map.of();
    }
    Map<String, List<Double>> bounds = lists(value, Yaml::number);
    value
        .entries()
        .forEach(
            (name, list) -> {
              Yaml.check(list, () -> StudyRules.bounds(list.path(), bounds.get(name)));
            });
    return bounds;
  }

  /** {@code {model: runs/x, keep: 10}}. */
  private static Optional<Study.Select> select(Map<String, Yaml> top, Path folder) {
    Yaml value = top.get("select");
    if (value == null) {
      return Optional.empty();
    }
    Map<String, Yaml> keys = value.entries("model", "keep");
    double keep = keys.containsKey("keep") ? keys.get("keep").number() : Study.Select.ALL;
    Yaml.check(keys.getOrDefault("keep", value), () -> StudyRules.keep(keep));
    return Optional.of(new Study.Select(folder.resolve(value.need("model").text()), keep));
  }

  /** {@code [cp]}: categories as the files have them; {@code {cp: [1, 2]}}: these. */
  private static Map<String, List<String>> categorical(Map<String, Yaml> top) {
    Yaml value = top.get("categorical");
    if (value == null) {
      return Map.of();
    }
    if (value.isMap()) {
      Map<String, List<String>> given = lists(value, Yaml::text);
      value
          .entries()
          .forEach(
              (name, list) ->
                  Yaml.check(list, () -> StudyRules.categories(list.path(), given.get(name))));
      return given;
    }
    Map<String, List<String>> found = new LinkedHashMap<>();
    for (Yaml name : value.list()) {
      if (found.put(name.text(), List.of()) != null) {
        throw name.error("categorical names column '" + name.text() + "' twice; name it once");
      }
    }
    return found;
  }

  /** {@code {healthy: [0], ill: [1, 2]}}: two or more classes, no label in two of them. */
  private static Map<String, List<String>> classes(Map<String, Yaml> top) {
    Yaml value = top.get("classes");
    if (value == null) {
      return Map.of();
    }
    Map<String, List<String>> classes = lists(value, Yaml::text);
    return Yaml.placed(value, () -> StudyRules.classes(classes));
  }

  private static <T> Map<String, List<T>> lists(Yaml value, Function<Yaml, T> read) {
    Map<String, List<T>> lists = new LinkedHashMap<>();
    value
        .entries()
        .forEach(
            (key, list) -> {
              List<T> values = list.list().stream().map(read).toList();
              if (values.isEmpty()) {
                throw list.error(list.path() + " is empty; name at least one value");
              }
              lists.put(key, values);
            });
    return lists;
  }
}
