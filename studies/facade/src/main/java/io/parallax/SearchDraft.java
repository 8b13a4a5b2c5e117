package io.parallax;

import io.parallax.core.BadInput;
import io.parallax.core.Suggestion;
import io.parallax.study.Search;
import io.parallax.study.SettingsBinder;
import io.parallax.study.StudyRules;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The search for settings of a study that is being built. */
final class SearchDraft {
  private final Map<String, List<Double>> listed = new LinkedHashMap<>();
  private final Map<String, Search.Range> between = new LinkedHashMap<>();
  private Integer tries;
  private Integer folds;
  private Double holdout;

  void values(String setting, List<Double> values) {
    listed.put(setting, values);
  }

  void between(String setting, double from, double to) {
    between.put(setting, new Search.Range(from, to));
  }

  void tries(int count) {
    tries = count;
  }

  void folds(int count) {
    folds = count;
  }

  void holdout(double share) {
    holdout = share;
  }

  boolean wanted() {
    return !(listed.isEmpty() && between.isEmpty())
        || tries != null
        || folds != null
        || holdout != null;
  }

  Search search(Record config) {
    if (!wanted()) {
      return Search.NONE;
    }
    Search.requireOneWay(folds != null, holdout != null);
    List<String> known = SettingsBinder.numericNames(config.getClass());
    Map<String, List<Double>> values = new LinkedHashMap<>();
    Map<String, Search.Range> ranges = new LinkedHashMap<>();
    listed.forEach(
        (setting, list) -> {
          requireKnown(setting, known);
          values.put(setting, Search.values(setting, list, config));
        });
    between.forEach(
        (setting, range) -> {
          requireKnown(setting, known);
          ranges.put(setting, Search.range(setting, range.from(), range.to(), config));
        });
    return new Search(
            values,
            ranges,
            tries == null ? 0 : StudyRules.atLeast("search.tries", tries, 1),
            parts(),
            holdout == null ? 0 : StudyRules.share("search.holdout", holdout))
        .requirePoints();
  }

  /** Returns the number of folds; 0: rows are held out once. */
  private int parts() {
    if (holdout != null) {
      return 0;
    }
    return folds == null ? Search.NONE.folds() : StudyRules.atLeast("search.folds", folds, 2);
  }

  private static void requireKnown(String setting, List<String> known) {
    if (!known.contains(setting)) {
      throw new BadInput("unknown key 'search." + setting + "'" + Suggestion.among(setting, known));
    }
  }
}
