package io.parallax.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ClassificationTest {
  private static final double EXACT = 1e-12;

  @Test
  void threeClassesGiveTheNumbersWorkedOutByHand() {
    int[] truth = {0, 0, 0, 1, 1, 2};
    Scores scores = Classification.scores(truth, oneHot(3, 0, 0, 1, 1, 2, 2));
    assertThat(scores.confusion()).isDeepEqualTo(new int[][] {{2, 1, 0}, {0, 1, 1}, {0, 0, 1}});
    assertThat(scores.accuracy()).isCloseTo(4.0 / 6, within(EXACT));
    assertThat(scores.recall()).isCloseTo((2.0 / 3 + 0.5 + 1) / 3, within(EXACT));
    assertThat(scores.balancedAccuracy()).isEqualTo(scores.recall());
    assertThat(scores.precision()).isCloseTo((1 + 0.5 + 0.5) / 3, within(EXACT));
    assertThat(scores.f1()).isCloseTo((0.8 + 0.5 + 2.0 / 3) / 3, within(EXACT));
  }

  @Test
  void aClassThatIsNeverPredictedHasPrecisionZero() {
    Scores scores = Classification.scores(new int[] {0, 0, 1}, oneHot(2, 0, 0, 0));
    assertThat(scores.precision()).isCloseTo((2.0 / 3 + 0) / 2, within(EXACT));
    assertThat(scores.recall()).isCloseTo(0.5, within(EXACT));
    assertThat(scores.f1()).isCloseTo(0.8 / 2, within(EXACT));
  }

  @Test
  void aClassThatNeverOccursIsLeftOutOfTheAverages() {
    Scores with = Classification.scores(new int[] {0, 0, 1}, oneHot(3, 0, 1, 1));
    Scores without = Classification.scores(new int[] {0, 0, 1}, oneHot(2, 0, 1, 1));
    assertThat(with.precision()).isEqualTo(without.precision());
    assertThat(with.recall()).isEqualTo(without.recall());
    assertThat(with.f1()).isEqualTo(without.f1());
  }

  @Test
  void theAreaUnderTheCurveIsTheShareOfPairsInTheRightOrderWithTiesHalf() {
    Rng rng = Rng.of(3);
    int[] truth = IntStream.range(0, 60).map(i -> rng.below(2)).toArray();
    Matrix scores = Matrix.fill(60, 2, (i, j) -> rng.below(5));
    assertThat(Classification.scores(truth, scores).auc())
        .isCloseTo(pairsInOrder(truth, scores, 1, true), within(EXACT));
  }

  @Test
  void theAreaOfManyClassesIsTheMeanOfEachAgainstTheRest() {
    Rng rng = Rng.of(4);
    int[] truth = IntStream.range(0, 80).map(i -> rng.below(3)).toArray();
    Matrix scores = Matrix.fill(80, 4, (i, j) -> rng.below(6));
    double mean =
        IntStream.range(0, 3).mapToDouble(c -> pairsInOrder(truth, scores, c, false)).sum() / 3;
    assertThat(Classification.scores(truth, scores).auc()).isCloseTo(mean, within(EXACT));
  }

  @Test
  void zeroAndMinusZeroAreATie() {
    Matrix scores = Matrix.of(new double[][] {{0.0, 0.0, 0}, {-0.0, 0.0, 0}, {0.0, 1, 0}});
    assertThat(Classification.scores(new int[] {0, 1, 1}, scores).auc())
        .isCloseTo((0.5 + 0.75) / 2, within(EXACT));
  }

  @Test
  void oneClassOnlyHasNoAreaUnderTheCurve() {
    assertThat(Classification.scores(new int[] {1, 1}, oneHot(2, 1, 1)).auc()).isNaN();
  }

  @Test
  void ofTwoClassesTheSecondIsThePositiveOne() {
    int[] truth = {0, 0, 0, 0, 1, 1, 1};
    Scores scores = Classification.scores(truth, oneHot(2, 0, 0, 0, 1, 1, 1, 0));
    assertThat(scores.asMap().get(Scores.SENSITIVITY)).isCloseTo(2.0 / 3, within(EXACT));
    assertThat(scores.asMap().get(Scores.SPECIFICITY)).isCloseTo(3.0 / 4, within(EXACT));
    Scores none = Classification.scores(new int[] {0, 0}, oneHot(2, 0, 1));
    assertThat(none.asMap().get(Scores.SENSITIVITY)).isNaN();
    assertThat(none.asMap().get(Scores.SPECIFICITY)).isEqualTo(0.5);
  }

  @Test
  void countsAloneTellEverythingButTheArea() {
    int[] truth = {0, 0, 0, 1, 1, 2};
    Scores all = Classification.scores(truth, oneHot(3, 0, 0, 1, 1, 2, 2));
    Scores counted = Classification.counted(all.confusion());
    assertThat(counted.auc()).isNaN();
    assertThat(counted.accuracy()).isEqualTo(all.accuracy());
    assertThat(counted.precision()).isEqualTo(all.precision());
    assertThat(counted.recall()).isEqualTo(all.recall());
    assertThat(counted.f1()).isEqualTo(all.f1());
  }

  @Test
  void theMapKeepsItsOrder() {
    Scores scores = Classification.scores(new int[] {0, 1, 2}, oneHot(3, 0, 1, 2));
    assertThat(scores.asMap().keySet())
        .containsExactly("accuracy", "balancedAccuracy", "precision", "recall", "f1", "auc");
    assertThat(scores.asMap().values()).containsOnly(1.0);
  }

  @Test
  void ofTwoClassesTheSecondIsAlsoJudgedAlone() {
    Scores scores = Classification.scores(new int[] {0, 0, 1, 1, 1}, oneHot(2, 0, 1, 1, 1, 0));
    assertThat(scores.asMap())
        .containsEntry("positivePrecision", 2.0 / 3)
        .containsEntry("positiveRecall", 2.0 / 3)
        .containsEntry("positiveF1", 2.0 / 3);
    Scores never = Classification.scores(new int[] {0, 1}, oneHot(2, 0, 0));
    assertThat(never.asMap()).containsEntry("positivePrecision", 0.0);
  }

  @Test
  void whatDoesNotFitIsRefused() {
    assertThatThrownBy(() -> Classification.scores(new int[] {0}, oneHot(2, 0, 1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("1 labels");
    assertThatThrownBy(() -> Classification.scores(new int[] {2}, oneHot(2, 0)))
        .hasMessageContaining("outside 0..1");
    Matrix diverged = Matrix.of(new double[][] {{0, Double.NaN}});
    assertThatThrownBy(() -> Classification.scores(new int[] {0}, diverged))
        .hasMessageContaining("NaN");
  }

  private static double pairsInOrder(int[] truth, Matrix scores, int positive, boolean difference) {
    double right = 0;
    double pairs = 0;
    for (int i = 0; i < truth.length; i++) {
      for (int j = 0; j < truth.length; j++) {
        if (truth[i] == positive && truth[j] != positive) {
          double a = scores.get(i, positive) - (difference ? scores.get(i, 0) : 0);
          double b = scores.get(j, positive) - (difference ? scores.get(j, 0) : 0);
          right += a > b ? 1 : a == b ? 0.5 : 0;
          pairs++;
        }
      }
    }
    return right / pairs;
  }

  private static Matrix oneHot(int classes, int... predicted) {
    return Matrix.fill(predicted.length, classes, (i, j) -> predicted[i] == j ? 1 : 0);
  }
}
