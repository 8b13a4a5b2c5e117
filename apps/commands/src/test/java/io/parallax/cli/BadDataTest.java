package io.parallax.cli;

import static io.parallax.cli.Damage.and;
import static io.parallax.cli.Damage.bytes;
import static io.parallax.cli.Damage.cut;
import static io.parallax.cli.Damage.every;
import static io.parallax.cli.Damage.first;
import static io.parallax.cli.Damage.folder;
import static io.parallax.cli.Damage.gone;
import static io.parallax.cli.Damage.gzip;
import static io.parallax.cli.Damage.lines;
import static io.parallax.cli.Damage.text;
import static io.parallax.cli.SmallStudy.change;
import static io.parallax.cli.SmallStudy.put;
import static io.parallax.cli.SmallStudy.read;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One mistake in the data at a time: exit code 2, one line that says where, and no traces. */
class BadDataTest {
  @TempDir Path dir;
  private Path study;

  @BeforeEach
  void writeAStudyThatRuns() {
    study = SmallStudy.write(dir);
  }

  /** What is wrong with the data, and what is said about it. */
  record Case(String what, Damage damage, String message) {
    @Override
    public String toString() {
      return what;
    }
  }

  private static final String NO_NUMBER =
      "is not a finite number; correct it, leave the cell empty, or name the column under"
          + " 'categorical'";

  private static Case a(String what, Damage damage, String message) {
    return new Case(what, damage, message);
  }

