package io.parallax.cli;

import static io.parallax.cli.Damage.and;
import static io.parallax.cli.Damage.cut;
import static io.parallax.cli.Damage.every;
import static io.parallax.cli.Damage.first;
import static io.parallax.cli.Damage.folder;
import static io.parallax.cli.Damage.gone;
import static io.parallax.cli.Damage.gzip;
import static io.parallax.cli.Damage.lines;
import static io.parallax.cli.Damage.none;
import static io.parallax.cli.Damage.text;
import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.study.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Mistakes in predict, explain and data split: exit code 2, one line, and no traces. */
class BadModelTest {
  @TempDir static Path trained;
  @TempDir Path dir;

  /** What is wrong, the command (DIR is the folder), and what is said about it. */
  record Case(String what, Damage damage, String command, String message) {
    @Override
    public String toString() {
      return what;
    }
  }

  private static final String PREDICT =
      "predict --model DIR/vertical --views a=DIR/a.csv,b=DIR/b.csv,c=DIR/c.csv";
  private static final String SITE = "predict --model DIR/sites --views DIR/maple.csv";
  private static final String EXPLAIN = "explain --model DIR/vertical";
  private static final String SPLIT = "data split DIR/pooled.yaml --out DIR/parts";
  private static final String DAMAGED = " is damaged; copy it again, or train again";
  private static final String POOLED =
      """
      study: spread
      method: hfedmv
      data:
        views: {a: {csv: a.csv, id: id}, b: {csv: b.csv, id: id}}
        labels: {csv: labels.csv, id: id, column: label}
      partition: {kind: horizontal, parties: 3, how: iid}
      """;

  @BeforeAll
  static void train() {
    Path study = SmallStudy.write(trained);
    SmallStudy.change(study, "repeats: 2", "repeats: 1");
    SmallStudy.change(study, "seed: 3", "report: {points: 0}");
    run(study, "small");
    run(SiteStudy.write(trained), "site");
  }

  private static void run(Path study, String out) {
    Cli cli = Cli.run("run", study, "--out", trained.resolve(out));
    assertThat(cli.exit()).as(cli.err()).isZero();
  }

