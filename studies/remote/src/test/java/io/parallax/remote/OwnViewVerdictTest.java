package io.parallax.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.Answers;
import io.parallax.core.Labels;
import io.parallax.core.Party;
import io.parallax.core.Refused;
import io.parallax.core.View;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.remote.NodeMessages.Judge;
import io.parallax.remote.NodeMessages.Judged;
import io.parallax.study.Task;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The label holder says, or refuses, that scores are worse than its own view's. */
class OwnViewVerdictTest {
  private static final int[] TRUTH = IntStream.range(0, 60).map(i -> i % 2).toArray();
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

  /** A view of one column, in which the classes of all rows differ. */
  private static View view() {
    Rng rng = Rng.of(4);
    double[][] rows = new double[TRUTH.length][1];
    double[][] heldOut = new double[TRUTH.length][1];
    for (int i = 0; i < TRUTH.length; i++) {
      rows[i][0] = 4 * TRUTH[i] + rng.gaussian();
      heldOut[i][0] = 4 * TRUTH[i] + rng.gaussian();
    }
    return View.of("maple", "a", rows, heldOut, Optional.of(new Labels(TRUTH, 2)));
  }

  private Judged judged(Verdict.Gate gate, int wrong) {
    Party judge =
        new EvaluatingParty(
            new Silent(),
            Optional.of(TRUTH),
            List.of(view()),
            new Verdict(2, 2, new Task.Classes(), -1, 4, false, gate),
            new EvaluateOnce(state.resolve(gate + "-" + wrong), () -> {}),
            new CutRows(state),
            Optional.empty());
    Matrix scores = Matrix.fill(TRUTH.length, 2, (i, c) -> (c == TRUTH[i]) == (i >= wrong) ? 1 : 0);
    return (Judged) judge.answers().to(new Judge(true, scores));
  }

  @Test
  void worseScoresAreTold() {
    assertThat(judged(Verdict.Gate.TELLS, 30).below()).isEqualTo(1);
    assertThat(judged(Verdict.Gate.NONE, 30).below()).isZero();
  }

  @Test
  void goodScoresAndChancePass() {
    assertThat(judged(Verdict.Gate.REFUSES, 0).below()).isZero();
    assertThat(judged(Verdict.Gate.REFUSES, 6).below()).isZero();
  }

  @Test
  void worseScoresAreRefusedWithoutNumbers() {
    assertThatThrownBy(() -> judged(Verdict.Gate.REFUSES, 30))
        .isInstanceOfSatisfying(
            Refused.class,
            refused -> {
              assertThat(refused.told())
                  .contains("worse than the label holder's own view")
                  .doesNotContainPattern("[0-9]");
              assertThat(refused.getMessage()).contains("50.0 % of 60 rows are right");
            });
  }
}
