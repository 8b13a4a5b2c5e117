package io.parallax.cli;

import static io.parallax.cli.SmallStudy.change;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** One mistake about .npy and .mat files at a time: exit code 2 and one line. */
class BadMatrixTest {
  @TempDir Path dir;
  private Path study;

  @BeforeEach
  void writeAStudyThatRuns() {
    study = MatrixStudy.write(dir);
  }

  /** What is written in the study instead of something, and what is said about it. */
  record Case(String from, String to, String message) {
    @Override
    public String toString() {
      return to;
    }
  }

  private static final String MATRIX = "{mat: all.mat, variable: \"X{2}\", transpose: true}";
  private static final String LABELS = "{mat: all.mat, variable: gt}";
  private static final String COUNTS =
      "rows of .npy and .mat files are matched by their numbers, but there are not as many of them"
          + " in DIR/all.mat:gt (40), party maple (40), party birch (%s), party cedar (%s); use files"
          + " of the same rows, with 'transpose' where they stand in columns";

  static Stream<Case> cases() {
    return Stream.of(
        a(
            "{npy: c.npy}",
            "{npy: c.npy, id: id}",
            "DIR/study.yaml:7: id goes with arff, csv, parquet, sql, xlsx, not with npy; remove it"),
        a(
            "{npy: c.npy}",
            "{npy: c.npy, columns: [1]}",
            "DIR/study.yaml:7: columns goes with arff, csv, parquet, sql, xlsx, not with npy; remove it"),
        a(
            "{npy: c.npy}",
            "{npy: c.npy, csv: c.csv, id: id}",
            "DIR/study.yaml:7: parties.cedar.data has csv and npy; keep one of them"),
        a(
            "{npy: c.npy}",
            "{npy: c.npy, variable: X}",
            "DIR/study.yaml:7: variable goes with mat, not with npy; remove it"),
        a(
            "{npy: c.npy}",
            "{variable: X}",
            "DIR/study.yaml:7: parties.cedar.data does not say where the rows are; name one of arff, cifar10, cifar100, csv, idx, mat, npy, parquet, sql, xlsx, as in {csv: FILE, id: COLUMN}"),
        a(
            "{npy: c.npy}",
            "{csv: c.csv, id: id, transpose: true}",
            "DIR/study.yaml:7: transpose goes with mat, npy, not with csv; remove it"),
        a(
            "{npy: c.npy}",
            "{csv: c.npy, id: id}",
            "DIR/study.yaml:7: parties.cedar.data.csv names a .npy file; write 'npy' for 'csv'"),
        a(
            "{npy: c.npy}",
            "{nyp: c.npy}",
            "DIR/study.yaml:7: unknown key 'parties.cedar.data.nyp'; did you mean 'npy'? Known are:"
                + " arff, cifar10, cifar100, csv, idx, mat, npy, parquet, sql, xlsx, id, ids, columns, time, gap, steps, least, statistics, part, of, separator, variable, transpose, jdbc, sheet"),
        a(
            "{npy: c.npy}",
            "{npy: nowhere.npy}",
            "party cedar: there is no file DIR/nowhere.npy; check the path"),
        a("{npy: c.npy}", "{npy: .}", "party cedar: DIR/. is a folder; name an .npy file in it"),
        a(
            "{npy: c.npy}",
            "{npy: c.csv}",
            "DIR/study.yaml:7: parties.cedar.data.npy names a .csv file; write 'csv' for 'npy'"),
        a("{npy: c.npy}", "{npy: c.npy, transpose: true}", COUNTS.formatted(40, 2)),
        a(
            MATRIX,
            "{mat: all.mat}",
            "DIR/study.yaml:6: parties.birch.data has no 'variable'; name the one that holds the"
                + " numbers ('./parallax data inspect FILE' lists them)"),
        a(
            MATRIX,
            "{mat: all.mat, variable: 'X{0}'}",
            "DIR/study.yaml:6: 'X{0}' does not name a variable; write X, or X{2} for the second"
                + " element of a cell array"),
        a(
            MATRIX,
            "{mat: all.mat, variable: Y}",
            "DIR/all.mat: no variable 'Y'; did you mean 'X'? the file has X, gt"),
        a(MATRIX, "{mat: all.mat, variable: 'X{2}'}", COUNTS.formatted(4, 40)),
        a(
            MATRIX,
            "{mat: a.csv, variable: X}",
            "DIR/study.yaml:6: parties.birch.data.mat names a .csv file; write 'csv' for 'mat'"),
        a(
            LABELS,
            "{column: gt}",
            "DIR/study.yaml:5: parties.maple.labels must say where the labels are: {npy: FILE}, {mat:"
                + " FILE, variable: NAME} or {csv: FILE, id: COLUMN, column: COLUMN}"),
        a(
            LABELS,
            "{mat: all.mat, variable: gt, column: gt}",
            "DIR/study.yaml:5: column goes with arff, csv, parquet, sql, xlsx, not with mat; remove it"),
        a(
            LABELS,
            "{npy: c.npy}",
            "DIR/c.npy: 40 × 2 numbers are not labels; labels must be one row or one column"),
        a(
            "seed: 3",
            "categorical: [2]",
            "categorical names column '2', but DIR/a.npy.gz holds numbers only; categories are for"
                + " CSV files"),
        a(
            "seed: 3",
            "missing: {values: {9: [0]}}",
            "missing.values names column '9', which no view has; did you mean '1'?"));
  }

