package io.parallax.experiments;

import io.parallax.experiments.ExperimentResult.Cell;
import io.parallax.experiments.ExperimentResult.Grid;
import io.parallax.experiments.ExperimentResult.Line;
import io.parallax.report.DifferenceText;
import io.parallax.report.PaperTable;
import io.parallax.report.PaperTable.Mark;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The tables of an experiment as papers print them, the paper's numbers in columns beside ours. */
final class ExperimentTables {
  private ExperimentTables() {}

  static List<PaperTable> of(StoredResult result) {
    List<String> notes = new ArrayList<>();
    if (result.about().quick()) {
      notes.add("A reduced version (--quick): its numbers are not those of the whole experiment.");
    }
    notes.addAll(result.notes());
    List<PaperTable> tables = new ArrayList<>();
    result.tables().forEach(grid -> tables.add(table(result.about(), grid, notes)));
    if (!result.differences().isEmpty()) {
      tables.add(differences(result));
    }
    return tables;
  }

  private static PaperTable differences(StoredResult result) {
    return new PaperTable(
        result.about().title() + ": paired differences. " + result.about().paper() + ".",
        "",
        List.of("difference", "95 % interval", "p", "of"),
        result.differences().stream()
            .map(one -> new PaperTable.Line(ExperimentText.name(one), cells(one)))
            .toList(),
        List.of(PairedCells.TEST));
  }

  private static List<PaperTable.Cell> cells(PairedCells one) {
    return Stream.of(one.mean(), one.interval(), DifferenceText.p(one.difference()), one.counted())
        .map(PaperTable.Cell::of)
        .toList();
  }

  private static PaperTable table(StoredResult.About recipe, Grid grid, List<String> notes) {
    List<String> heads = new ArrayList<>();
    boolean[] beside = new boolean[grid.columns().size()];
    for (int j = 0; j < beside.length; j++) {
      int column = j;
      heads.add(grid.columns().get(j));
      beside[j] = grid.lines().stream().anyMatch(line -> line.cells().get(column).paper() != null);
      if (beside[j]) {
        heads.add("paper");
      }
    }
    List<PaperTable.Line> lines =
        grid.lines().stream()
            .map(line -> new PaperTable.Line(line.label(), cells(line, beside)))
            .toList();
    return new PaperTable(
        recipe.title() + ": " + grid.title() + ". " + recipe.paper() + ".",
        "",
        heads,
        lines,
        notes);
  }

  private static List<PaperTable.Cell> cells(Line line, boolean[] beside) {
    return IntStream.range(0, beside.length)
        .boxed()
        .flatMap(
            j -> {
              Cell cell = line.cells().get(j);
              List<PaperTable.Cell> both = new ArrayList<>(List.of(ours(cell)));
              if (beside[j]) {
                both.add(
                    PaperTable.Cell.of(cell.paper() == null ? "–" : ExperimentText.paper(cell)));
              }
              return both.stream();
            })
        .toList();
  }

  private static PaperTable.Cell ours(Cell cell) {
    if (cell.ours() == null) {
      return PaperTable.Cell.of("–");
    }
    String text = ExperimentText.ours(cell);
    int spread = text.indexOf(" ± ");
    return spread < 0
        ? PaperTable.Cell.of(text)
        : new PaperTable.Cell(
            text.substring(0, spread), text.substring(spread + 3), false, Mark.NONE);
  }
}
