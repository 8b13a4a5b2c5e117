package io.parallax.study.rows;

import io.parallax.data.Column;
import io.parallax.data.Table;
import io.parallax.study.Align;
import io.parallax.study.Layout;
import io.parallax.study.Study;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The views that a party with people of its own lacks, as blank rows: whoever lacks a view has its
 * columns from the study, since it has no file of them.
 *
 * @param study as all parties know it
 */
public record LackedViews(Study study) {
  /** Returns a party's rows of the views that it has with blank rows of the others. */
  public StudyData beside(StudyData own) {
    ColumnPlan plan = new ColumnPlan(study.preparation());
    Map<String, Table> tables = new LinkedHashMap<>();
    Map<String, List<Column>> columns = new LinkedHashMap<>();
    for (String view : study.views()) {
      boolean there = own.tables().containsKey(view);
      List<Column> known =
          there
              ? own.columns().get(view)
              : plan.columns(study.layout().source(view).orElseThrow().columns(), List.of());
      columns.put(view, known);
      tables.put(view, there ? own.tables().get(view) : blank(view, own.ids(), known));
    }
    StudyData all =
        new StudyData(
            study(own.study()),
            tables,
            columns,
            own.codes(),
            own.classes(),
            own.owners(),
            own.blocks(),
            own.notes());
    return own.target().map(all::withTarget).orElse(all);
  }

  private static Table blank(String view, List<String> ids, List<Column> columns) {
    List<String> names = columns.stream().flatMap(column -> column.features().stream()).toList();
    return Table.blank("view " + view, ids, names, Optional.empty());
  }

  /** Returns the party's own study, in which rows may lack views whether or not its own do. */
  private Study study(Study own) {
    Layout rows = new Layout.Horizontal(study.views(), own.layout().sites());
    Align.Blanks some = new Align.Blanks(0, false);
    Align lacking = own.protection().align().lacking(some);
    return own.alone(own.task(), rows, own.preparation(), own.protection().with(lacking));
  }
}
