package io.parallax.cli;

import static io.parallax.cli.SmallStudy.change;
import static io.parallax.cli.SmallStudy.put;
import static io.parallax.cli.SmallStudy.read;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One mistake in the data at a time: exit code 2, one line that says where, and no traces. */
class BadDataTest {
  @TempDir Path dir;
  private Path study;

  @BeforeEach
  void writeAStudyThatRuns() {
    study = SmallStudy.write(dir);
  }

  @Test
  void aMissingFileIsNamed() throws IOException {
    Files.delete(dir.resolve("b.csv"));
    assertThat(Refusal.of(dir)).contains("DIR/b.csv");
    Files.createDirectory(dir.resolve("b.csv"));
    assertThat(Refusal.of(dir)).contains("DIR/b.csv");
  }

  @Test
  void aMissingColumnIsNamedWithTheNearestOne() throws IOException {
    change(study, "csv: b.csv, id: id", "csv: b.csv, id: ids");
    assertThat(Refusal.of(dir))
        .isEqualTo(
            "DIR/b.csv: no column 'ids' for the id; did you mean 'id'? the file has id, b0, b1, b2");
    SmallStudy.write(dir);
    change(study, "column: label", "column: class");
    assertThat(Refusal.of(dir))
        .isEqualTo("DIR/labels.csv: no column 'class' for the label; the file has id, label");
  }

  @Test
  void anIdThatOccursTwiceIsRefusedWithBothLines() throws IOException {
    Path file = dir.resolve("b.csv");
    change(file, "\np7,", "\np3,");
    assertThat(Refusal.of(dir))
        .isEqualTo("DIR/b.csv line 9: the same id as on line 5; every id may occur once");
  }

  @Test
  void aCellThatIsNoNumberIsRefusedWithItsPlace() throws IOException {
    Path file = dir.resolve("b.csv");
    put(file, read(file).replaceFirst("\np7,[^,]*,", "\np7,tall,"));
    assertThat(Refusal.of(dir))
        .isEqualTo(
            "DIR/b.csv line 9, column 'b0': is not a finite number;"
                + " correct it, leave the cell empty, or name the column under 'categorical'");
  }

  @Test
  void aRowOfAnotherLengthIsRefused() throws IOException {
    change(dir.resolve("b.csv"), "\np7,", "\np7,1,");
    assertThat(Refusal.of(dir))
        .isEqualTo("DIR/b.csv line 9: 5 cells, but the header has 4; correct commas and quotes");
  }

  @Test
  void aMissingValueIsRefusedUnlessTheStudyAllowsIt() throws IOException {
    Path file = dir.resolve("b.csv");
    put(file, read(file).replaceFirst("\np7,[^,]*,", "\np7,,"));
    assertThat(Refusal.of(dir)).contains("DIR/b.csv", "column 'b0'", "missing", "mean");
    for (String scale : new String[] {"true", "false"}) {
      put(study, SmallStudy.YAML + "missing: mean\nscale: " + scale + "\n");
      Cli cli = Cli.run("run", study, "--out", dir.resolve("scale-" + scale));
      assertThat(cli.exit()).as(cli.err()).isZero();
    }
  }

  @Test
  void aMissingLabelIsRefused() throws IOException {
    change(dir.resolve("labels.csv"), "p7,ill", "p7,");
    assertThat(Refusal.of(dir))
        .isEqualTo(
            "DIR/labels.csv line 9, column 'label': has no label; fill it in or remove the row");
  }

  @Test
  void partiesWithoutACommonIdAreRefused() throws IOException {
    Path file = dir.resolve("b.csv");
    put(file, read(file).replace("\np", "\nq"));
    assertThat(Refusal.of(dir))
        .isEqualTo(
            "no id occurs in all of DIR/labels.csv (40 ids), party maple (40 ids), party birch (40"
                + " ids), party cedar (40 ids); check that the ids are alike");
  }

