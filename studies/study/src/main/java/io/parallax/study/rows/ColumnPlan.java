package io.parallax.study.rows;

import io.parallax.core.BadInput;
import io.parallax.core.Suggestion;
import io.parallax.data.Column;
import io.parallax.study.Study;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Turns the columns of files into features: numbers, or categories that the study names. */
final class ColumnPlan {
  private final Study.Preparation preparation;
  private final Set<String> used = new TreeSet<>();

  ColumnPlan(Study.Preparation preparation) {
    this.preparation = preparation;
  }

  /**
   * @param sources where categories are looked for, if the study does not list them
   */
  List<Column> columns(List<String> names, List<Study.Source> sources) {
    return names.stream().map(name -> column(name, sources)).toList();
  }

  private Column column(String name, List<Study.Source> sources) {
    List<String> categories = preparation.categorical().get(name);
    List<Double> absent = preparation.absent().getOrDefault(name, List.of());
    List<Double> clip = preparation.clip().getOrDefault(name, List.of());
    used.add(name);
    if (categories == null) {
      return new Column(name, List.of(), absent, clip);
    }
    if (!clip.isEmpty()) {
      throw new BadInput(
          "column '" + name + "' is categorical and cannot be clipped; remove it from 'clip'");
    }
    requireNames(name, sources);
    return new Column(
        name, categories.isEmpty() ? found(name, sources, absent) : categories, absent, clip);
  }

  private static void requireNames(String name, List<Study.Source> sources) {
    for (Study.Source source : sources) {
      source
          .matrix()
          .ifPresent(
              matrix -> {
                throw new BadInput(
                    "categorical names column '%s', but %s holds numbers only; categories are for CSV files"
                        .formatted(name, matrix.source()));
              });
    }
  }

  private static List<String> found(String name, List<Study.Source> sources, List<Double> absent) {
    List<String> none = absent.stream().map(a -> Column.category(a.toString())).toList();
    List<String> all =
        sources.stream()
            .flatMap(source -> source.table().stream())
            .flatMap(table -> table.categories(name).stream())
            .filter(category -> !none.contains(category))
            .toList();
    if (all.isEmpty()) {
      throw new BadInput("column '" + name + "' has no value at all, so it has no categories");
    }
    return Column.sorted(all);
  }

  /** Refuses settings for columns that no view has. */
  void requireAllUsed() {
    Set<String> named = new LinkedHashSet<>(preparation.categorical().keySet());
    named.addAll(preparation.absent().keySet());
    named.addAll(preparation.clip().keySet());
    for (String name : named) {
      if (!used.contains(name)) {
        throw new BadInput(
            key(name)
                + " names column '"
                + name
                + "', which no view has"
                + Suggestion.hint(name, List.copyOf(used)));
      }
    }
  }

  private String key(String name) {
    if (preparation.categorical().containsKey(name)) {
      return "categorical";
    }
    return preparation.absent().containsKey(name) ? "missing.values" : "clip";
  }
}
