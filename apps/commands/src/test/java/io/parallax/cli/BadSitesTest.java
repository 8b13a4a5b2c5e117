package io.parallax.cli;

import static io.parallax.cli.SmallStudy.change;
import static io.parallax.cli.SmallStudy.put;
import static io.parallax.cli.SmallStudy.read;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Mistakes in studies of parties that bring files of their own. */
class BadSitesTest {
  @TempDir Path dir;
  private Path study;

  @BeforeEach
  void writeAStudyThatRuns() {
    study = SiteStudy.write(dir);
  }

  /** A mistake in the study file and what is said about it. */
  record Mistake(String from, String to, String message) {
    @Override
    public String toString() {
      return from + " → " + to;
    }
  }

  /** A mistake in a party's file and what is said about it. */
  record Damage(String file, UnaryOperator<String> change, String message) {
    @Override
    public String toString() {
      return file + ": " + message;
    }
  }

  private static Mistake at(String from, String to, String message) {
    return new Mistake(from, to, message);
  }

  private static final String MAPLE_LABELS = ", labels: {column: num}}\n  birch";

  static Stream<Mistake> mistakes() {
    return Stream.of(
        at(
            "seed: 3",
            "data: {views: {history: {csv: maple.csv, id: id}}, labels: {csv: maple.csv, id: id, column: num}}",
            "DIR/study.yaml:4: views are for parties with files of their own; remove 'data'"),
        at(
            "seed: 3",
            "partition: {kind: horizontal}",
            "DIR/study.yaml:16: partition makes the parties; remove 'parties'"),
        at(
            "data: {csv: maple.csv, id: id}, ",
            "",
            "DIR/study.yaml:11: parties.maple has no 'data'; it needs one"),
        at(
            MAPLE_LABELS,
            "}\n  birch",
            "DIR/study.yaml:11: parties.maple has no 'labels'; it needs one"),
        at(
            "maple: {data",
            "maple: {view: history, data",
            "DIR/study.yaml:11: unknown key 'parties.maple.view'; known are: data, labels, target, allow, rows, lacks"),
        at(
            "{csv: maple.csv, id: id}",
            "{history: {csv: maple.csv, id: id}}",
            "DIR/study.yaml:11: unknown key 'parties.maple.data.history'; known are: arff, cifar10, cifar100, csv, idx, mat, npy, parquet, sql, xlsx, id, ids, columns, time, gap, steps, least, statistics, part, of, separator, variable, transpose, jdbc, sheet"),
        at(
            "maple:",
            "Maple:",
            "DIR/study.yaml:11: party name 'Maple' is not made of 1 to 64 lower-case letters, digits and dashes"),
        at(
            "maple: {data",
            "maple: {rows: 0, data",
            "DIR/study.yaml:11: parties.maple.rows is 0 and must be at least 1"),
        at(
            "maple: {data",
            "maple: {rows: many, data",
            "DIR/study.yaml:11: parties.maple.rows is 'many' and must be a whole number"),
        at(
            "maple: {data",
            "maple: {rows: 39, data",
            "party maple has another number of rows with all views and a label than the study says (rows: 39); correct the study, or the party's file (it has 40)"),
        at("birch:", "maple:", "DIR/study.yaml:12: parties.maple is given twice"),
        at(
            "\n  history: [age, sex]\n  blood: [pain, chol]",
            " {}",
            "DIR/study.yaml:4: views is empty; name at least one"),
        at(
            "\n  history: [age, sex]\n  blood: [pain, chol]",
            " []",
            "DIR/study.yaml:4: views must name at least one, and none twice"),
        at(
            "\n  history: [age, sex]\n  blood: [pain, chol]",
            " 3",
            "DIR/study.yaml:4: views must be a list: [a, b, …]"),
        at(
            "[age, sex]",
            "[age, age]",
            "DIR/study.yaml:5: views.history must name at least one, and none twice"),
        at("[age, sex]", "age", "DIR/study.yaml:5: views.history must be a list: [a, b, …]"),
        at("blood:", "history:", "DIR/study.yaml:6: views.history is given twice"),
        at(
            "[age, sex]",
            "[age, weight]",
            "DIR/maple.csv: no column 'weight' for the view; the file has id, age, sex, pain, chol and 1 more"),
        at(
            "[age, sex]",
            "[age, num]",
            "party maple: DIR/maple.csv has a column 'num', the name of the label column; take it out, or rename it if it is something else"),
        at(
            "[age, sex]",
            "[age, id]",
            "party maple: column 'id' is the id and cannot be a feature; take it out of the columns"),
        at(
            "[none, mild, strong]",
            "[none, mild, none]",
            "DIR/study.yaml:7: categorical.pain has a category twice; name each once"),
        at(
            "[none, mild, strong]",
            "[1, 2, 1.0]",
            "DIR/study.yaml:7: categorical.pain has a category twice; name each once"),
        at(
            "[none, mild, strong]",
            "[]",
            "DIR/study.yaml:7: categorical.pain is empty; name at least one value"),
        at(
            "[none, mild, strong]",
            "none",
            "DIR/study.yaml:7: categorical.pain must be a list: [a, b, …]"),
        at(
            "{pain: [none, mild, strong]}",
            "pain",
            "DIR/study.yaml:7: categorical must be a list: [a, b, …]"),
        at(
            "{pain: [none, mild, strong]}",
            "[pain, pain]",
            "DIR/study.yaml:7: categorical names column 'pain' twice; name it once"),
        at(
            "{pain: [",
            "{pian: [",
            "categorical names column 'pian', which no view has; did you mean 'pain'?"),
        at(
            "{chol: [0]}",
            "{chlo: [0]}",
            "missing.values names column 'chlo', which no view has; did you mean 'chol'?"),
        at(
            "{chol: [0]}",
            "{chol: 0}",
            "DIR/study.yaml:8: missing.values.chol must be a list: [a, b, …]"),
        at(
            "{chol: [0]}",
            "{chol: [low]}",
            "DIR/study.yaml:8: missing.values.chol[0] is 'low' and must be a number"),
        at(
            "{chol: [0]}",
            "{chol: []}",
            "DIR/study.yaml:8: missing.values.chol is empty; name at least one value"),
        at(
            "seed: 3",
            "protection: {aggregation: median}",
            "DIR/study.yaml:16: protection.aggregation is 'median', which does not go with H-FedMV in mode exact, which solves for products of rows, and the median of each number is not a product of any rows; use 'mode: paper', or 'aggregation: masked' or 'plain', which refuse products that no rows can have"),
        at(
            "seed: 3",
            "protection: {aggregation: trimmed}",
            "DIR/study.yaml:16: protection.aggregation is 'trimmed', which does not go with H-FedMV in mode exact, which solves for products of rows, and the median of each number is not a product of any rows; use 'mode: paper', or 'aggregation: masked' or 'plain', which refuse products that no rows can have"),
        at(
            "fill: mean",
            "fill: mean, indicator: [chlo]",
            "missing.indicator names column 'chlo', which no view has; did you mean 'chol'?"),
        at(
            "fill: mean",
            "fill: mean, indicator: []",
            "DIR/study.yaml:8: missing.indicator is an empty list; name at least one column, or write 'indicator: true' for all"),
        at(
            "fill: mean",
            "fill: mean, indicator: [chol, chol]",
            "DIR/study.yaml:8: missing.indicator names column 'chol' twice; name it once"),
        at(
            "fill: mean",
            "fil: mean",
            "DIR/study.yaml:8: unknown key 'missing.fil'; did you mean 'fill'? Known are: fill, values, k, indicator"),
        at(
            "{healthy: [0], ill: [1, 2]}",
            "{all: [0, 1, 2]}",
            "DIR/study.yaml:9: classes must name two or more, each with its labels"),
        at(
            "{healthy: [0], ill: [1, 2]}",
            "[healthy, ill]",
            "DIR/study.yaml:9: classes must be a mapping (key: value)"),
        at(
            "ill: [1, 2]",
            "ill: []",
            "DIR/study.yaml:9: classes.ill is empty; name at least one value"),
        at(
            "ill: [1, 2]",
            "ill: [1, 2, 0]",
            "DIR/study.yaml:9: classes has the label '0' twice; keep it in one class"),
        at(
            "ill: [1, 2]",
            "ill: [1, 2, 0.0]",
            "DIR/study.yaml:9: classes has the label '0.0' twice; keep it in one class"),
        at(
            "ill: [1, 2]",
            "ill: [1]",
            "the parties' labels: a label belongs to none of the study's classes; add it to one (30 rows have it)"),
        at(
            "hfedmv",
            "vfedmv",
            "V-FedMV needs every party to hold one view of all samples; party maple holds 2 views of 30 samples; use H-FedMV if parties hold different people"),
        at(
            "hfedmv",
            "mmvfl",
            "MMVFL needs every party to hold one view of all samples; party maple holds 2 views of 30 samples; use H-FedMV if parties hold different people"),
        at(
            "points: 0",
            "points: -1",
            "DIR/study.yaml:15: report.points is -1 and must be at least 0"),
        at(
            "points: 0",
            "point: 0",
            "DIR/study.yaml:15: unknown key 'report.point'; did you mean 'points'? Known are: points"),
        at(
            "seed: 3",
            "model: maybe",
            "DIR/study.yaml:16: model is 'maybe' and must be true or false"));
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void inTheStudyAreToldInOneLine(Mistake mistake) throws IOException {
    change(study, mistake.from(), mistake.to());
    assertThat(Refusal.of(dir)).isEqualTo(mistake.message());
  }

  static Stream<Damage> damages() {
    return Stream.of(
        new Damage(
            "birch.csv",
            text -> text.replaceFirst("chol", "cholesterol"),
            "DIR/birch.csv: no column 'chol' for the view; the file has id, age, sex, pain, cholesterol and 1 more"),
        new Damage(
            "birch.csv",
            text -> text.replaceFirst("num", "nun"),
            "DIR/birch.csv: no column 'num' for the label; did you mean 'nun'? the file has id, age, sex, pain, chol and 1 more"),
        new Damage(
            "cedar.csv",
            text -> text.replace(",mild,", ",medium,"),
            "DIR/cedar.csv line LINE, column 'pain': is not one of its 3 categories; correct it, or add the category to the study"),
        new Damage(
            "cedar.csv",
            text -> text.replaceFirst(",0\\n", ",\n"),
            "DIR/cedar.csv line 2, column 'num': has no label; fill it in or remove the row"),
        new Damage(
            "cedar.csv",
            text -> text.replaceFirst(",0\\n", ",9\n"),
            "the parties' labels: a label belongs to none of the study's classes; add it to one (1 rows have it)"),
        new Damage(
            "cedar.csv",
            text -> text.lines().limit(1).collect(Collectors.joining("\n", "", "\n")),
            "DIR/cedar.csv: a header but no rows; add the data"),
        new Damage(
            "cedar.csv",
            text -> text.lines().limit(2).collect(Collectors.joining("\n", "", "\n")),
            "party cedar has 1 training samples, fewer than the 2 classes; use fewer parties"));
  }

  @ParameterizedTest
  @MethodSource("damages")
  void inAPartysFileAreToldInOneLine(Damage damage) throws IOException {
    Path file = dir.resolve(damage.file());
    put(file, damage.change().apply(read(file)));
    assertThat(Refusal.of(dir).replaceFirst("line \\d+, column 'pain'", "line LINE, column 'pain'"))
        .isEqualTo(damage.message());
  }
}
