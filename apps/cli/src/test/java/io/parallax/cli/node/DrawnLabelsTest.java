package io.parallax.cli.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.cli.study.StudyData;
import io.parallax.cli.study.StudyFile;
import io.parallax.cli.study.StudyReader;
import io.parallax.core.Refused;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DrawnLabelsTest {
  @TempDir Path folder;

  private StudyData rows(int count) throws IOException {
    StringBuilder csv = new StringBuilder("id,x,label\n");
    for (int i = 0; i < count; i++) {
      csv.append("p%d,%d,%s\n".formatted(i, i, i % 2 == 0 ? "ill" : "well"));
    }
    Files.writeString(folder.resolve("rows.csv"), csv);
    String yaml =
        """
        study: s
        method: vfedmv
        parties:
          maple: {view: a, data: {csv: rows.csv, id: id}, labels: {csv: rows.csv, id: id, column: label}}
        """;
    return StudyReader.load(StudyFile.parse("s.yaml", yaml, folder));
  }

  @Test
  void labelsAreDrawnOnceForEachEpsilonAndNewRowsAreDrawnToo() throws IOException {
    DrawnLabels drawn = new DrawnLabels(folder.resolve("state"), 6);
    int[] first = drawn.taught(rows(400), 1, "study").taught();
    assertThat(first).isNotEqualTo(rows(400).codes());
    DrawnLabels later = new DrawnLabels(folder.resolve("state"), 6);
    assertThat(later.taught(rows(400), 1, "study").taught()).isEqualTo(first);
    assertThat(later.taught(rows(500), 1, "study").taught()).startsWith(first).hasSize(500);
    assertThat(later.all()).hasSize(1);
  }

  @Test
  void aDrawingBeyondTheTotalIsRefusedAndAnEarlierOneIsNot() throws IOException {
    DrawnLabels drawn = new DrawnLabels(folder.resolve("state"), 6);
    drawn.taught(rows(20), 3, "study");
    drawn.taught(rows(20), 2, "study");
    StudyData rows = rows(20);
    assertThatThrownBy(() -> drawn.taught(rows, 1.5, "study"))
        .isInstanceOf(Refused.class)
        .hasMessage(
            "epsilon 5.0 of label-epsilon-total 6.0 is spent on these labels, and the study asks for"
                + " 1.5 more; use an epsilon that was drawn before, or raise the total");
    drawn.taught(rows, 3, "study");
    drawn.taught(rows, 1, "study");
  }
}
