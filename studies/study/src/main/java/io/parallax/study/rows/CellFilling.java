package io.parallax.study.rows;

import io.parallax.core.BadInput;
import io.parallax.core.Suggestion;
import io.parallax.data.Column;
import io.parallax.data.Filling;
import io.parallax.data.Missing;
import io.parallax.data.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * The values for a view's missing cells, and its columns that tell of them. Values come from
 * training rows of one party. Where all parties have a view, the columns come from the study alone,
 * so that all parties have the same and no party tells which cells it lacks.
 */
record CellFilling(StudyData data, String view) {
  private Missing rule() {
    return data.study().preparation().missing();
  }

  private Table table() {
    return data.tables().get(view);
  }

  /** Returns the filling by these rows. */
  Filling of(int[] rows) {
    if (rule().fromSums()) {
      return Filling.NONE;
    }
    boolean none = IntStream.of(rows).allMatch(table().blank()::get);
    return indicating(
        none
            ? Filling.ofNothing(rule(), table().features().size())
            : StudyData.ofView(view, () -> Filling.fit(rule(), table().at(rows).present())));
  }

  /** Returns the further columns alone. */
  Filling none() {
    return indicating(Filling.NONE);
  }

  private Filling indicating(Filling filling) {
    if (!rule().indicated()) {
      return filling;
    }
    return filling.indicating(
        data.owners().isPresent() ? columnsOfAll() : table().columnsWithGaps());
  }

  /** Returns the first feature of each column that the study names, or of each column. */
  private int[] columnsOfAll() {
    List<String> wanted = rule().columns();
    requireKnown(wanted);
    List<String> names = names(view);
    List<Integer> found = new ArrayList<>();
    for (int j = 0; j < names.size(); j++) {
      boolean first = j == 0 || !names.get(j).equals(names.get(j - 1));
      if (first && (wanted.isEmpty() || wanted.contains(names.get(j)))) {
        found.add(j);
      }
    }
    return found.stream().mapToInt(j -> j).toArray();
  }

  /** Returns each feature's column of the file; of what describes sequences, the feature itself. */
  private List<String> names(String of) {
    List<String> features = data.tables().get(of).features();
    List<String> columns = new ArrayList<>();
    for (Column column : data.columns().getOrDefault(of, List.of())) {
      column.features().forEach(feature -> columns.add(column.name()));
    }
    return columns.size() == features.size() ? columns : features;
  }

  /** Rejects the name of a column that no view has. */
  private void requireKnown(List<String> wanted) {
    Set<String> known = new TreeSet<>();
    data.tables().keySet().forEach(each -> known.addAll(names(each)));
    for (String name : wanted) {
      if (!known.contains(name)) {
        throw new BadInput(
            "missing.indicator names column '%s', which no view has%s"
                .formatted(name, Suggestion.hint(name, known)));
      }
    }
  }
}
