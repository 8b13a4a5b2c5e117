package io.parallax.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.Answers;
import io.parallax.core.Party;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Refused;
import io.parallax.eval.Classification;
import io.parallax.math.Matrix;
import io.parallax.remote.NodeMessages.Judge;
import io.parallax.remote.NodeMessages.JudgeViews;
import io.parallax.remote.NodeMessages.Judged;
import io.parallax.study.Task;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nobody learns held-out labels by asking again and again how good other scores are. */
class EvaluateOnceTest {
  private static final int[] TRUTH = {0, 1, 1, 0, 1, 0, 0, 1};
  @TempDir private Path state;

  /** A method's half that has nothing to add. */
  private static final class Silent implements Party {
    record State() {}

    @Override
    public Answers answers() {
      return new Answers();
    }

    @Override
    public State state() {
      return new State();
    }

    @Override
    public void restore(Record state) {}
  }

  private Party judge(String split) {
    EvaluateOnce verdict = new EvaluateOnce(state.resolve(split), () -> {});
    return new EvaluatingParty(
        new Silent(),
        Optional.of(TRUTH),
        List.of(),
        new Verdict(2, 2, new Task.Classes(), -1, 2, false, Verdict.Gate.NONE),
        verdict,
        new CutRows(state),
        Optional.empty());
  }

  /** Scores that call row i class 1, and the others class 0. */
  private static Matrix only(int row) {
    return Matrix.fill(TRUTH.length, 2, (i, c) -> (c == 1) == (i == row) ? 1 : 0);
  }

  private static Judged ask(Party party, Matrix scores) {
    return (Judged) party.answers().to(new Judge(true, scores));
  }

  @Test
  void aCoordinatorThatMayAskOftenLearnsEveryLabel() {
    for (int row = 0; row < TRUTH.length; row++) { // the control: each in a split of its own
      Judged judged = ask(judge("split-" + row), only(row));
      assertThat((int) judged.confusion().get(1, 1)).isEqualTo(TRUTH[row]);
    }
  }

  @Test
  void ofOneSplitItIsToldOnce() {
    ask(judge("split-1"), only(0));
    for (int row = 1; row < TRUTH.length; row++) {
      Matrix other = only(row);
      assertThatThrownBy(() -> ask(judge("split-1"), other))
          .isInstanceOf(Refused.class)
          .hasMessageContaining("other scores of the same held-out rows were judged before");
    }
  }

  @Test
  void theSameScoresAreJudgedAgainAfterARestart() {
    Judged first = ask(judge("split-1"), only(3));
    assertThat(ask(judge("split-1"), only(3))).isEqualTo(first);
  }

  @Test
  void aFewRowsAreNotJudged() {
    assertThatThrownBy(() -> ask(judge("split-1"), Matrix.of(new double[][] {{0, 1}})))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessage("1 rows in 2 columns were to be judged; in this study 8 rows in 2 columns are");
  }

  @Test
  void guessesOfViewsAreJudgedOnce() {
    Party party = judge("split-1");
    Matrix guesses = Matrix.fill(TRUTH.length, 2, (i, k) -> i == 0 ? 1 : 0);
    party.answers().to(new JudgeViews(guesses));
    assertThatThrownBy(() -> party.answers().to(new JudgeViews(guesses.scale(0))))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("other guesses");
  }

  /** One column for each row, which calls that row 1 and all others 0. */
  private static Matrix column() {
    return Matrix.fill(TRUTH.length, TRUTH.length, (i, k) -> i == k ? 1 : 0);
  }

  @Test
  void aColumnForEachRowWouldTellEveryLabelInOneVerdictAndIsRefused() {
    for (int row = 0; row < TRUTH.length; row++) { // the control: judging whatever columns come
      int wanted = row;
      Matrix scores = Matrix.fill(TRUTH.length, 2, (i, c) -> column().get(i, wanted) == c ? 1 : 0);
      double base = Arrays.stream(TRUTH).filter(label -> label == 0).count();
      double right = Classification.scores(TRUTH, scores).asMap().get("accuracy") * TRUTH.length;
      assertThat(right > base ? 1 : 0).isEqualTo(TRUTH[row]);
    }
    assertThatThrownBy(() -> judge("split-1").answers().to(new JudgeViews(column())))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessage("8 rows in 8 columns were to be judged; in this study 8 rows in 2 columns are");
    assertThatThrownBy(() -> ask(judge("split-1"), column()))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining("8 rows in 8 columns were to be judged");
  }

  @Test
  void groupsOfOneRowWouldTellEveryLabelAndAreRefused() {
    Matrix alone = Matrix.identity(TRUTH.length);
    Verdict shape =
        new Verdict(2, TRUTH.length, new Task.Groups(TRUTH.length), 0, 3, false, Verdict.Gate.NONE);
    EvaluateOnce verdict = new EvaluateOnce(state.resolve("split-1"), () -> {});
    Party judge =
        new EvaluatingParty(
            new Silent(),
            Optional.of(TRUTH),
            List.of(),
            shape,
            verdict,
            new CutRows(state),
            Optional.empty());
    Judged told = ask(judge, alone); // the control: as many groups as the study asks for
    for (int row = 0; row < TRUTH.length; row++) {
      assertThat((int) told.confusion().get(1, row)).isEqualTo(TRUTH[row]);
    }
    assertThatThrownBy(() -> shape.requireLarge(TRUTH.length))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("at most one group for every 10 rows; ask for fewer groups");
    new Verdict(2, TRUTH.length, new Task.Groups(TRUTH.length), 0, 3, false, Verdict.Gate.NONE)
        .requireLarge(10 * TRUTH.length);
    new Verdict(2, 2, new Task.Classes(), 0, 3, false, Verdict.Gate.NONE).requireLarge(5);
  }
}