  static Stream<Case> cases() {
    return Stream.of(
        a("missing file", gone("b.csv"), "party birch: there is no file DIR/b.csv; check the path"),
        a("folder", folder("b.csv"), "party birch: DIR/b.csv is a folder; name a CSV file in it"),
        a(
            "missing label file",
            gone("labels.csv"),
            "party maple: there is no file DIR/labels.csv; check the path"),
        a(
            "empty file",
            text("b.csv", ""),
            "DIR/b.csv: the file is empty; it needs a header row and data"),
        a(
            "empty label file",
            text("labels.csv", ""),
            "DIR/labels.csv: the file is empty; it needs a header row and data"),
        a("header only", lines("b.csv", 1), "DIR/b.csv: a header but no rows; add the data"),
        a(
            "header only, labels",
            lines("labels.csv", 1),
            "DIR/labels.csv: a header but no rows; add the data"),
        a(
            "UTF-16 with its mark",
            encoded(StandardCharsets.UTF_16),
            "DIR/b.csv: the text is UTF-16, not UTF-8; save the file as UTF-8"),
        a(
            "UTF-16 without",
            encoded(StandardCharsets.UTF_16LE),
            "DIR/b.csv: the text is UTF-16, not UTF-8; save the file as UTF-8"),
        a(
            "Latin-1",
            and(first("b.csv", "b1", "br\u00e9"), encoded(StandardCharsets.ISO_8859_1)),
            "DIR/b.csv: the text is not UTF-8; save the file as UTF-8"),
        a(
            "truncated gzip",
            and(gzip("b.csv"), cut("b.csv", 0.5)),
            "DIR/b.csv: the gzip data is cut off; copy the file again"),
        a(
            "gzip of two bytes",
            bytes("b.csv", new byte[] {0x1f, (byte) 0x8b}),
            "DIR/b.csv: the gzip data is cut off; copy the file again"),
        a(
            "damaged gzip",
            and(gzip("b.csv"), folder -> spoil(folder.resolve("b.csv"))),
            "DIR/b.csv: the gzip data is damaged; copy the file again"),
        a(
            "truncated gzip of labels",
            and(gzip("labels.csv"), cut("labels.csv", 0.5)),
            "DIR/labels.csv: the gzip data is cut off; copy the file again"),
        a(
            "a cell too many",
            first("b.csv", "\np7,", "\np7,1,"),
            "DIR/b.csv line 9: 5 cells, but the header has 4; correct commas and quotes"),
        a(
            "a cell too few",
            first("b.csv", "\np7,[^,]*,", "\np7,"),
            "DIR/b.csv line 9: 3 cells, but the header has 4; correct commas and quotes"),
        a(
            "decimal comma",
            first("b.csv", "\np7,[^,]*,", "\np7,1,5,"),
            "DIR/b.csv line 9: 5 cells, but the header has 4; correct commas and quotes"),
        a(
            "an open quote",
            first("b.csv", "\np7,[^,]*,", "\np7,\"1,"),
            "DIR/b.csv line 9: 2 cells, but the header has 4; correct commas and quotes"),
        a(
            "semicolons",
            every("b.csv", ",", ";"),
            "DIR/b.csv: no column 'id' for the id; the header has no commas; say what stands between the columns: separator: \";\""),
        a(
            "a word",
            first("b.csv", "\np7,[^,]*,", "\np7,tall,"),
            "DIR/b.csv line 9, column 'b0': " + NO_NUMBER),
        a(
            "infinity",
            first("b.csv", "\np7,[^,]*,", "\np7,Infinity,"),
            "DIR/b.csv line 9, column 'b0': " + NO_NUMBER),
        a(
            "-inf",
            first("b.csv", "\np7,[^,]*,", "\np7,-inf,"),
            "DIR/b.csv line 9, column 'b0': " + NO_NUMBER),
        a(
            "beyond doubles",
            first("b.csv", "\np7,[^,]*,", "\np7,1e999,"),
            "DIR/b.csv line 9, column 'b0': " + NO_NUMBER),
        a(
            "hexadecimal",
            first("b.csv", "\np7,[^,]*,", "\np7,0x1F,"),
            "DIR/b.csv line 9, column 'b0': " + NO_NUMBER),
        a(
            "too large to square",
            first("b.csv", "\np7,[^,]*,", "\np7,1e200,"),
            "party birch: column 'b0' has values too large to square; scale it down"),
        a(
            "NaN",
            first("b.csv", "\np7,[^,]*,", "\np7,NaN,"),
            "DIR/b.csv row 8 below the header, column 'b0': the value is missing (1 in all); fill it in, or set 'missing: mean' in the study"),
        a(
            "missing cells",
            and(first("b.csv", "\np7,[^,]*,", "\np7,,"), first("b.csv", "\np9,[^,]*,", "\np9,?,")),
            "DIR/b.csv row 8 below the header, column 'b0': the value is missing (2 in all); fill it in, or set 'missing: mean' in the study"),
        a(
            "an id twice",
            first("b.csv", "\np7,", "\np3,"),
            "DIR/b.csv line 9: the same id as on line 5; every id must occur once"),
        a(
            "an id twice, labels",
            first("labels.csv", "\np7,", "\np3,"),
            "DIR/labels.csv line 9: the same id as on line 5; every id must occur once"),
        a(
            "no id",
            first("b.csv", "\np7,", "\n ,"),
            "DIR/b.csv line 9: the id is empty; give every row an id"),
        a(
            "ids unlike",
            every("b.csv", "\np", "\nq"),
            "no id occurs in all of DIR/labels.csv (40 ids), party maple (40 ids), party birch (40 ids), party cedar (40 ids); check that ids are written the same way everywhere"),
        a(
            "a column without name",
            first("b.csv", "b1", ""),
            "DIR/b.csv: column 3 of the header has no name; give it one"),
        a(
            "a column twice",
            first("b.csv", "b1", "b0"),
            "DIR/b.csv: columns 2 and 3 of the header have the same name; rename one (is it a header?)"),
        a(
            "only ids",
            every("b.csv", "(?m)^([^,]*),.*$", "$1"),
            "DIR/b.csv: no column besides the id; a table needs at least one"),
        a(
            "the id column's name",
            first("study.yaml", "csv: b.csv, id: id", "csv: b.csv, id: ids"),
            "DIR/b.csv: no column 'ids' for the id; did you mean 'id'? the file has id, b0, b1, b2"),
        a(
            "the label column's name",
            first("study.yaml", "column: label", "column: class"),
            "DIR/labels.csv: no column 'class' for the label; the file has id, label"),
        a(
            "a view's column's name",
            first("study.yaml", "csv: b.csv, id: id", "csv: b.csv, id: id, columns: [b0, b3]"),
            "DIR/b.csv: no column 'b3' for the view; did you mean 'b0'? the file has id, b0, b1, b2"),
        a(
            "the id as a feature",
            first("study.yaml", "csv: b.csv, id: id", "csv: b.csv, id: id, columns: [b0, id]"),
            "party birch: column 'id' is the id and cannot be a feature; take it out of the columns"),
        a(
            "the label as a feature",
            first("b.csv", ",b1", ",label"),
            "party birch: DIR/b.csv has a column 'label', the name of the label column; take it out, or rename it if it is something else"),
        a(
            "a missing label",
            first("labels.csv", "p7,ill", "p7,"),
            "DIR/labels.csv line 9, column 'label': has no label; fill it in or remove the row"),
        a(
            "one class",
            every("labels.csv", "ill", "well"),
            "DIR/labels.csv: column 'label' holds one class only; a classifier needs two or more"),
        a(
            "one class among the common ids",
            and(
                every("labels.csv", "ill", "well"),
                folder ->
                    put(
                        folder.resolve("labels.csv"),
                        read(folder.resolve("labels.csv")) + "stranger,ill\n")),
            "DIR/labels.csv: only 1 of its 2 classes are among the ids that all parties hold; check that the ids are alike"),
        a(
            "a class smaller than the folds",
            and(
                first(
                    "study.yaml",
                    "stratified, test: 0.25, repeats: 2",
                    "stratified-folds, folds: 4"),
                few(2)),
            "class 'ill' has too few of the common rows for 4 folds; leave it out or add rows"),
        a(
            "more folds than rows",
            first(
                "study.yaml", "stratified, test: 0.25, repeats: 2", "stratified-folds, folds: 50"),
            "class 'ill' has too few of the common rows for 50 folds; leave it out or add rows"),
        a(
            "more folds than common rows",
            first("study.yaml", "stratified, test: 0.25, repeats: 2", "folds, folds: 50"),
            "the parties have in common 40 rows, too few for 50 folds; add rows"),
        a(
            "a uniform split without a class",
            and(first("study.yaml", "stratified, test: 0.25", "random, test: 0.9"), few(1)),
            "class 'ill' is not among the training rows of every split; hold out other or fewer rows, leave the class out, or draw splits by class: 'evaluate: {split: stratified}'"),
        a(
            "a class of one row",
            few(1),
            "class 'ill' has too few of the common rows for training and test; leave it out or add rows"),
        a(
            "a named class of one row",
            and(first("study.yaml", "seed: 3", "classes: {sick: [ill], fine: [well]}"), few(1)),
            "class 'sick' has too few of the common rows for training and test; leave it out or add rows"),
        a(
            "a class smaller than the search's folds",
            and(first("study.yaml", "seed: 3", "search: {eta: [1, 2]}"), few(4)),
            "class 'ill' has too few training rows for the search's 5 folds; add rows, or change 'search'"),
        a(
            "a class too small to search with a holdout",
            and(first("study.yaml", "seed: 3", "search: {eta: [1, 2], holdout: 0.3}"), few(2)),
            "class 'ill' has too few training rows for the search's holdout; add rows, or change 'search'"),
        a(
            "a label of no class",
            first("study.yaml", "seed: 3", "classes: {sick: [ill], fine: [good]}"),
            "DIR/labels.csv: a label belongs to none of the study's classes; add it to one (20 rows have it)"),
        a(
            "one class used of two",
            first("study.yaml", "seed: 3", "classes: {all: [ill, well], other: [none]}"),
            "DIR/labels.csv: only 1 of its 2 classes are among the ids that all parties hold; check that the ids are alike"),
        a(
            "a categorical column nobody has",
            first("study.yaml", "seed: 3", "categorical: [bb1]"),
            "categorical names column 'bb1', which no view has; did you mean 'b1'?"),
        a(
            "a category not listed",
            first("study.yaml", "seed: 3", "categorical: {b1: [1, 2]}"),
            "DIR/b.csv line 2, column 'b1': is not one of its 2 categories; correct it, or add the category to the study"),
        a(
            "a categorical column without a value",
            and(
                first("study.yaml", "seed: 3", "categorical: [b2]"),
                every("b.csv", ",[-.0-9E]+\n", ",\n")),
            "column 'b2' has no value at all, so it has no categories"),
        a(
            "a missing.values column nobody has",
            first("study.yaml", "seed: 3", "missing: {values: {d1: [0]}}"),
            "missing.values names column 'd1', which no view has; did you mean 'a1'?"),
        a(
            "a run folder that is a file",
            text("out", ""),
            "DIR/out is a file; choose a folder for --out"),
        a(
            "a run folder with another run",
            and(folder("out"), text("out/manifest.json", "{}")),
            "DIR/out holds another run (other study, data, seed or version); choose another --out"),
        a(
            "a study in UTF-16",
            folder ->
                Files.write(
                    folder.resolve("study.yaml"),
                    SmallStudy.YAML.getBytes(StandardCharsets.UTF_16)),
            "DIR/study.yaml is not UTF-8 text; save it as UTF-8"),
        a(
            "parties of different people without views",
            first("study.yaml", "vfedmv\nmode: best", "hfedmv"),
            "H-FedMV needs every party to hold all views and the labels of its samples; party maple does not; give it all, or use V-FedMV if parties hold different views"));
  }

