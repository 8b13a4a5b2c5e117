package io.parallax.party;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.Refused;
import io.parallax.math.Matrix;
import io.parallax.remote.EvaluateOnce;
import io.parallax.run.PartName;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How many splits are judged by the same labels, over studies and restarts. */
class JudgedSplitsTest {
  private static final String LABELS = "labels.csv ill";
  @TempDir Path state;
  private Ledger ledger;

  @BeforeEach
  void open() {
    ledger = Ledger.open(Node.Setup.ledger(state), note -> {});
  }

  @AfterEach
  void close() {
    ledger.close();
  }

  private void judge(JudgedSplits splits, String study, int number) {
    splits.count(LABELS, study, PartName.of(number), 1, ledger);
  }

  @Test
  void studiesAreCountedTogetherAndARestartCountsNothingTwice() {
    JudgedSplits splits = new JudgedSplits(state, 20);
    for (int number = 1; number <= 12; number++) {
      judge(splits, "first", number);
    }
    close();
    open();
    JudgedSplits again = new JudgedSplits(state, 20);
    for (int number = 1; number <= 12; number++) {
      judge(again, "first", number); // goes on after a crash
    }
    assertThat(again.asked(LABELS, "first", 12).before()).isZero();
    assertThat(again.asked(LABELS, "second", 8))
        .isEqualTo(new Proposal.Judging(8, LABELS, Map.of("first", 12)));
    assertThat(again.asked("other.csv ill", "second", 9).before()).isZero();
    for (int number = 1; number <= 8; number++) {
      judge(again, "second", number);
    }
    assertThatThrownBy(() -> judge(again, "second", 9))
        .isInstanceOf(Refused.class)
        .hasMessageContaining(
            "as many splits were judged by these labels as the owner's 'splits' allows");
    judge(again, "second", 8);
    again.count("other.csv ill", "third", "split-01", 1, ledger);
  }

  @Test
  void aSplitCountsOnceForEachSetOfScores() {
    JudgedSplits splits = new JudgedSplits(state, 9);
    splits.count(LABELS, "first", "split-01", 4, ledger);
    splits.count(LABELS, "first", "split-02", 4, ledger);
    splits.count(LABELS, "first", "split-02", 4, ledger); // goes on after a crash
    assertThat(splits.asked(LABELS, "second", 2).before()).isEqualTo(8);
    assertThatThrownBy(() -> splits.count(LABELS, "second", "split-01", 4, ledger))
        .isInstanceOf(Refused.class);
    splits.count(LABELS, "second", "split-01", 1, ledger);
    assertThatThrownBy(() -> splits.count(LABELS, "third", "split-01", 1, ledger))
        .isInstanceOf(Refused.class);
  }

  @Test
  void aVerdictIsCountedBeforeItIsGiven() {
    JudgedSplits splits = new JudgedSplits(state, 1);
    Matrix scores = Matrix.zeros(3, 2);
    verdict(splits, "split-01").on("scores", scores);
    verdict(splits, "split-01").on("guesses", scores);
    assertThatThrownBy(() -> verdict(splits, "split-02").on("scores", scores))
        .isInstanceOf(Refused.class);
    assertThat(state.resolve("judged/split-02")).doesNotExist();
  }

  private EvaluateOnce verdict(JudgedSplits splits, String part) {
    return new EvaluateOnce(
        state.resolve("judged").resolve(part), () -> splits.count(LABELS, "s", part, 1, ledger));
  }
}