  private static Case a(String from, String to, String message) {
    return new Case(from, to, message);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aMistakeIsToldInOneLine(Case mistake) throws IOException {
    change(study, mistake.from(), mistake.to());
    assertThat(Refusal.of(dir)).isEqualTo(mistake.message());
  }

  @Test
  void oneClassOnly() throws IOException {
    MatrixStudy.npy(dir.resolve("one.npy"), new double[MatrixStudy.ROWS][1]);
    change(study, LABELS, "{npy: one.npy}");
    assertThat(Refusal.of(dir))
        .isEqualTo("DIR/one.npy: it holds one class only; a classifier needs two or more");
  }

  @Test
  void missingAndInfiniteNumbers() throws IOException {
    double[][] values = new double[MatrixStudy.ROWS][2];
    values[7][1] = Double.NaN;
    MatrixStudy.npy(dir.resolve("c.npy"), values);
    assertThat(Refusal.of(dir))
        .isEqualTo(
            "DIR/c.npy row 7, column 2 (rows count from 0, columns from 1): the value is missing (1"
                + " in all); fill it in, or set 'missing: mean' in the study");
    values[5][0] = Double.POSITIVE_INFINITY;
    MatrixStudy.npy(dir.resolve("c.npy"), values);
    assertThat(Refusal.of(dir))
        .isEqualTo(
            "DIR/c.npy row 5, column 1 (rows count from 0, columns from 1): the number is infinite;"
                + " correct it, or make it NaN: missing");
  }

  @Test
  void idsThatAreNoNumbers() throws IOException {
    change(study, "{npy: c.npy}", "{csv: c.csv, id: id}");
    Path csv = dir.resolve("c.csv");
    Files.writeString(csv, Files.readString(csv).replaceAll("\n(\\d)", "\np$1"));
    assertThat(Refusal.of(dir))
        .startsWith(
            "no id occurs in all of DIR/all.mat:gt (40 ids), party maple (40 ids), party birch (40"
                + " ids), party cedar (40 ids); check that ids are written the same way everywhere: ")
        .contains("party birch has whole numbers, such as 12; party cedar has words in small");
  }

  @Test
  void viewsThatAreColumnsOfAMatrix() throws IOException {
    SiteStudy.write(dir);
    change(study, "data: {csv: maple.csv, id: id}", "data: {npy: c.npy}");
    assertThat(Refusal.of(dir))
        .endsWith(
            "parties.maple.data must be a table with names where views are columns of one file; or give"
                + " every view a file of its own: views: [a, b]");
  }

  @Test
  void aSubjectInLabelsWithoutNames() throws IOException {
    SmallStudy.put(
        study,
        """
        study: subjects
        method: hfedmv
        data:
          views: {a: {npy: a.npy.gz}}
          labels: {mat: all.mat, variable: gt}
        partition: {kind: horizontal, how: subject, column: ward}
        """);
    assertThat(Refusal.of(dir))
        .isEqualTo(
            "DIR/all.mat:gt has no column 'ward' to go by; subjects and given splits need labels in a"
                + " table with names");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "DIR/a.npy.gz | DIR/a.npy.gz has no names of columns; give every view a file: --views VIEW=FILE",
        "a=DIR/all.mat | DIR/all.mat: name a variable of the file, DIR/all.mat:NAME; './parallax data inspect' lists them",
        "a=DIR/c.npy,b=DIR/b.csv,c=DIR/c.csv | DIR/c.npy has 2 columns, and view 'a' was trained on 3; give a matrix with as many",
        "a=DIR/all.mat:X{1},b=DIR/b.csv,c=DIR/c.csv | DIR/all.mat:X{1} has 40 columns, and view 'a' was trained on 3; give a matrix with as many",
        "a=DIR/a.npy.gz,b=DIR/b.csv,c=DIR/short.npy | rows of .npy and .mat files are matched by their numbers, but there are not as many of them in view c (1), view a (40); use files of the same rows, with 'transpose' where they stand in columns"
      })
  void newRowsThatDoNotFit(String views, String message) throws IOException {
    assertThat(Cli.run("run", study, "--out", dir.resolve("out")).exit()).isZero();
    MatrixStudy.npy(dir.resolve("short.npy"), new double[][] {{1, 2}});
    String files = views.replace("DIR", dir.toString());
    assertThat(Refusal.of(dir, "predict", "--model", dir.resolve("out"), "--views", files))
        .isEqualTo(message);
  }

  @Test
  void aModelOfNamedColumnsNeedsThem() throws IOException {
    Path named = Files.createDirectory(dir.resolve("named"));
    Path csv = SmallStudy.write(named);
    assertThat(Cli.run("run", csv, "--out", named.resolve("out")).exit()).isZero();
    String files = "a=%1$s/a.npy.gz,b=%2$s/b.csv,c=%2$s/c.csv".formatted(dir, named);
    assertThat(Refusal.of(dir, "predict", "--model", named.resolve("out"), "--views", files))
        .isEqualTo(
            "DIR/a.npy.gz: column 'a0' is requested, but columns have no names or categories in this file, only the numbers 1 to 3; use a CSV file");
    String flipped = "a=%1$s/a.csv,b=%1$s/b.csv,c=%1$s/c.csv".formatted(named);
    assertThat(
            Refusal.of(
                dir,
                "predict",
                "--model",
                named.resolve("out"),
                "--views",
                flipped,
                "--transpose",
                "a"))
        .isEqualTo("DIR/named/a.csv: transpose does not go with csv; leave it out");
  }

  @Test
  void sequencesForAMethodOfNumbers() throws IOException {
    MatrixStudy.npy(dir.resolve("c.npy"), new double[MatrixStudy.ROWS][6], "(40, 3, 2)");
    assertThat(Refusal.of(dir))
        .isEqualTo(
            "V-FedMV needs a row of numbers for each sample, but view c holds sequences; use fedmood"
                + " or sfedmv, or 'statistics: true' beside the view's file");
  }
}
