package io.parallax.experiments;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.parallax.experiments.Claims.Verdict;
import io.parallax.experiments.ExperimentResult.Cell;
import io.parallax.experiments.ExperimentResult.Grid;
import io.parallax.experiments.ExperimentResult.Line;
import io.parallax.experiments.ExperimentResult.Pairing;
import io.parallax.experiments.ExperimentResult.Plot;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClaimsTest {
  private static final List<Double> HIGH = List.of(90.0, 91.0, 90.5, 92.0, 90.2);
  private static final List<Double> LOW = List.of(85.1, 86.3, 85.4, 86.9, 85.0);
  private static final List<Double> NEAR = List.of(90.1, 90.9, 90.6, 91.9, 90.2);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{better: high, than: [low]} | 0.25 | reproduced",
        "{better: high, than: [low], by: 4} | 0.25 | reproduced",
        "{better: high, than: [low], by: 7} | 0.25 | not reproduced",
        "{better: low, than: [high]} | 0.25 | not reproduced",
        "{better: high, than: [near]} | 0.25 | cannot tell",
        "{better: high, than: [low, near]} | 0.25 | cannot tell",
        "{better: low, than: [high, near]} | 0.25 | not reproduced",
        "{same: high, as: [near], within: 1} | 0.25 | reproduced",
        "{same: high, as: [low], within: 1} | 0.25 | not reproduced",
        "{same: high, as: [near], within: 0.05} | 0.25 | cannot tell",
        "{better: high, than: [low]} | | cannot tell", // the same rows each time
        "{better: high, than: [absent]} | 0.25 | cannot tell",
        "{better: [absent, high], than: [low]} | 0.25 | reproduced",
        "{better: high, than: ['0']} | 0.25 | reproduced",
        "{better: '0', than: [high]} | 0.25 | not reproduced",
        "{better: high, than: [low], in: [other]} | 0.25 | cannot tell",
      })
  void aComparisonIsJudgedByItsInterval(String claim, Double overlap, String verdict) {
    assertThat(judged(claim, overlap).verdict()).isEqualTo(verdict);
  }

  @Test
  void theVerdictShowsDifferenceIntervalAndNumbers() {
    assertThat(judged("{better: high, than: [low]}", 0.0).found())
        .isEqualTo("T, accuracy, high − low: +5.00 (+4.75 to +5.25, p < 0.001, 5 splits)");
    assertThat(judged("{better: high, than: [absent]}", 0.0).found()).isEqualTo("not run");
  }

  @Test
  void sharedRowsWidenTheInterval() {
    assertThat(judged("{better: high, than: [low], by: 4.65}", 0.0).verdict())
        .isEqualTo("reproduced");
    assertThat(judged("{better: high, than: [low], by: 4.65}", 1.0).verdict())
        .isEqualTo("cannot tell");
  }

  @Test
  void oneNumberTellsNothing() {
    Grid table =
        new Grid(
            "T",
            List.of("accuracy"),
            List.of(
                new Line("a", List.of(Cell.of(List.of(90.0)))),
                new Line("b", List.of(Cell.of(List.of(50.0))))),
            new Pairing("a", false, 0.25, "splits"));
    Verdict one = judge("{better: a, than: [b]}", List.of(table), List.of());
    assertThat(one.verdict()).isEqualTo("cannot tell");
    assertThat(one.found()).isEqualTo("T, accuracy, a − b: +40.00 (one number)");
  }

  @Test
  void columnsAndTablesAreComparedToo() {
    Grid first = table("first", "a", HIGH, "b", LOW, 0.0);
    Grid second = table("second", "a", LOW, "b", LOW, 0.0);
    assertThat(
            judge(
                    "{better: a, table: first, than-table: second}",
                    List.of(first, second),
                    List.of())
                .verdict())
        .isEqualTo("reproduced");
    Grid lying =
        new Grid(
            "T",
            List.of("few", "many"),
            List.of(new Line("a", List.of(Cell.of(LOW), Cell.of(HIGH)))),
            new Pairing("a", false, 0.0, "seeds"));
    String claim = "{better: many, than: [few], columns: true}";
    assertThat(judge(claim, List.of(lying), List.of()).verdict()).isEqualTo("reproduced");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{curve: a, plot: P, spans: 5} | reproduced",
        "{curve: a, plot: P, spans: 3} | not reproduced",
        "{curve: a, plot: P, spans-least: 5} | not reproduced",
        "{curve: a, plot: P, falls: true} | reproduced",
        "{curve: b, plot: P, falls: true} | not reproduced",
        "{curve: a, plot: P, near: b, within: 2} | reproduced",
        "{curve: a, plot: P, near: b, within: 0.1} | not reproduced",
        "{curve: a, plot: P, wider-than: Q} | reproduced",
        "{curve: a, plot: Q, wider-than: P} | not reproduced",
        "{curve: a, plot: R, spans: 5} | cannot tell",
      })
  void aCurveIsJudgedByItsPoints(String claim, String verdict) {
    List<Double> x = List.of(1.0, 2.0, 3.0);
    List<Double> falling = List.of(94.0, 92.0, 90.0);
    List<Plot> plots =
        List.of(
            new Plot("P", "x", "%", x, Map.of("a", falling, "b", List.of(93.0, 92.5, 93.0))),
            new Plot("Q", "x", "%", x, Map.of("a", List.of(91.0, 92.0, 91.0))));
    assertThat(judge(claim, List.of(), plots).verdict()).isEqualTo(verdict);
  }

  @Test
  void seedsWithTheirOwnDataAreAveragedAndOthersKeepTheirSplits() {
    List<ExperimentResult> runs =
        List.of(
            run(table("T", "a", List.of(90.0, 92.0), "b", List.of(80.0, 84.0), 0.25)),
            run(table("T", "a", List.of(94.0, 94.0), "b", List.of(85.0, 85.0), 0.25)));
    Grid anew = new SeedRuns(runs, List.of(7L, 8L), true).merged().tables().get(0);
    assertThat(PairedCells.values(anew, "a", "accuracy")).containsExactly(91.0, 94.0);
    assertThat(anew.pairing()).isEqualTo(new Pairing("a", false, 0.0, "seeds"));
    Grid same = new SeedRuns(runs, List.of(7L, 8L), false).merged().tables().get(0);
    assertThat(PairedCells.values(same, "a", "accuracy")).containsExactly(90.0, 92.0, 94.0, 94.0);
    assertThat(same.pairing().overlap()).isEqualTo(0.25);
    assertThat(PairedCells.of(anew))
        .singleElement()
        .satisfies(one -> assertThat(one.difference().mean()).isEqualTo(9.0));
  }

  private static ExperimentResult run(Grid table) {
    return new ExperimentResult(
        List.of(table), List.of(), List.of(), List.of(), 1, List.of(7L), List.of(), List.of());
  }

  private static Verdict judged(String claim, Double overlap) {
    Grid table = table("T", "high", HIGH, "low", LOW, overlap);
    List<Line> lines = new java.util.ArrayList<>(table.lines());
    lines.add(new Line("near", List.of(Cell.of(NEAR))));
    return judge(claim, List.of(new Grid("T", table.columns(), lines, table.pairing())), List.of());
  }

  private static Grid table(
      String title, String a, List<Double> first, String b, List<Double> second, Double overlap) {
    return new Grid(
        title,
        List.of("accuracy"),
        List.of(new Line(a, List.of(Cell.of(first))), new Line(b, List.of(Cell.of(second)))),
        new Pairing(a, false, overlap, "splits"));
  }

  private static Verdict judge(String claim, List<Grid> tables, List<Plot> plots) {
    JsonNode expected =
        RecipeFile.tree("claims", "claims: [" + claim.replaceFirst("\\{", "{says: it is, ") + "]");
    return Claims.of(expected, "").judged(tables, plots).get(0);
  }
}
