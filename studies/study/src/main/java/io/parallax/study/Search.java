package io.parallax.study;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.parallax.core.BadInput;
import io.parallax.math.Rng;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Settings to choose among on validation rows: every combination of some values, or points drawn at
 * random.
 *
 * @param values by setting, the values to try
 * @param ranges by setting, a range to draw from
 * @param tries how many points are drawn; 0: every combination of the values
 * @param folds into how many parts the training rows are cut, each to validate on once; 0: a part
 *     of them is held out once
 * @param holdout which part that is
 * @param by the metric that chooses; empty: the usual one of the study's task
 * @param halving trains all points for a few rounds and only the best for more; null: all for as
 *     many as the study says
 */
public record Search(
    Map<String, List<Double>> values,
    Map<String, Range> ranges,
    int tries,
    int folds,
    double holdout,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) String by,
    @JsonInclude(JsonInclude.Include.NON_NULL) Halving halving) {
  /** Nothing to choose. */
  public static final Search NONE = new Search(Map.of(), Map.of(), 0, 5, 0);

  /** Makes a search by the usual metric that trains all points alike. */
  public Search(
      Map<String, List<Double>> values,
      Map<String, Range> ranges,
      int tries,
      int folds,
      double holdout) {
    this(values, ranges, tries, folds, holdout, "", null);
  }

  /**
   * Successive halving: every rung trains so many times as long as the one before, and only one in
   * so many of its points; the last trains as long as the study says.
   *
   * @param factor at least 2
   * @param rounds of training in the first rung; 0: enough for three rungs
   */
  public record Halving(int factor, int rounds) {
    /** The usual factor. */
    public static final int FACTOR = 3;

    /** Returns the rounds of training in each rung. */
    public List<Integer> budgets(int most) {
      List<Integer> budgets = new ArrayList<>();
      int first = rounds > 0 ? rounds : Math.max(1, most / (factor * factor));
      for (long budget = first; budget < most; budget *= factor) {
        budgets.add((int) budget);
      }
      budgets.add(most);
      return budgets;
    }

    /** Rejects a first rung that is as long as a training. */
    public Halving requireBelow(int most) {
      if (rounds >= most) {
        throw new BadInput(
            "search.halving.rounds is %d and must be below the rounds of a training, %d"
                .formatted(rounds, most));
      }
      return this;
    }
  }

  /** Numbers between two bounds above 0, their logarithms equally likely. */
  public record Range(double from, double to) {
    double draw(Rng rng) {
      return from * Math.pow(to / from, rng.uniform());
    }
  }

  private static final int MOST_POINTS = 100_000;

  /** Rejects a search without points, or with too many. */
  public Search requirePoints() {
    if (settings().isEmpty()) {
      throw new BadInput("search has no setting to try");
    }
    if (!ranges.isEmpty() && tries == 0) {
      throw new BadInput(
          "search has a range, so it needs 'tries', how many points to draw; or list the values");
    }
    double points = values.values().stream().mapToDouble(List::size).reduce(1, (a, b) -> a * b);
    if (tries > MOST_POINTS || (tries == 0 && points > MOST_POINTS)) {
      throw new BadInput("search has more than " + MOST_POINTS + " points; give 'tries' or fewer");
    }
    return this;
  }

  /** Returns the rounds of training in each rung; one rung if there is no halving. */
  public List<Integer> budgets(int most) {
    return halving == null ? List.of(most) : halving.budgets(most);
  }

  /** Rejects a search that is validated in two ways. */
  public static void requireOneWay(boolean folds, boolean holdout) {
    if (folds && holdout) {
      throw new BadInput("search has both folds and holdout; keep one");
    }
  }

  /** Returns the values to try of a setting, each of which it can have. */
  public static List<Double> values(String name, List<Double> values, Record config) {
    if (values.isEmpty()) {
      throw new BadInput("search." + name + " has no value to try");
    }
    values.forEach(value -> SettingsBinder.replace(config, Map.of(name, value)));
    return values;
  }

  /** Returns a range of numbers that a setting can have. */
  public static Range range(String name, double from, double to, Record config) {
    requireBroken(name, config);
    if (!(from > 0 && to > from)) {
      throw new BadInput("search." + name + " must go from a number above 0 to a larger one");
    }
    SettingsBinder.replace(config, Map.of(name, from));
    SettingsBinder.replace(config, Map.of(name, to));
    return new Range(from, to);
  }

  /** Rejects a range of a setting that is a whole number. */
  public static void requireBroken(String name, Record config) {
    if (SettingsBinder.whole(config.getClass()).contains(name)) {
      throw new BadInput(
          "search." + name + " is a whole number; list the values to try: [1, 2, 4]");
    }
  }

  /** The names of the settings to choose. */
  public List<String> settings() {
    List<String> names = new ArrayList<>(values.keySet());
    names.addAll(ranges.keySet());
    return names;
  }

  /** The points to try, each once; a single empty one where there is nothing to choose. */
  public List<Map<String, Double>> points(long seed) {
    List<Map<String, Double>> points = tries == 0 ? grid() : drawn(Rng.of(seed).child("search"));
    return points.stream().distinct().toList();
  }

  private List<Map<String, Double>> grid() {
    List<Map<String, Double>> points = List.of(Map.of());
    for (var setting : values.entrySet()) {
      List<Map<String, Double>> longer = new ArrayList<>();
      for (Map<String, Double> point : points) {
        for (double value : setting.getValue()) {
          Map<String, Double> next = new LinkedHashMap<>(point);
          next.put(setting.getKey(), value);
          longer.add(next);
        }
      }
      points = longer;
    }
    return points;
  }

  private List<Map<String, Double>> drawn(Rng rng) {
    List<Map<String, Double>> points = new ArrayList<>();
    for (int i = 0; i < tries; i++) {
      Map<String, Double> point = new LinkedHashMap<>();
      values.forEach(
          (name, list) -> point.put(name, list.get((int) (list.size() * rng.uniform()))));
      ranges.forEach((name, range) -> point.put(name, range.draw(rng)));
      points.add(point);
    }
    return points;
  }
}
