package io.parallax.study.rows;

import io.parallax.core.BadInput;
import io.parallax.core.Target;
import io.parallax.data.Column;
import io.parallax.data.IdRule;
import io.parallax.data.LabelColumn;
import io.parallax.data.Table;
import io.parallax.study.Study.LabelSource;
import io.parallax.study.TargetColumns;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Reads a target that is not classes from the columns of a table. */
public final class TargetReader {
  static final String ALL = "all"; // the one class of rows without labels

  private final LabelSource source;
  private final TargetColumns columns;
  private final Table table;

  public TargetReader(LabelSource source, TargetColumns columns, IdRule rule) {
    this.source = source;
    this.columns = columns;
    List<Column> numeric = columns.numeric().stream().map(Column::numeric).toList();
    Table read = source.table().encoded(source.id(), numeric, "target");
    read.firstMissing()
        .ifPresent(
            place -> {
              throw new BadInput(
                  place + ": the target has no value; fill it in, or remove the row");
            });
    this.table = read.withIds(rule.apply(read.source(), read.ids()));
  }

  /** Returns the name of its file, for messages. */
  public String name() {
    return table.source();
  }

  public List<String> ids() {
    return table.ids();
  }

  /** Returns the strata of all rows, or one class of them. */
  LabelColumn groups() {
    LabelColumn found =
        columns
            .stratum()
            .map(name -> StudyTables.column(source, name))
            .orElseGet(() -> new LabelColumn(name(), ids(), List.of(ALL), new int[ids().size()]));
    return found.withIds(ids());
  }

  /**
   * Returns a target whose strata, if it has any, are numbered as those of all parties.
   *
   * @param codes of the rows among all strata
   */
  public static Target inStrata(Target target, int[] codes) {
    return target instanceof Target.Survival times && times.strata().isPresent()
        ? new Target.Survival(
            times.times(), times.events(), times.entries(), Optional.of(codes), times.adjustment())
        : target;
  }

  /**
   * Returns a target of all parties; of several, one that tells enough of each stratum.
   *
   * @param codes of the rows among all strata
   */
  static Target shared(Target all, int[] codes, int parties) {
    Target target = inStrata(all, codes);
    return parties > 1 ? informative(target) : target;
  }

  /** Returns the target of all rows of a study, in the order of their ids. */
  public Target rowsFor(List<String> ids) {
    return named(() -> informative(some(ids)));
  }

  /** Rejects times from which nothing can be learnt. */
  static Target informative(Target target) {
    if (target instanceof Target.Survival times) {
      times.requireInformative();
    }
    return target;
  }

  /** Returns the target of one party's rows among others, in the order of their ids. */
  public Target part(List<String> ids) {
    return named(() -> some(ids));
  }

  private Target some(List<String> ids) {
    Table rows = table.rowsFor(ids);
    return target(rows, ids).with(adjustment(rows));
  }

  private Target named(Supplier<Target> target) {
    try {
      return target.get();
    } catch (BadInput e) {
      throw new BadInput("the target in " + name() + ": " + e.getMessage());
    }
  }

  private Target target(Table rows, List<String> ids) {
    double[] values = column(rows, columns.value());
    return switch (columns.kind()) {
      case NUMBER -> new Target.Numbers(values);
      case COUNT ->
          new Target.Counts(
              values, columns.exposure().map(name -> column(rows, name)), Target.Adjustment.NONE);
      case TIME ->
          new Target.Survival(
              values,
              events(column(rows, columns.event().orElseThrow())),
              columns.entry().map(name -> column(rows, name)),
              columns.stratum().map(name -> strata(name, ids)),
              Target.Adjustment.NONE);
    };
  }

  private Target.Adjustment adjustment(Table rows) {
    return new Target.Adjustment(
        columns.weight().map(name -> column(rows, name)),
        columns.offset().map(name -> column(rows, name)));
  }

  private double[] column(Table rows, String name) {
    int j = columns.numeric().indexOf(name);
    return IntStream.range(0, rows.values().rows())
        .mapToDouble(i -> rows.values().get(i, j))
        .toArray();
  }

  private int[] events(double[] cells) {
    for (int i = 0; i < cells.length; i++) {
      if (cells[i] != 0 && cells[i] != 1) {
        throw new BadInput(
            "column '%s' has a value that is neither 0 nor 1 in row %d of those that all parties hold; write 1 for an event and 0 for none"
                .formatted(columns.event().orElseThrow(), i + 1));
      }
    }
    return IntStream.range(0, cells.length).map(i -> (int) cells[i]).toArray();
  }

  /** Returns the names of all strata in a file, in order; none: the target has no strata. */
  public static List<String> strata(LabelSource source, TargetColumns columns) {
    return columns
        .stratum()
        .map(name -> StudyTables.column(source, name).classes())
        .orElse(List.of());
  }

  private int[] strata(String name, List<String> ids) {
    return StudyTables.column(source, name).codesFor(ids);
  }
}