  @Test
  void idsThatNotEverybodyHoldsAreLeftOutAndCounted() {
    Path file = dir.resolve("b.csv");
    put(file, read(file).lines().limit(31).collect(Collectors.joining("\n", "", "\n")));
    Cli cli = Cli.run("run", study, "--out", dir.resolve("out"));
    assertThat(cli.exit()).as(cli.err()).isZero();
    assertThat(cli.out()).contains("30 samples");
    assertThat(cli.err().lines())
        .contains("party maple: 10 of 40 ids are not held by everybody and are left out");
  }

  @Test
  void oneClassIsNotEnough() throws IOException {
    Path file = dir.resolve("labels.csv");
    put(file, read(file).replace("ill", "well"));
    assertThat(Refusal.of(dir))
        .isEqualTo(
            "DIR/labels.csv: column 'label' holds one class only; a classifier needs two or more");
  }

  @Test
  void oneClassAmongTheCommonIdsIsNotEnough() throws IOException {
    Path file = dir.resolve("labels.csv");
    put(file, read(file).replace("ill", "well") + "stranger,ill\n");
    assertThat(Refusal.of(dir)).contains("class");
  }

  @Test
  void aClassWithTooFewRowsForTheFoldsIsRefused() throws IOException {
    Path file = dir.resolve("labels.csv");
    put(file, read(file).replaceAll("(p[5-9]|p[123][0-9]),ill", "$1,well"));
    change(study, "stratified, test: 0.25, repeats: 2", "folds, folds: 4");
    assertThat(Refusal.of(dir))
        .isEqualTo(
            "class 1 of 2, in order, has 2 of the common rows, too few for 4 folds; leave it out or"
                + " add rows");
    change(study, "folds, folds: 4", "stratified, test: 0.25, repeats: 2");
    change(file, "p3,ill", "p3,well");
    assertThat(Refusal.of(dir))
        .isEqualTo(
            "class 1 of 2, in order, has 1 of the common rows, too few for training and test;"
                + " leave it out or add rows");
  }

  @Test
  void aNumberTooLargeToSquareIsRefused() throws IOException {
    Path file = dir.resolve("b.csv");
    put(file, read(file).replaceFirst("\np7,[^,]*,", "\np7,1e200,"));
    assertThat(Refusal.of(dir))
        .matches("party birch: column '\\w+' has values too large to square; scale it down");
  }

  @Test
  void generatedSessionsHaveTheirOwnViewsOnly() throws IOException {
    String generated =
        """
        study: made
        method: vfedmv
        data: {generate: typing-sessions, sessions: 200}
        parties: {maple: {view: alphanum, labels: true}, birch: {view: specials}}
        """;
    put(study, generated);
    assertThat(Refusal.of(dir))
        .endsWith(
            "typing sessions have no view 'specials'; did you mean 'special'?"
                + " Known are: alphanum, special, accel");
    change(study, "typing-sessions", "typing");
    assertThat(Refusal.of(dir))
        .isEqualTo(
            "DIR/study.yaml:3: data.generate is 'typing' and must be one of [typing-sessions]");
    put(study, generated);
    change(study, "200", "99");
    assertThat(Refusal.of(dir))
        .isEqualTo("DIR/study.yaml:3: data needs at least 3 users and 8 sessions for each of them");
  }

  @Test
  void aRunFolderThatIsAFileIsRefused() throws IOException {
    put(dir.resolve("out"), "");
    assertThat(Refusal.of(dir)).isEqualTo("DIR/out is a file; choose a folder for --out");
  }

  @Test
  void aStudyRunsInItsFolderOnceItsDataAreCorrected() throws IOException {
    Path file = dir.resolve("b.csv");
    String good = read(file);
    put(file, good.replaceFirst("\np7,[^,]*,", "\np7,tall,"));
    Refusal.of(dir);
    put(file, good);
    Cli cli = Cli.run("run", study, "--out", dir.resolve("out"));
    assertThat(cli.exit()).as(cli.err()).isZero();
  }

  @Test
  void aColumnWithTheNameOfTheLabelIsNotTakenForAFeature() throws IOException {
    Path file = dir.resolve("b.csv");
    put(file, read(file).replaceFirst(",b1", ",label"));
    assertThat(Refusal.of(dir))
        .isEqualTo(
            "party birch: DIR/b.csv has a column 'label', the name of the label column; take it out,"
                + " or rename it if it is something else");
  }
}
