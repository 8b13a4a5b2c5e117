package io.parallax.cli;

import static io.parallax.cli.SmallStudy.change;
import static io.parallax.cli.SmallStudy.put;
import static io.parallax.cli.SmallStudy.read;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Studies on .npy and .mat files: the same results as on CSV files of the same numbers. */
class MatrixStudyTest {
  private static final String POOLED =
      """
      study: pooled
      method: hfedmv
      settings: {beta: 0.5, zeta: 2, eta: 1}
      data:
        views:
          a: {npy: a.npy.gz}
          b: {mat: all.mat, variable: 'X[2]', transpose: true}
        labels: {mat: all.mat, variable: gt}
      partition: {kind: horizontal, parties: 2, how: iid}
      classes: {ill: [1], well: [2]}
      evaluate: {split: stratified, test: 0.25, repeats: 1}
      report: {points: 0}
      seed: 3
      """;

  @TempDir Path dir;
  private Path study;

  @BeforeEach
  void writeTheStudies() {
    study = MatrixStudy.write(dir);
  }

  @Test
  void theResultIsThatOfCsvFilesAndARunGoesOnInItsFolder() {
    String hash = run("study.yaml", "out").hash();
    assertThat(hash).isEqualTo(run("csv.yaml", "csv").hash());
    assertThat(run("study.yaml", "out").hash()).isEqualTo(hash);
    assertThat(read(dir.resolve("out/manifest.json")))
        .contains("\"file\" : \"a.npy.gz\"", "\"variable\" : \"X{2}\"", "\"transpose\" : true");
    MatrixStudy.npy(dir.resolve("c.npy"), new double[MatrixStudy.ROWS][2]);
    assertThat(Cli.run("run", study, "--out", dir.resolve("out")).err())
        .contains("holds another run");
  }