  @BeforeEach
  void copy() throws IOException {
    SmallStudy.write(dir);
    SiteStudy.write(dir);
    SmallStudy.put(dir.resolve("pooled.yaml"), POOLED);
    copy(trained.resolve("small/model"), dir.resolve("vertical"));
    copy(trained.resolve("site/model"), dir.resolve("sites"));
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectory(to);
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(file.getFileName()));
      }
    }
  }

  private static Case a(String what, Damage damage, String command, String message) {
    return new Case(what, damage, command, message);
  }

  private static Damage certainty(String score, String thresholds) {
    return text(
        "vertical/certainty_thresholds.json",
        """
        {"format": "parallax-model", "formatVersion": 1, "program": "x", "miscoverage": 0.1,
         "per": "class", "score": "%s", "rows": 20, "groups": ["all"], "thresholds": %s,
         "temperatures": []}
        """
            .formatted(score, thresholds));
  }

  private static Damage filled(String word, String fill) {
    return first(
        "vertical/birch.json",
        "\"missing\" : \"error\"",
        "\"missing\": \"" + word + "\", \"fill\": " + fill);
  }

  static Stream<Case> fillsAndThresholds() {
    String part = "DIR/vertical/birch.json" + DAMAGED;
    String file = "DIR/vertical/certainty_thresholds.json" + DAMAGED;
    String others =
        "the model's thresholds of certainty are of other classes than the model; copy its folder again, or train again";
    return Stream.of(
        a("no thresholds", certainty("score", "[]"), PREDICT, file),
        a("words for thresholds", certainty("score", "[[\"a\", 1]]"), PREDICT, file),
        a("an unknown score", certainty("scores", "[[1, 2]]"), PREDICT, file),
        a("thresholds of three classes", certainty("score", "[[1, 2, 3]]"), PREDICT, others),
        a("thresholds of numbers", certainty("number", "[[1]]"), PREDICT, others),
        a("medians of one column", filled("median", "{\"medians\": [1]}"), PREDICT, part),
        a("no medians", filled("median", "{}"), PREDICT, part),
        a("no sample", filled("nearest", "{\"neighbours\": 3}"), PREDICT, part),
        a(
            "an empty row in the sample",
            filled("nearest", "{\"neighbours\": 3, \"sample\": [null]}"),
            PREDICT,
            part),
        a(
            "no neighbours",
            filled("nearest", "{\"neighbours\": 0, \"sample\": [[1, 2, 3]]}"),
            PREDICT,
            part),
        a("an indicator of no column", filled("mean", "{\"indicated\": [7]}"), PREDICT, part),
        a("an indicator of errors", filled("error", "{\"indicated\": [0]}"), PREDICT, part),
        a(
            "a word without its fill",
            first("vertical/birch.json", "\"missing\" : \"error\"", "\"missing\" : \"median\""),
            PREDICT,
            part),
        a(
            "an unknown word",
            first("vertical/birch.json", "\"missing\" : \"error\"", "\"missing\" : \"mode\""),
            PREDICT,
            part));
  }

  static Stream<Case> heads() {
    String head = "DIR/vertical/model.json";
    return Stream.of(
        a(
            "no model",
            none(),
            PREDICT.replace("/vertical", "/none"),
            "DIR/none: no model here; name the folder 'model' of a run, or run a study to get one"),
        a(
            "not a model",
            none(),
            PREDICT.replace("DIR/vertical", "DIR/study.yaml"),
            "DIR/study.yaml: no model here; name the folder 'model' of a run, or run a study to get one"),
        a(
            "another version",
            first("vertical/model.json", "\"formatVersion\" : 1", "\"formatVersion\" : 2"),
            PREDICT,
            head
                + " has format version 2, written by Parallax "
                + Version.NUMBER
                + ", and this program reads version 1; use that program, or train again"),
        a(
            "no version",
            first("vertical/model.json", "\"formatVersion\" : 1,", ""),
            PREDICT,
            head
                + " has format version 0, written by Parallax "
                + Version.NUMBER
                + ", and this program reads version 1; use that program, or train again"),
        a(
            "another format",
            first("vertical/model.json", "parallax-model", "other"),
            PREDICT,
            head + " is not a Parallax model"),
        a(
            "an empty head",
            text("vertical/model.json", ""),
            PREDICT,
            head + " is not a Parallax model"),
        a("a cut head", cut("vertical/model.json", 0.5), PREDICT, head + DAMAGED),
        a(
            "a head without classes",
            first("vertical/model.json", "\"classes\" : \\[.*?\\],", ""),
            PREDICT,
            head + DAMAGED),
        a(
            "a head without parties",
            first("vertical/model.json", "\"parties\" : \\[[^\\]]*\\]", "\"parties\" : []"),
            PREDICT,
            head + DAMAGED),
        a(
            "a head with more",
            first("vertical/model.json", "\"seed\"", "\"more\" : 1, \"seed\""),
            PREDICT,
            head + DAMAGED),
        a(
            "settings out of range",
            first("vertical/model.json", "\"beta\" : 0.5", "\"beta\" : -1"),
            PREDICT,
            head + ":1: settings.beta is -1.0 and must be at least 0.0"),
        a(
            "an unknown method",
            first("vertical/model.json", "\"vfedmv\"", "\"vfedmw\""),
            PREDICT,
            "there is no method 'vfedmw'; did you mean 'vfedmv'? Known are: " + Refusal.METHODS),
        a(
            "explain: no model",
            none(),
            EXPLAIN.replace("/vertical", "/none"),
            "DIR/none: no model here; name the folder 'model' of a run, or run a study to get one"),
        a(
            "explain: another version",
            first("vertical/model.json", "\"formatVersion\" : 1", "\"formatVersion\" : 3"),
            EXPLAIN,
            head
                + " has format version 3, written by Parallax "
                + Version.NUMBER
                + ", and this program reads version 1; use that program, or train again"),
        a(
            "explain: a cut head",
            cut("vertical/model.json", 0.3),
            EXPLAIN + " --json",
            head + DAMAGED));
  }

  static Stream<Case> parts() {
    String part = "DIR/vertical/birch.json";
    return Stream.of(
        a(
            "a missing part",
            gone("vertical/birch.json"),
            PREDICT,
            "DIR/vertical: the part of party birch (birch.json) is not there; ask it for it"),
        a(
            "a part of another version",
            first("vertical/birch.json", "\"formatVersion\" : 1", "\"formatVersion\" : 2"),
            PREDICT,
            part
                + " has format version 2, written by Parallax "
                + Version.NUMBER
                + ", and this program reads version 1; use that program, or train again"),
        a("a cut part", cut("vertical/birch.json", 0.7), PREDICT, part + DAMAGED),
        a("a part that is a folder", folder("vertical/birch.json"), PREDICT, part + DAMAGED),
        a(
            "a part without matrices",
            first("vertical/birch.json", "\"matrices\"", "\"matrix\""),
            PREDICT,
            part + DAMAGED),
        a(
            "a matrix of another view",
            first("vertical/birch.json", "\"b\" : \\[", "\"z\" : ["),
            PREDICT,
            part + DAMAGED),
        a(
            "a matrix too short",
            first("vertical/birch.json", "\"b\" : \\[ \\[[^\\]]*\\], \\[[^\\]]*\\],", "\"b\" : ["),
            PREDICT,
            part + DAMAGED),
        a(
            "a matrix too narrow",
            first("vertical/birch.json", "\"b\" : [^}]*", "\"b\" : [[1], [1], [1]]"),
            PREDICT,
            part + DAMAGED),
        a(
            "a ragged matrix",
            first("vertical/birch.json", "\"b\" : \\[ \\[", "\"b\" : [ [ 1,"),
            PREDICT,
            part + DAMAGED),
        a(
            "a word in a matrix",
            first("vertical/birch.json", "\"b\" : \\[ \\[", "\"b\" : [ [ \"one\","),
            PREDICT,
            part + DAMAGED),
        a(
            "a mean too few",
            first("vertical/birch.json", "\"means\" : \\[[^,]*,", "\"means\" : ["),
            PREDICT,
            part + DAMAGED),
        a(
            "no views",
            first("vertical/birch.json", "\"views\"", "\"view\""),
            PREDICT,
            part + DAMAGED),
        a(
            "an unknown rule",
            first("vertical/birch.json", "\"missing\" : \"error\"", "\"missing\" : \"median\""),
            PREDICT,
            part + DAMAGED),
        a("explain: a cut part", cut("vertical/birch.json", 0.7), EXPLAIN, part + DAMAGED),
        a(
            "a site's missing part",
            gone("sites/maple.json"),
            SITE + " --party maple",
            "DIR/sites: the part of party maple (maple.json) is not there; ask it for it"));
  }

  static Stream<Case> rows() {
    return Stream.of(
        a(
            "a view missing",
            none(),
            PREDICT.replace(",c=DIR/c.csv", ""),
            "the model needs view 'c', too; give its file with --views c=FILE"),
        a(
            "an unknown view",
            none(),
            PREDICT + ",d=DIR/c.csv",
            "the model has no view 'd'; did you mean 'a'? Known are: a, b, c"),
        a(
            "a view twice",
            none(),
            PREDICT + ",c=DIR/b.csv",
            "--views names view 'c' twice; give one file for it"),
        a(
            "a view without file",
            none(),
            PREDICT.replace("c=DIR/c.csv", "c="),
            "--views gives no file for view 'c'; write c=FILE"),
        a(
            "one file for all that has not all",
            none(),
            "predict --model DIR/vertical --views DIR/a.csv",
            "DIR/a.csv: no column 'b0' for the view; did you mean 'a0'? the file has id, a0, a1, a2"),
        a("no such file", gone("b.csv"), PREDICT, "DIR/b.csv: no such file; check the path"),
        a(
            "a folder",
            folder("b.csv"),
            PREDICT,
            "DIR/b.csv: this is a folder; name a CSV file in it"),
        a(
            "an empty file",
            text("b.csv", ""),
            PREDICT,
            "DIR/b.csv: the file is empty; it needs a header row and data"),
        a(
            "a header only",
            lines("b.csv", 1),
            PREDICT,
            "DIR/b.csv: a header but no rows; add the data"),
        a(
            "a truncated gzip",
            and(gzip("b.csv"), cut("b.csv", 0.5)),
            PREDICT,
            "DIR/b.csv: the gzip data is cut off; copy the file again"),
        a(
            "a wrong column",
            first("b.csv", "b1", "b7"),
            PREDICT,
            "DIR/b.csv: no column 'b1' for the view; did you mean 'b0'? the file has id, b0, b7, b2"),
        a(
            "another id column",
            none(),
            PREDICT + " --id patient",
            "DIR/b.csv: no column 'patient' for the id; the file has id, b0, b1, b2"),
        a(
            "an id twice",
            first("b.csv", "\np7,", "\np3,"),
            PREDICT,
            "DIR/b.csv line 9: the same id as on line 5; every id must occur once"),
        a(
            "a word",
            first("b.csv", "\np7,[^,]*,", "\np7,tall,"),
            PREDICT,
            "DIR/b.csv line 9, column 'b0': is not a finite number; correct it, leave the cell empty, or name the column under 'categorical'"),
        a(
            "a missing value",
            first("b.csv", "\np7,[^,]*,", "\np7,,"),
            PREDICT,
            "DIR/b.csv row 8 below the header, column 'b0': the value is missing (1 in all); fill it in, or set 'missing: mean' in the study"),
        a(
            "no common id",
            every("b.csv", "\np", "\nq"),
            PREDICT,
            "no id occurs in all of view a (40 ids), view b (40 ids), view c (40 ids); check that ids are written the same way everywhere"),
        a(
            "an out that is a folder",
            none(),
            PREDICT + " --out DIR/sites",
            "cannot write DIR/sites; choose another --out"),
        a(
            "an out in no folder",
            none(),
            PREDICT + " --out DIR/none/scores.csv",
            "cannot write DIR/none/scores.csv; choose another --out"),
        a(
            "an unknown party",
            none(),
            PREDICT + " --party rowan",
            "the model has no party 'rowan'; it has birch, cedar, maple"),
        a(
            "a party alone",
            none(),
            PREDICT + " --party birch",
            "party birch has no view 'a'; did you mean 'b'? Known are: b"),
        a(
            "a party alone with its view",
            none(),
            "predict --model DIR/vertical --views b=DIR/b.csv --party birch",
            "no party can score rows alone with a model of method vfedmv; leave out --party and give the views of all: a, b, c"),
        a(
            "a site's unknown party",
            none(),
            SITE + " --party rowan",
            "the model has no party 'rowan'; it has birch, cedar, maple"),
        a(
            "an unknown category",
            first("maple.csv", "mild", "medium"),
            SITE,
            "DIR/maple.csv line LINE, column 'pain': is not one of its 3 categories; correct it, or add the category to the study"),
        a(
            "a site's column missing",
            first("maple.csv", "chol", "cholesterol"),
            SITE,
            "DIR/maple.csv: no column 'chol' for the view; the file has id, age, sex, pain, cholesterol and 1 more"));
  }

  static Stream<Case> splits() {
    return Stream.of(
        a(
            "split: no partition",
            none(),
            "data split DIR/study.yaml --out DIR/parts",
            "DIR/study.yaml: no 'partition' that says how to cut the data; add one, such as partition: {kind: horizontal, parties: 4}"),
        a(
            "split: no study",
            none(),
            "data split DIR/none.yaml --out DIR/parts",
            "there is no study file DIR/none.yaml; check the path"),
        a(
            "split: not empty",
            none(),
            SPLIT.replace("parts", "sites"),
            "DIR/sites is not empty; choose another --out"),
        a(
            "split: a file",
            none(),
            SPLIT.replace("parts", "a.csv"),
            "DIR/a.csv is a file; choose a folder for --out"),
        a(
            "split: below a file",
            none(),
            SPLIT.replace("parts", "a.csv/parts"),
            "cannot write to DIR/a.csv/parts; choose another --out"),
        a(
            "split: braces",
            text(
                "pooled.yaml",
                "{study: s, method: hfedmv, data: {views: {a: {csv: a.csv, id: id}}, labels: {csv: labels.csv, id: id, column: label}}, partition: {kind: horizontal}}"),
            SPLIT,
            "DIR/pooled.yaml is written in braces; write each key on a line of its own"),
        a(
            "split: a party without rows",
            first(
                "pooled.yaml", "parties: 3, how: iid", "parties: 9, how: dirichlet, alpha: 0.001"),
            SPLIT,
            "party party-1 has no rows in the data; use fewer parties or a larger alpha"),
        a(
            "split: more parties than rows",
            first("pooled.yaml", "parties: 3", "parties: 41"),
            SPLIT,
            "partition.parties is 41 and must lie between 1 and 40"),
        a(
            "split: an unknown subject",
            first("pooled.yaml", "parties: 3, how: iid", "how: subject, column: ward"),
            SPLIT,
            "DIR/labels.csv: no column 'ward' for the subject; the file has id, label"),
        a(
            "split: a bad cell",
            first("b.csv", "\np7,[^,]*,", "\np7,tall,"),
            SPLIT,
            "DIR/b.csv line 9, column 'b0': is not a finite number; correct it, leave the cell empty, or name the column under 'categorical'"),
        a(
            "split: a bad view name",
            first("pooled.yaml", "\\{a:", "{a/a:"),
            SPLIT,
            "DIR/pooled.yaml: view 'a/a' cannot name a file; use 1 to 64 letters, digits, dots, dashes"));
  }

  @ParameterizedTest
  @MethodSource({"fillsAndThresholds", "heads", "parts", "rows", "splits"})
  void isToldInOneLine(Case one) throws IOException {
    one.damage().in(dir);
    Object[] arguments = one.command().replace("DIR", dir.toString()).split(" ");
    assertThat(Refusal.of(dir, arguments).replaceFirst("line \\d+(, column 'pain')", "line LINE$1"))
        .isEqualTo(one.message());
  }
}
