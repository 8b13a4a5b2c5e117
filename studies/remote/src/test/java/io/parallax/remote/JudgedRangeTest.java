package io.parallax.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.AddedBy;
import io.parallax.core.Answers;
import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.eval.Classification;
import io.parallax.math.Matrix;
import io.parallax.remote.NodeMessages.Judged;
import io.parallax.remote.NodeMessages.PartsJudged;
import io.parallax.remote.NodeMessages.ViewsJudged;
import io.parallax.run.check.LeaveOneOut;
import io.parallax.study.file.StudyFile;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** A party adds to the sums in which the party with the labels tells its verdict. */
class JudgedRangeTest {
  private static final int[][] HONEST = {{40, 10}, {5, 45}};
  private final JudgedRange range =
      new JudgedRange(
          StudyFile.remote(
              "the study",
              """
              study: judged
              method: vfedmv
              parties: {a: {view: a, labels: true}, b: {view: b}, c: {view: c}, d: {view: d}}
              """));

  private Judged told(double[][] added, double accuracy, int judges, int cut, int below) {
    List<String> names = EvaluatingParty.names(2, false);
    Map<String, Double> metrics = Classification.counted(HONEST).asMap();
    metrics.put("auc", 0.9);
    Matrix told =
        Matrix.fill(
            2,
            names.size(),
            (i, j) -> (i == 1 ? 1 : metrics.get(names.get(j))) + (i == 0 && j == 0 ? accuracy : 0));
    Matrix confusion = Matrix.fill(2, 2, (i, j) -> HONEST[i][j] + added[i][j]);
    return new Judged(confusion, told, judges, cut, below);
  }

  private Judged require(Judged told) {
    return range.require(told, Optional.of(100), 300);
  }

  private static void refused(ThrowingCallable forged, String what) {
    assertThatThrownBy(forged)
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining(what)
        .hasMessageContaining("a party that does not know the truth has added to the sum");
  }

  @Test
  void aVerdictThatNoTruthGivesIsRefused() {
    double[][] none = new double[2][2];
    assertThat(require(told(none, 0, 1, 2, 1)).judges()).isEqualTo(1);
    refused(
        () -> require(told(new double[][] {{10, 0}, {0, 0}}, 0, 1, 0, 0)),
        "is 110; it must be 100");
    refused(() -> require(told(new double[][] {{10, -11}, {0, 0}}, 0, 1, 0, 0)), "from 0 to 300");
    refused(() -> require(told(new double[][] {{.5, -.5}, {0, 0}}, 0, 1, 0, 0)), "is 40.5");
    refused(
        () -> require(told(new double[][] {{10, -10}, {0, 0}}, 0, 1, 0, 0)), "as the counts say");
    refused(() -> require(told(none, 0.05, 1, 0, 0)), "the metric accuracy");
    refused(() -> require(told(none, 0, 2, 0, 0)), "the number of judges is 2");
    refused(() -> require(told(none, 0, 1, 5, 0)), "from 0 to 4");
    refused(() -> require(told(none, 0, 1, 0, 2)), "whose own view is better is 2");
  }

  /** In a sum, another party's numbers would change the verdict: by these, from c to d. */
  @Test
  void nobodyButTheLabelHolderIsRead() {
    PartsJudged honest = new PartsJudged(Matrix.of(new double[][] {{10, 10, 20, 10}}));
    PartsJudged forged = new PartsJudged(Matrix.of(new double[][] {{0, 0, -10, 10}}));
    Map<PartyId, PartsJudged> told = Map.of(PartyId.of("a"), honest, PartyId.of("c"), forged);
    assertThat(NodeMessages.ofTheHolder(range.study(), told)).contains(honest);
    int[] rows = {25, 25, 25, 25};
    int[] summed = JudgedRange.require(honest.right().plus(forged.right()), rows);
    assertThat(summed).as("control: a sum passes").containsExactly(10, 10, 10, 20);
    assertThat(NodeMessages.ofTheHolder(range.study(), Map.of(PartyId.of("c"), forged))).isEmpty();
    assertThat(NodeMessages.after(range.study()))
        .filteredOn(ask -> Answers.typeFor(ask).isAnnotationPresent(AddedBy.class))
        .isEmpty();
  }

  @Test
  void countsByPartAreThoseOfAllRows() {
    int[] rows = {25, 25, 25, 25};
    Matrix right = Matrix.of(new double[][] {{21, 22, 21, 21}});
    assertThat(JudgedRange.require(right, rows)).containsExactly(21, 22, 21, 21);
    refused(
        () -> JudgedRange.require(right.plus(Matrix.fill(1, 4, (i, j) -> 4)), rows),
        "part 1 is 26");
    LeaveOneOut shifted = new LeaveOneOut(List.of("b", "c", "d"), new int[] {21, 25, 21, 21}, rows);
    refused(() -> JudgedRange.requireSame(shifted, HONEST), "is 85; it must be 88");
  }

  @Test
  void metricsOfViewsAreShares() {
    Matrix one = Matrix.fill(4, 5, (i, j) -> 1);
    assertThat(range.require(new ViewsJudged(one, one), 5).values()).isEqualTo(one);
    refused(() -> range.require(new ViewsJudged(one.scale(1.1), one), 5), "from -1 to 1");
    refused(() -> range.require(new ViewsJudged(one, one.scale(2)), 5), "who tell a metric is 2");
  }
}
