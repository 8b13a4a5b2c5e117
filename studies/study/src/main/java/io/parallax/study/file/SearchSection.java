package io.parallax.study.file;

import io.parallax.study.Configured;
import io.parallax.study.Criteria;
import io.parallax.study.Search;
import io.parallax.study.SettingsBinder;
import io.parallax.study.StudyRules;
import io.parallax.study.Task;
import io.parallax.study.yaml.Yaml;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The part of a study file that says which settings to choose among. */
final class SearchSection {
  private SearchSection() {}

  /**
   * Reads {@code search: {zeta: [1, 4], eta: {from: 1, to: 32}, tries: 20, folds: 5, by: auc}}.
   *
   * @param rounds of a training
   */
  static <C extends Record> Search of(Yaml search, Configured<C, ?> method, Task task, int rounds) {
    C config = method.config();
    List<String> known = new ArrayList<>(SettingsBinder.numericNames(config.getClass()));
    known.addAll(List.of("tries", "folds", "holdout", "by", "halving"));
    Map<String, Yaml> keys = new LinkedHashMap<>(search.entries(known.toArray(String[]::new)));
    int tries = Yaml.atLeast(keys.remove("tries"), 1, 0);
    Yaml folds = keys.remove("folds");
    Yaml holdout = keys.remove("holdout");
    Yaml by = keys.remove("by");
    Yaml halving = keys.remove("halving");
    if (holdout != null) {
      Yaml.check(holdout, () -> Search.requireOneWay(folds != null, true));
    }
    Map<String, List<Double>> values = new LinkedHashMap<>();
    Map<String, Search.Range> ranges = new LinkedHashMap<>();
    keys.forEach(
        (name, value) -> {
          if (value.isMap()) {
            ranges.put(name, range(value, name, config));
          } else {
            values.put(name, points(value, name, config));
          }
        });
    Search found =
        new Search(
            values,
            ranges,
            tries,
            holdout == null ? Yaml.atLeast(folds, 2, 5) : 0,
            holdout == null ? 0 : share(holdout),
            by == null ? "" : by(by, method, task),
            halving == null ? null : halving(halving, rounds));
    return Yaml.placed(search, found::requirePoints);
  }

  private static <C extends Record> String by(Yaml by, Configured<C, ?> method, Task task) {
    boolean probabilities = method.method().probabilities(method.config());
    return Yaml.placed(
        by, () -> Criteria.require(by.text(), task, method.method().name(), probabilities));
  }

  private static Search.Halving halving(Yaml halving, int most) {
    Map<String, Yaml> keys = halving.entries("factor", "rounds");
    Search.Halving found =
        new Search.Halving(
            Yaml.atLeast(keys.get("factor"), 2, Search.Halving.FACTOR),
            Yaml.atLeast(keys.get("rounds"), 1, 0));
    return Yaml.placed(keys.getOrDefault("rounds", halving), () -> found.requireBelow(most));
  }

  private static double share(Yaml value) {
    return Yaml.placed(value, () -> StudyRules.share("search.holdout", value.number()));
  }

  private static List<Double> points(Yaml value, String name, Record config) {
    List<Double> points = value.list().stream().map(Yaml::number).toList();
    return Yaml.placed(value, () -> Search.values(name, points, config));
  }

  private static Search.Range range(Yaml value, String name, Record config) {
    Yaml.check(value, () -> Search.requireBroken(name, config));
    value.entries("from", "to");
    double from = value.need("from").number();
    double to = value.need("to").number();
    return Yaml.placed(value, () -> Search.range(name, from, to, config));
  }
}
