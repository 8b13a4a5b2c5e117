package io.parallax.cli;

import static io.parallax.cli.SmallStudy.change;
import static io.parallax.cli.SmallStudy.put;
import static io.parallax.cli.SmallStudy.read;
import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.core.BadInput;
import io.parallax.core.Methods;
import io.parallax.study.file.StudyFile;
import io.parallax.study.rows.StudyReader;
import io.parallax.study.rows.StudySplits;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What people who come from other programs, or from a paper, are told. */
class HelpfulWordsTest {
  @TempDir Path dir;
  private Path study;

  @BeforeEach
  void write() {
    study = SmallStudy.write(dir);
    change(study, "repeats: 2", "repeats: 1");
    change(study, "seed: 3", "seed: 3\nmodel: false\nreport: {points: 0}");
  }

  private Cli run() {
    return Cli.run("run", study, "--out", dir.resolve("out"));
  }

  @ParameterizedTest
  @CsvSource({"V-FedMV,vfedmv", "The joint model,joint", "FedAVG,fedavg", "h_fedmv,hfedmv"})
  void aMethodIsFoundByItsNameInPrint(String printed, String name) {
    Assertions.assertThatThrownBy(() -> Methods.named(printed))
        .isInstanceOf(BadInput.class)
        .hasMessageStartingWith(
            "there is no method '%s'; did you mean '%s'? Known are: apfed, "
                .formatted(printed, name));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "class_weight: balanced | no method weighs classes; metrics have balanced accuracy",
        "metrics: [auc] | all metrics of the task are computed; 'search: {by: auc}'",
        "task: regression | the task follows from the party's 'labels' (classes), its 'target'",
        "threshold: 0.3 | the highest score decides; the report's ROC shows",
        "calibration: isotonic | write 'certainty: true', which calibrates probabilities",
        "random_state: 4 | write 'seed'",
        "test_size: 0.3 | write 'evaluate: {test: 0.2, repeats: 10}'",
        "epochs: 9 | the number of rounds is 'stop: {rounds: 200}'",
        "labels: {csv: x} | it belongs to a party",
      })
  void keysOfOtherProgramsAreExplained(String line, String words) {
    change(study, "seed: 3", line + "\nseed: 3");
    String key = line.substring(0, line.indexOf(':'));
    assertThat(run().err())
        .startsWith("parallax: " + study + ":11: unknown key '" + key + "': " + words);
  }

  @Test
  void aMissingBlankBehindAColonIsShown() {
    change(study, "study: small", "study:small");
    assertThat(run().err())
        .isEqualTo("parallax: " + study + ":1: no blank behind the colon; write 'study: …'\n");
  }

  /** Only people at this machine are told which class it is. */
  @Test
  void aRareClassIsNamedHereAndNotElsewhere() {
    change(dir.resolve("labels.csv"), "p3,ill", "p3,secret");
    assertThat(run().err()).contains("class 'secret' has too few of the common rows");
    Assertions.assertThatThrownBy(
            () -> new StudySplits(StudyReader.load(StudyFile.read(study))).all())
        .isInstanceOfSatisfying(
            BadInput.class,
            bad -> {
              assertThat(bad.getMessage()).contains("class 'secret'");
              assertThat(bad.told())
                  .isEqualTo(
                      "class 2 of 3, in order, has too few of the common rows for training and test; leave it out or add rows");
            });
  }

  @Test
  void labelsThatAreManyNumbersLookLikeAQuantity() {
    Path labels = dir.resolve("labels.csv");
    StringBuilder numbers = new StringBuilder("id,label\n");
    for (int i = 0; i < SmallStudy.ROWS; i++) {
      numbers.append("p%d,%d.5%n".formatted(i, i));
    }
    put(labels, numbers.toString());
    assertThat(run().err())
        .endsWith(
            "parallax: the labels are 40 different numbers and look like a quantity; to learn it, write 'target' in place of 'labels'; to learn classes, group them with 'classes'\n");
  }

  @Test
  void labelsThatAreListsAndViewsThatTellNothingAreNoted() {
    Path labels =
        put(dir.resolve("labels.csv"), read(dir.resolve("labels.csv")).replace(",ill", ",ill|odd"));
    assertThat(labels).exists();
    put(dir.resolve("c.csv"), read(dir.resolve("c.csv")).replaceAll("(?m)^(p\\d+),.*", "$1,1,1,1"));
    Cli run = run();
    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.out())
        .contains(
            "1 of 2 classes in column 'label' are written like lists, such as one|other",
            "view c tells nothing: all its columns have one value only in the training rows");
  }

  @Test
  void idsOfDifferentKindsAreToldApart() {
    put(dir.resolve("b.csv"), read(dir.resolve("b.csv")).replaceAll("(?m)^p(\\d+),", "$1.0,"));
    assertThat(run().err())
        .contains(
            "no id occurs in all of",
            "party birch has numbers with a point, such as 12.0",
            "party maple has words in small letters");
    put(dir.resolve("b.csv"), read(dir.resolve("b.csv")).replaceAll("(?m)^(\\d+)\\.0,", "0$1,"));
    assertThat(run().err()).contains("party birch has numbers with leading zeros, such as 012");
    put(dir.resolve("b.csv"), read(dir.resolve("b.csv")).replaceAll("(?m)^0(\\d+),", "P$1,"));
    assertThat(run().err()).contains("party birch has words in capital letters");
  }

  @Test
  void filesOfOtherProgramsAreRecognised() {
    put(
        dir.resolve("b.csv"),
        read(dir.resolve("b.csv")).replaceAll("(?m)^id,", ",id,").replaceAll("(?m)^p", "0,p"));
    assertThat(run().err())
        .contains("column 1 of the header has no name", "pandas: to_csv(…, index=False)");
    put(dir.resolve("b.csv"), "PK\u0003\u0004 and so on");
    assertThat(run().err())
        .contains("b.csv: this is an Excel file, or another zip archive; read it as xlsx, or save");
  }

  @Test
  void oneRunIsNoComparison() {
    assertThat(Cli.run("runs", "compare", "A").err())
        .isEqualTo(
            "parallax: a comparison needs two runs or more; name them as 'runs' lists them\n");
  }

  @Test
  void methodsTellWhatTheyLearnAndWhoHoldsWhat() {
    assertThat(Cli.run("methods").out().replaceAll("\\s+", " "))
        .contains(
            "vfedmv V-FedMV: classes; different views of the same people; rows of numbers.",
            "hfedmv H-FedMV: classes; different people in the same views;",
            "fedmsgl FedMSGL: groups, without labels; different views of the same people;",
            "regression Regression: numbers, counts, times until an event; different views",
            "fedmood FedMood: classes; different people in the same views; sequences of any length.",
            "people; rows of numbers, images, or sequences of any length. Modes: paper, reference.");
    for (String method : List.of("apfed", "tvfl")) {
      assertThat(Cli.run("methods", "show", method).out())
          .contains("Samples: rows of numbers, images, or sequences of any length");
    }
    assertThat(Cli.run("methods", "show", "joint").out())
        .contains("Samples: rows of numbers, or sequences of any length");
  }

  @Test
  void unusedFeaturesAreCounted() {
    change(study, "model: false\n", "");
    change(study, "beta: 0.5", "beta: 14");
    assertThat(run().exit()).isZero();
    assertThat(Cli.run("explain", "--model", dir.resolve("out")).out())
        .containsPattern(
            "[abc]: weight 0.333, [012] of 3 features used, [123] with weight 0 not shown")
        .doesNotContain("NaN");
  }
}
