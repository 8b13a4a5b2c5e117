package io.parallax.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.report.ComparisonTables.Part;
import io.parallax.run.ComparedMethod;
import io.parallax.run.ComparedMethod.Cost;
import io.parallax.run.ComparedMethods;
import io.parallax.run.Difference;
import io.parallax.run.RunComparison;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

/** Tables and files of compared methods, from numbers that can be checked by hand. */
class ComparisonTablesTest {
  private static final double RATIO = 0.25;
  private static final double[] JOINT = {0.90, 0.88, 0.92, 0.91};
  private static final double[] OTHER = {0.80, 0.79, 0.80, 0.82};
  private static final Set<Part> ALL = EnumSet.allOf(Part.class);

  private static ComparedMethod method(String name, Cost cost, double... accuracy) {
    return new ComparedMethod(
        name,
        DoubleStream.of(accuracy).mapToObj(a -> Map.of("accuracy", a, "auc", a + 0.05)).toList(),
        cost,
        cost == null ? "" : "runs/" + name);
  }

  private static ComparedMethods set(String data, ComparedMethod... methods) {
    int splits = methods[0].bySplit().size();
    return new ComparedMethods(
        data, 500, 2, splits, List.of("accuracy", "auc"), List.of(methods), RATIO, splits > 1);
  }

  private static ComparedMethods set(String data) {
    return set(
        data,
        method("β-joint", new Cost(12.5, 3e6, 4.5e7, 9, 1.25, 6.0, 18.0, 0.0625), JOINT),
        method("Other", new Cost(200, 1.5e9, 0, 1, 33, 19.0, 18.0, null), OTHER),
        method("majority class", null, 0.6, 0.6, 0.6, 0.6));
  }

  private static TableFiles files(RunComparison compared, Set<Part> wanted) {
    return TableFiles.of(compared, wanted);
  }

  private static List<Map<String, String>> lines(String csv) {
    List<String> lines = csv.lines().toList();
    String[] header = lines.get(0).split(",");
    return lines.stream()
        .skip(1)
        .map(line -> line.split(",", -1))
        .map(
            cells -> {
              assertThat(cells).hasSameSizeAs(header);
              Map<String, String> line = new HashMap<>();
              for (int i = 0; i < header.length; i++) {
                line.put(header[i], cells[i]);
              }
              return line;
            })
        .toList();
  }

  @Test
  void theFileOfNumbersHasALineForEachMethodAndMetricWithTestsAndCosts() {
    List<Map<String, String>> lines =
        lines(files(new RunComparison(List.of(set("cells"))), ALL).csv());
    assertThat(lines).hasSize(3 * 2);
    assertThat(lines.stream().map(line -> List.of(line.get("method"), line.get("metric"))))
        .doesNotHaveDuplicates();
    Map<String, String> first = lines.get(0);
    assertThat(first)
        .containsEntry("method", "β-joint")
        .containsEntry("splits", "4")
        .containsEntry("minus", "")
        .containsEntry("p_holm", "")
        .containsEntry("rounds", "12.5")
        .containsEntry("bytes", "3000000.0")
        .containsEntry("search_bytes", "4.5E7")
        .containsEntry("tried", "9")
        .containsEntry("seconds", "1.25")
        .containsEntry("directions", "6.0")
        .containsEntry("columns", "18.0")
        .containsEntry("membership", "0.0625");
    Map<String, String> other = lines.get(2);
    double[] minus = new double[4];
    Arrays.setAll(minus, j -> OTHER[j] - JOINT[j]);
    Difference found = Difference.of(minus, RATIO, true);
    assertThat(other)
        .containsEntry("minus", "β-joint")
        .containsEntry("difference", Double.toString(found.mean()))
        .containsEntry("low", found.low().toString())
        .containsEntry("high", found.high().toString())
        .containsEntry("p", found.p().toString())
        .containsEntry("membership", "")
        .containsEntry("directions", "18.0")
        .containsEntry("rounds", "200.0");
    assertThat(Double.parseDouble(other.get("p_holm"))).isGreaterThanOrEqualTo(found.p());
    assertThat(lines.get(4))
        .containsEntry("method", "majority class")
        .containsEntry("minus", "β-joint")
        .containsEntry("rounds", "")
        .containsEntry("tried", "");
  }

