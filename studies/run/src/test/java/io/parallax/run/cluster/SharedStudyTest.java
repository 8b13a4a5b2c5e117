package io.parallax.run.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.run.RunFolder;
import io.parallax.run.SearchPlan;
import io.parallax.study.file.StudyText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A machine that helps with a study. */
class SharedStudyTest {
  @TempDir Path folder;

  @Test
  void aMachineWithOtherFilesMustNotHelp() throws IOException {
    StringBuilder rows = new StringBuilder("id,x,y,label\n");
    for (int i = 0; i < 40; i++) {
      rows.append("p%d,%s,%s,%d%n".formatted(i, Math.sin(i), Math.cos(3 * i), i % 2));
    }
    Path file = Files.writeString(folder.resolve("rows.csv"), rows);
    Path yaml =
        Files.writeString(
            folder.resolve("study.yaml"),
            """
            study: shared
            method: vfedmv
            parties:
              maple: {view: a, data: {csv: rows.csv, id: id, columns: [x]}, labels: {csv: rows.csv, id: id, column: label}}
              birch: {view: b, data: {csv: rows.csv, id: id, columns: [y]}}
            search: {eta: [1, 2], folds: 2}
            """);
    StudyText text = StudyText.read(yaml).get(0);
    SharedStudy shared = new SharedStudy(text, RunFolder.manifest(text.study()), new int[0]);
    SearchPlan.Training one = new SearchPlan.Training(0, 1, 200, "a+b/1/2");
    SearchTask task = new SearchTask(shared, 1, List.of("a", "b"), one);
    assertThat(task.run()).isEqualTo(task.run());
    Files.writeString(file, rows.toString().replace("p7,", "q7,"));
    SharedStudy other = new SharedStudy(text, shared.manifest(), new int[40]);
    assertThatThrownBy(new SearchTask(other, 1, List.of("a", "b"), one)::run)
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("files or the program differ");
    Files.delete(file);
    assertThatThrownBy(new SearchTask(other, 1, List.of("a", "b"), one)::run)
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("there is no file");
  }
}
