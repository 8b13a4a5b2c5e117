package io.parallax;

import io.parallax.core.BadInput;
import io.parallax.core.Suggestion;
import io.parallax.study.Configured;
import io.parallax.study.Criteria;
import io.parallax.study.Search;
import io.parallax.study.SettingsBinder;
import io.parallax.study.StudyRules;
import io.parallax.study.Task;
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
  private String by;
  private Search.Halving halving;

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

  void by(String metric) {
    by = metric;
  }

  void halving(int factor, int rounds) {
    halving =
        new Search.Halving(
            StudyRules.atLeast("search.halving.factor", factor, 2),
            StudyRules.atLeast("search.halving.rounds", rounds, 1));
  }

  boolean wanted() {
    return !(listed.isEmpty() && between.isEmpty())
        || tries != null
        || folds != null
        || holdout != null
        || by != null
        || halving != null;
  }

  /**
   * Returns the search.
   *
   * @param rounds of a training
   */
  <C extends Record> Search search(Configured<C, ?> method, Task task, int rounds) {
    if (!wanted()) {
      return Search.NONE;
    }
    C config = method.config();
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
            holdout == null ? 0 : StudyRules.share("search.holdout", holdout),
            by == null ? "" : by(method, task),
            halving == null ? null : halving.requireBelow(rounds))
        .requirePoints();
  }

  /** Returns the number of folds; 0: rows are held out once. */
  private int parts() {
    if (holdout != null) {
      return 0;
    }
    return folds == null ? Search.NONE.folds() : StudyRules.atLeast("search.folds", folds, 2);
  }

  private <C extends Record> String by(Configured<C, ?> method, Task task) {
    boolean probabilities = method.method().probabilities(method.config());
    return Criteria.require(by, task, method.method().name(), probabilities);
  }

  private static void requireKnown(String setting, List<String> known) {
    if (!known.contains(setting)) {
      throw new BadInput("unknown key 'search." + setting + "'" + Suggestion.among(setting, known));
    }
  }
}