  @Test
  void aPaperGetsQualityDifferencesAndCosts() {
    List<PaperTable> tables = files(new RunComparison(List.of(set("cells"))), ALL).tables();
    assertThat(tables).hasSize(3);
    assertThat(tables.get(0).markdown())
        .contains("| β-joint | **90.25 ± 1.71** | **95.25 ± 1.71** |")
        .contains("| Other | 80.25 ± 1.26 ▼ |", "Nadeau and Bengio 2003");
    assertThat(tables.get(1).caption())
        .startsWith("Accuracy of each method minus that of β-joint")
        .endsWith("mean over 4 splits.");
    assertThat(tables.get(1).markdown())
        .contains("| minus β-joint | accuracy, points | 95 % interval | p | p, Holm |")
        .containsPattern(
            "\\| Other \\| -10\\.00 \\| -1\\d\\.\\d\\d to -\\d\\.\\d\\d \\| 0\\.\\d+ \\| 0\\.\\d+ \\|")
        .containsPattern("\\| majority class \\| -30\\.25 \\|")
        .contains("Nadeau and Bengio 2003", "Holm's procedure is adjusted for all methods.");
    assertThat(tables.get(2).markdown())
        .contains("| a training | rounds | sent | tried | sent for that | seconds | directions |")
        .contains("| β-joint | 12.5 | 3.0 MB | 9 | 45.0 MB | 1.25 | 6 of 18 | 0.063 |")
        .contains("| Other | 200.0 | 1.5 GB | 1 | – | 33.00 | all 18 | – |")
        .doesNotContain("majority");
    for (PaperTable table : tables) {
      assertThat(table.latex()).matches("[\\n\\x20-\\x7e]*").contains("$\\beta$-joint");
    }
  }

  @Test
  void tablesCanBeChosen() {
    RunComparison compared = new RunComparison(List.of(set("cells")));
    assertThat(files(compared, Set.of(Part.costs)).tables())
        .singleElement()
        .extracting(PaperTable::corner)
        .isEqualTo("a training");
    ComparedMethods alone = set("cells", method("Joint", null, JOINT));
    assertThat(files(new RunComparison(List.of(alone)), ALL).tables())
        .as("neither a difference nor a cost")
        .hasSize(1);
  }

  @Test
  void severalDataSetsNameTheirLines() {
    RunComparison across = new RunComparison(List.of(set("cells"), set("news")));
    List<PaperTable> tables = files(across, ALL).tables();
    assertThat(names(tables.get(0))).containsExactly("β-joint", "Other", "majority class");
    assertThat(names(tables.get(1)))
        .containsExactly(
            "cells: Other", "cells: majority class", "news: Other", "news: majority class");
    assertThat(names(tables.get(2)))
        .containsExactly("cells: β-joint", "cells: Other", "news: β-joint", "news: Other");
    assertThat(lines(files(across, ALL).csv())).hasSize(2 * 3 * 2);
  }

  private static List<String> names(PaperTable table) {
    return table.lines().stream().map(PaperTable.Line::name).collect(Collectors.toList());
  }

  @Test
  void oneSplitHasNoDeviationAndNoTest() {
    RunComparison one =
        new RunComparison(
            List.of(set("cells", method("Joint", null, 0.9), method("Other", null, 0.8))));
    TableFiles files = files(one, ALL);
    assertThat(lines(files.csv()).get(2))
        .containsEntry("sd", "")
        .containsEntry("p", "")
        .containsEntry("p_holm", "")
        .containsEntry("low", "");
    assertThat(files.tables().get(0).markdown()).doesNotContain("±");
    assertThat(files.tables().get(1).markdown())
        .contains("| Other | -10.00 | – | – | – |", "tell nothing about chance");
  }

  @Test
  void dataSetsWithoutACommonMetricAreToldSo() {
    ComparedMethods groups =
        new ComparedMethods(
            "news",
            10,
            3,
            2,
            List.of("nmi"),
            List.of(
                new ComparedMethod(
                    "Joint", List.of(Map.of("nmi", 0.5), Map.of("nmi", 0.5)), null, "")),
            RATIO,
            false);
    RunComparison compared = new RunComparison(List.of(set("cells"), groups));
    assertThat(files(compared, ALL).tables().get(0).caption())
        .isEqualTo("There is no metric that all data sets are judged by.");
    assertThat(new ComparisonTables(compared).text()).contains("no metric that all data sets");
  }
}