  private static Damage encoded(Charset charset) {
    return folder ->
        Files.write(folder.resolve("b.csv"), read(folder.resolve("b.csv")).getBytes(charset));
  }

  private static void spoil(Path file) throws IOException {
    byte[] all = Files.readAllBytes(file);
    Arrays.fill(all, all.length / 2, all.length / 2 + 20, (byte) 0xff);
    Files.write(file, all);
  }

  /** Leaves only so many of the ill. */
  private static Damage few(int ill) {
    return folder -> {
      Path file = folder.resolve("labels.csv");
      String text = read(file);
      for (int i = 2 * ill + 1; i < SmallStudy.ROWS; i += 2) {
        text = text.replace("p" + i + ",ill", "p" + i + ",well");
      }
      put(file, text);
    };
  }

  @ParameterizedTest
  @MethodSource("cases")
  void isToldInOneLine(Case one) throws IOException {
    one.damage().in(dir);
    assertThat(Refusal.of(dir)).isEqualTo(one.message());
  }

  @Test
  @EnabledOnOs(OS.LINUX) // has a file that even its owner cannot read from the beginning
  void anUnreadableFileIsNamed() throws IOException {
    change(study, "csv: b.csv", "csv: /proc/self/mem");
    assertThat(Refusal.of(dir))
        .isEqualTo("party birch: cannot read /proc/self/mem; check its rights");
  }

