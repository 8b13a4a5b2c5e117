package io.parallax.study.rows;

import io.parallax.core.BadInput;
import io.parallax.data.Column;
import io.parallax.data.LabelColumn;
import io.parallax.study.Study;
import io.parallax.study.Study.Evaluation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The groups of rows that a split respects besides classes: the subject of each row, or whether it
 * is held out, from columns of the label files.
 */
final class SplitGroups {
  private final Evaluation how;
  private final List<String> names = new ArrayList<>();

  SplitGroups(Evaluation how) {
    this.how = how;
  }

  /**
   * Adds the rows of one label file.
   *
   * @param owner whose subjects these are: those of others are others, whatever they are called
   */
  void add(String owner, Study.LabelSource source, List<String> ids) {
    List<StringBuilder> rows = new ArrayList<>();
    ids.forEach(
        id -> rows.add(new StringBuilder(how.kind() == Evaluation.Kind.GIVEN ? "" : owner)));
    for (String column : how.columns()) {
      LabelColumn values = StudyTables.column(source, column);
      int[] codes = values.codesFor(ids);
      for (int i = 0; i < codes.length; i++) {
        rows.get(i).append('\n').append(Column.category(values.classes().get(codes[i])));
      }
    }
    rows.forEach(row -> names.add(row.toString()));
  }

  /** Each row's subject, numbered as they come, or 1 where it is held out; empty: nothing told. */
  int[] codes() {
    if (how.columns().isEmpty()) {
      return new int[0];
    }
    if (how.kind() != Evaluation.Kind.GIVEN) {
      Map<String, Integer> numbers = new LinkedHashMap<>();
      return names.stream()
          .mapToInt(name -> numbers.computeIfAbsent(name, n -> numbers.size()))
          .toArray();
    }
    String wanted = "\n" + Column.category(how.value());
    int[] held = names.stream().mapToInt(name -> name.equals(wanted) ? 1 : 0).toArray();
    long count = names.stream().filter(wanted::equals).count();
    if (count == 0 || count == held.length) {
      throw new BadInput(
          "evaluate holds out the rows whose '%s' is '%s', which are %s; name another value"
              .formatted(how.columns().get(0), how.value(), count == 0 ? "none" : "all"));
    }
    return held;
  }
}
