package io.parallax.cli.study;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The part of a study file that says which settings to choose among. */
final class SearchSection {
  private static final int MOST_POINTS = 100_000;

  private SearchSection() {}

  /** {@code search: {zeta: [1, 4], eta: {from: 1, to: 32}, tries: 20, folds: 5}}. */
  static Search of(Yaml search, Record config) {
    List<String> known = new ArrayList<>(SettingsBinder.numericNames(config.getClass()));
    known.addAll(List.of("tries", "folds", "holdout"));
    Map<String, Yaml> keys = new LinkedHashMap<>(search.entries(known.toArray(String[]::new)));
    int tries = Yaml.atLeast(keys.remove("tries"), 1, 0);
    Yaml folds = keys.remove("folds");
    Yaml holdout = keys.remove("holdout");
    if (folds != null && holdout != null) {
      throw holdout.error("search has both folds and holdout; keep one");
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
            holdout == null ? 0 : share(holdout));
    check(search, found);
    return found;
  }

  private static void check(Yaml search, Search found) {
    if (found.settings().isEmpty()) {
      throw search.error("search has no setting to try");
    }
    if (!found.ranges().isEmpty() && found.tries() == 0) {
      throw search.error(
          "search has a range, so it needs 'tries', how many points to draw; or list the values");
    }
    double points =
        found.values().values().stream().mapToDouble(List::size).reduce(1, (a, b) -> a * b);
    if (found.tries() > MOST_POINTS || (found.tries() == 0 && points > MOST_POINTS)) {
      throw search.error("search has more than " + MOST_POINTS + " points; give 'tries' or fewer");
    }
  }

  private static double share(Yaml value) {
    if (!(value.number() > 0 && value.number() < 1)) {
      throw value.error("search.holdout is " + value.number() + " and must lie between 0 and 1");
    }
    return value.number();
  }

  private static List<Double> points(Yaml value, String name, Record config) {
    List<Double> points = value.list().stream().map(Yaml::number).toList();
    if (points.isEmpty()) {
      throw value.error(value.path() + " has no value to try");
    }
    points.forEach(point -> fits(value, name, point, config));
    return points;
  }

  private static Search.Range range(Yaml value, String name, Record config) {
    if (SettingsBinder.whole(config.getClass()).contains(name)) {
      throw value.error(value.path() + " is a whole number; list the values to try: [1, 2, 4]");
    }
    value.entries("from", "to");
    double from = value.need("from").number();
    double to = value.need("to").number();
    if (!(from > 0 && to > from)) {
      throw value.error(value.path() + " must go from a number above 0 to a larger one");
    }
    fits(value, name, from, config);
    fits(value, name, to, config);
    return new Search.Range(from, to);
  }

  private static void fits(Yaml value, String name, double point, Record config) {
    Yaml.placed(value, () -> SettingsBinder.replace(config, Map.of(name, point)));
  }
}
