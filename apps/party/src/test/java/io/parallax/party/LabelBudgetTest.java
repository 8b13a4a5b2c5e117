package io.parallax.party;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.core.Refused;
import io.parallax.study.file.StudyFile;
import io.parallax.study.rows.StudyData;
import io.parallax.study.rows.StudyReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabelBudgetTest {
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
        purpose: to try the program
        method: vfedmv
        parties:
          maple: {view: a, data: {csv: rows.csv, id: id}, labels: {csv: rows.csv, id: id, column: label}}
        """;
    return StudyReader.load(StudyFile.parse("s.yaml", yaml, folder));
  }

  private Path state() {
    return folder.resolve("state");
  }

  private LabelBudget drawn() {
    return new LabelBudget(state(), 6);
  }

  /** With an entry in a real ledger. */
  private int[] taught(LabelBudget drawn, StudyData rows, String source, double epsilon) {
    try (Ledger ledger = Ledger.open(Node.Setup.ledger(state()), note -> {})) {
      return drawn
          .taught(
              rows,
              source,
              epsilon,
              "study",
              (of, spent, name) -> ledger.drawing("0a", "split-01", of, spent, name))
          .taught();
    }
  }

  private void refuses(LabelBudget drawn, double epsilon, double spent) throws IOException {
    StudyData rows = rows(20);
    assertThatThrownBy(() -> taught(drawn, rows, "other.csv label", epsilon))
        .isInstanceOf(Refused.class)
        .hasMessage(
            "it needs more epsilon on labels than policy.label-epsilon-total leaves; use an epsilon that was drawn before, or have its owner raise the total (%s of 6.0 is spent; the study needs %s more)"
                .formatted(spent, epsilon));
  }

  private List<Path> files() throws IOException {
    try (var all = Files.list(state().resolve("labels"))) {
      return all.toList();
    }
  }

  @Test
  void labelsAreDrawnOnceForEachEpsilonAndNewRowsAreDrawnToo() throws IOException {
    int[] first = taught(drawn(), rows(400), "a.csv label", 1);
    assertThat(first).isNotEqualTo(rows(400).codes());
    LabelBudget later = drawn();
    assertThat(taught(later, rows(400), "a.csv label", 1)).isEqualTo(first);
    assertThat(taught(later, rows(500), "a.csv label", 1)).startsWith(first).hasSize(500);
    assertThat(later.expenses()).hasSize(1);
    assertThat(later.spent()).isEqualTo(1);
  }

  @Test
  void aDrawingBeyondTheTotalOfAllFilesIsRefusedAndAnEarlierOneIsNot() throws IOException {
    LabelBudget drawn = drawn();
    taught(drawn, rows(20), "a.csv label", 3);
    taught(drawn, rows(20), "b.csv label", 2);
    refuses(drawn, 1.5, 5);
    assertThat(drawn.asked("other.csv label", 1.5).beyond(drawn.total())).isPresent();
    assertThat(drawn.asked("a.csv label", 3).beyond(drawn.total())).isEmpty();
    StudyData rows = rows(20);
    assertThatThrownBy(() -> drawn.require(rows, "a.csv label", 1.5)).isInstanceOf(Refused.class);
    drawn.require(rows, "a.csv label", 3);
    taught(drawn, rows, "a.csv label", 3);
    taught(drawn, rows, "a.csv label", 1);
    assertThat(drawn.spent()).isEqualTo(6);
  }

  @Test
  void whatWasDrawnIsSpentAlsoWhenItsFileIsGoneAndDrawingItAgainIsAnotherExpense()
      throws IOException {
    taught(drawn(), rows(20), "a.csv label", 2);
    Files.delete(files().get(0));
    assertThat(drawn().spent()).isEqualTo(2);
    assertThat(drawn().asked("a.csv label", 2).cost()).isEqualTo(2);
    taught(drawn(), rows(20), "a.csv label", 2);
    assertThat(drawn().spent()).isEqualTo(4);
    assertThat(drawn().expenses())
        .extracting(e -> e.kept().isPresent())
        .containsExactly(false, true);
    refuses(drawn(), 2.5, 4);
  }

  /** As kill -9 would leave it between the ledger and the file. */
  @Test
  void whatWasEnteredAndNeverWrittenIsSpent() throws IOException {
    Files.createDirectories(state());
    Files.writeString(state().resolve("labels"), "a file where the folder should be");
    StudyData rows = rows(20);
    assertThatThrownBy(() -> taught(drawn(), rows, "a.csv label", 4))
        .isInstanceOf(UncheckedIOException.class);
    Files.delete(state().resolve("labels"));
    assertThat(drawn().spent()).isEqualTo(4);
    refuses(drawn(), 2.5, 4);
  }

  @Test
  void drawingsOfBeforeTheLedgerKnewOfThemCount() throws IOException {
    int[] before = taught(drawn(), rows(20), "a.csv label", 4);
    Files.delete(Node.Setup.ledger(state()));
    assertThat(drawn().spent()).isEqualTo(4);
    assertThat(taught(drawn(), rows(20), "a.csv label", 4)).isEqualTo(before);
    refuses(drawn(), 2.5, 4);
  }

  @Test
  void aDrawingThatWasChangedByHandIsFound() throws IOException {
    taught(drawn(), rows(20), "a.csv label", 3);
    Path file = files().get(0);
    Files.writeString(file, Files.readString(file).replace("\"epsilon\":3.0", "\"epsilon\":0.5"));
    assertThatThrownBy(() -> drawn().spent())
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("was changed");
  }
}