  @Test
  void aMissingValueIsFilledIfTheStudyAllowsIt() {
    Path file = dir.resolve("b.csv");
    put(file, read(file).replaceFirst("\np7,[^,]*,", "\np7,,"));
    for (String scale : new String[] {"true", "false"}) {
      put(study, SmallStudy.YAML + "missing: mean\nscale: " + scale + "\n");
      Cli cli = Cli.run("run", study, "--out", dir.resolve("scale-" + scale));
      assertThat(cli.exit()).as(cli.err()).isZero();
    }
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
  void aClassWithTooFewRowsForTheFoldsIsRefused() throws IOException {
    Path file = dir.resolve("labels.csv");
    put(file, read(file).replaceAll("(p[5-9]|p[123][0-9]),ill", "$1,well"));
    change(study, "stratified, test: 0.25, repeats: 2", "stratified-folds, folds: 4");
    assertThat(Refusal.of(dir))
        .isEqualTo(
            "class 'ill' has too few of the common rows for 4 folds; leave it out or"
                + " add rows");
    change(study, "stratified-folds, folds: 4", "stratified, test: 0.25, repeats: 2");
    change(file, "p3,ill", "p3,well");
    assertThat(Refusal.of(dir))
        .isEqualTo(
            "class 'ill' has too few of the common rows for training and test;"
                + " leave it out or add rows");
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
  void aStudyRunsInItsFolderOnceItsDataAreCorrected() throws IOException {
    Path file = dir.resolve("b.csv");
    String good = read(file);
    put(file, good.replaceFirst("\np7,[^,]*,", "\np7,tall,"));
    Refusal.of(dir);
    put(file, good);
    Cli cli = Cli.run("run", study, "--out", dir.resolve("out"));
    assertThat(cli.exit()).as(cli.err()).isZero();
  }
}