  @Test
  void labelsInTheFileOfTheRows() {
    String hash = run("study.yaml", "out").hash();
    change(study, "{npy: a.npy.gz}", "{mat: all.mat, variable: 'X{1}', transpose: true}");
    change(study, "{mat: all.mat, variable: gt}", "{variable: gt}");
    assertThat(run("study.yaml", "beside").hash()).isEqualTo(hash);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a=a.npy.gz,b=b.csv,c=c.csv",
        "a=all.mat:X{1},b=all.mat:X{2},c=c.npy --transpose a,b",
        "a=a.npy.gz,b=all.mat:X[2],c=c.npy --transpose b"
      })
  void newRowsInAnyKindOfFile(String views) {
    run("study.yaml", "out");
    String[] words = views.split(" ");
    String files = words[0].replace("=", "=" + dir + "/");
    Cli scored =
        words.length == 1
            ? Cli.run("predict", "--model", dir.resolve("out"), "--views", files)
            : Cli.run(
                "predict", "--model", dir.resolve("out"), "--views", files, words[1], words[2]);
    assertThat(scored.exit()).as(scored.err()).isZero();
    String csv = "a=%1$s/a.csv,b=%1$s/b.csv,c=%1$s/c.csv".formatted(dir);
    assertThat(scored.out())
        .startsWith("id,class,")
        .isEqualTo(Cli.run("predict", "--model", dir.resolve("out"), "--views", csv).out());
    assertThat(scored.out().lines()).hasSize(MatrixStudy.ROWS + 1);
  }

  @Test
  void aCutDataSetIsWrittenAsCsv() throws IOException {
    put(study, POOLED);
    String hash = run("study.yaml", "out").hash();
    Cli split = Cli.run("data", "split", study, "--out", dir.resolve("cut"));
    assertThat(split.exit()).as(split.err()).isZero();
    Path party = dir.resolve("cut");
    try (var folders = Files.list(dir.resolve("cut"))) {
      party = folders.filter(Files::isDirectory).sorted().findFirst().orElseThrow();
    }
    assertThat(read(party.resolve("a.csv"))).startsWith("id,1,2,3\n");
    assertThat(read(party.resolve("labels.csv"))).startsWith("id,label\n").contains(",1\n", ",2\n");
    assertThat(Cli.run("run", party.resolveSibling("study.yaml"), "--out", dir.resolve("c")).exit())
        .isZero();
    change(study, "{npy: a.npy.gz}", "{csv: a.csv, id: id}");
    change(study, "{mat: all.mat, variable: 'X[2]', transpose: true}", "{csv: b.csv, id: id}");
    change(study, "{mat: all.mat, variable: gt}", "{csv: labels.csv, id: id, column: label}");
    assertThat(run("study.yaml", "csv").hash()).isEqualTo(hash);
  }

  @Test
  void partiesWithRowsOfTheirOwn() {
    String sites =
        """
        study: sites
        method: hfedmv
        settings: {beta: 0.5, zeta: 2, eta: 1}
        views: [a, b]
        parties:
          maple:
            data: {a: A, b: B}
            labels: L
          birch:
            data: {a: {csv: a.csv, id: id}, b: B}
            labels: {csv: labels.csv, id: id, column: label}
        evaluate: {split: stratified, test: 0.25, repeats: 1}
        report: {points: 0}
        """;
    put(
        study,
        sites
            .replace(" A,", " {npy: a.npy.gz},")
            .replace(" B}", " {mat: all.mat, variable: 'X{2}', transpose: true}}")
            .replace(" L\n", " {mat: all.mat, variable: gt}\n"));
    put(
        dir.resolve("csv.yaml"),
        sites
            .replace(" A,", " {csv: a.csv, id: id},")
            .replace(" B}", " {csv: b.csv, id: id}}")
            .replace(" L\n", " {csv: labels.csv, id: id, column: label}\n"));
    assertThat(run("study.yaml", "out").hash()).isEqualTo(run("csv.yaml", "csv").hash());
  }

  @Test
  void missingNumbersAreFilledIfTheStudySaysSo() {
    double[][] gaps = new double[MatrixStudy.ROWS][2];
    for (int i = 0; i < gaps.length; i++) {
      gaps[i] = new double[] {i % 7 == 0 ? Double.NaN : i % 5, i % 3 == 0 ? -9 : i};
    }
    MatrixStudy.npy(dir.resolve("c.npy"), gaps);
    StringBuilder csv = new StringBuilder("id,1,2\n");
    for (int i = 0; i < gaps.length; i++) {
      csv.append("%d,%s,%s%n".formatted(i, gaps[i][0], gaps[i][1]));
    }
    put(dir.resolve("c.csv"), csv.toString());
    for (String file : new String[] {"study.yaml", "csv.yaml"}) {
      change(dir.resolve(file), "seed: 3", "missing: {fill: mean, values: {2: [-9]}}\nseed: 3");
    }
    assertThat(run("study.yaml", "out").hash()).isEqualTo(run("csv.yaml", "csv").hash());
  }

  @Test
  void onlyTheColumnsThatAnEarlierModelFoundImportant() {
    run("study.yaml", "out");
    change(study, "seed: 3", "select: {model: out, keep: 30}\nseed: 3");
    run("study.yaml", "some");
    Cli scored =
        Cli.run(
            "predict",
            "--model",
            dir.resolve("some"),
            "--views",
            "a=%1$s/a.npy.gz,b=%1$s/b.csv,c=%1$s/c.csv".formatted(dir));
    assertThat(read(dir.resolve("some/model/maple.json")))
        .contains("\"name\" : \"1\"", "\"matrixColumns\" : 3")
        .doesNotContain("\"name\" : \"2\"", "\"name\" : \"3\"");
    assertThat(scored.exit()).as(scored.err()).isZero();
    assertThat(scored.out().lines()).hasSize(MatrixStudy.ROWS + 1);
  }

  @Test
  void inspectionTellsShapeAndScale() {
    MatrixStudy.npy(
        dir.resolve("c.npy"), new double[][] {{1, 7, 0}, {2, 7, Double.NaN}, {3, 7, 1}});
    assertThat(Cli.run("data", "inspect", dir.resolve("c.npy")).out())
        .contains("c.npy: 3 rows × 3 columns")
        .containsPattern("could be the id +the row's number")
        .containsPattern("numeric +3 columns, standard deviations from 0\\.00 to 0\\.816")
        .containsPattern("constant +1: 2")
        .containsPattern("missing cells +1, most in 3 \\(1\\)")
        .containsPattern("values of 3 +0 \\(1\\), 1 \\(1\\)");
    assertThat(Cli.run("data", "inspect", dir.resolve("all.mat")).out())
        .contains("all.mat: 2 variables")
        .containsPattern("X +cell 1 × 2: \\{1} double 3 × 40, \\{2} double 4 × 40")
        .containsPattern("gt +double 1 × 40");
    assertThat(Cli.run("data", "inspect", "--transpose", dir.resolve("all.mat") + ":gt").out())
        .contains("all.mat:gt: 40 rows × 1 columns")
        .containsPattern("values of 1 +1 \\(20\\), 2 \\(20\\)");
  }

  private Cli run(String file, String out) {
    Cli cli = Cli.run("run", dir.resolve(file), "--out", dir.resolve(out), "--json");
    assertThat(cli.exit()).as(cli.err()).isZero();
    return cli;
  }
}
