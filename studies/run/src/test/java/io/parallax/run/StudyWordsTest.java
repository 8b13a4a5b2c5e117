package io.parallax.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.study.file.StudyFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a study file says about rows, in words. */
class StudyWordsTest {
  @TempDir Path dir;

  @BeforeEach
  void aFile() throws Exception {
    Files.writeString(dir.resolve("a.csv"), "id,x,y,chol\n1,2,3,4\n");
    Files.writeString(dir.resolve("b.csv"), "id,z\n1,2\n");
  }

  private StudyWords words(String more) {
    String yaml =
        """
        study: words
        method: vfedmv
        parties:
          maple: {view: a, data: {csv: a.csv, id: id}, labels: {column: y}}
          birch: {view: b, data: {csv: b.csv, id: id}}
        %s
        """
            .formatted(more);
    return new StudyWords(StudyFile.parse("words.yaml", yaml, dir));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{split: random, test: 0.25, repeats: 3} | 25 % of the rows, drawn at random 3 times",
        "{split: stratified, test: 0.2, repeats: 1} | 20 % of every class, drawn at random once",
        "{folds: 5} | each of 5 folds of the rows once",
        "{split: stratified-folds, folds: 4} | each of 4 folds of every class once",
        "{split: last, test: 0.1, repeats: 2} | the last 10 % of all rows, the same every time",
        "{split: subjects, column: x, repeats: 2} | all rows of 20 % of the subjects (x), drawn at random 2 times",
        "{split: given, column: x, test: late} | the rows whose x is 'late'",
      })
  void splits(String evaluate, String words) {
    assertThat(words("evaluate: " + evaluate).splits()).isEqualTo(words);
  }

  @Test
  void preparation() {
    assertThat(words("").preparation())
        .containsExactly(
            "columns scaled to mean 0 and deviation 1 over the training rows",
            "no cell was missing");
    assertThat(
            words(
                    """
                    scale: {b: log}
                    missing: {fill: mean, values: {chol: [0]}}
                    clip: {z: [0, 5.5]}
                    classes: {well: [0], ill: [1, 2]}
                    """)
                .preparation())
        .containsExactly(
            "view a: columns scaled to mean 0 and deviation 1 over the training rows",
            "view b: logarithms of columns, scaled to mean 0 and deviation 1 over the training rows",
            "missing cells became the mean of their column over the training rows",
            "counted as missing: chol (0)",
            "numbers outside were brought to the nearer end: z (0, 5.5)",
            "labels were grouped into classes: well (0), ill (1, 2)");
  }
}
