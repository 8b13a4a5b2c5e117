package io.parallax.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.parallax.math.Matrix;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Curves over thresholds, by hand and beside the rank sum. */
class ThresholdCurvesTest {
  private static final boolean[] TRUE = {true, true, false, true, false, false};

  @Test
  void pointsAreThoseCountedByHand() {
    ThresholdCurves curves = ThresholdCurves.of(new double[] {0.9, 0.8, 0.7, 0.6, 0.5, 0.4}, TRUE);
    assertThat(curves.roc(3)).containsExactly(2 / 3.0, 1, 1, 1);
    assertThat(curves.precision(3)).containsExactly(1, 1, 1, 3 / 4.0);
    assertThat(curves.area()).isCloseTo(8 / 9.0, within(1e-12));
    assertThat(curves.averagePrecision()).isCloseTo((1 + 1 + 3 / 4.0) / 3, within(1e-12));
  }

  @Test
  void equalScoresAreTakenTogether() {
    ThresholdCurves same = ThresholdCurves.of(new double[6], TRUE);
    assertThat(same.roc(4)).containsExactly(0, 0.25, 0.5, 0.75, 1);
    assertThat(same.precision(2)).containsExactly(0.5, 0.5, 0.5);
    assertThat(same.area()).isEqualTo(0.5);
  }

  @Test
  void theAreaIsThatOfTheRankSum() {
    Random random = new Random(4);
    double[] scores = random.doubles(200).map(v -> Math.floor(20 * v)).toArray();
    int[] truth = random.ints(200, 0, 2).toArray();
    boolean[] positive = new boolean[200];
    IntStream.range(0, 200).forEach(i -> positive[i] = truth[i] == 1);
    double auc = Classification.scores(truth, Matrix.fill(200, 2, (i, j) -> j * scores[i])).auc();
    ThresholdCurves curves = ThresholdCurves.of(scores, positive);
    assertThat(curves.area()).isCloseTo(auc, within(1e-12));
    double[] roc = curves.roc(1000);
    double sum = IntStream.range(0, 1000).mapToDouble(s -> (roc[s] + roc[s + 1]) / 2000).sum();
    assertThat(sum).isCloseTo(auc, within(1e-3));
  }

  @Test
  void oneClassHasNoCurve() {
    assertThatThrownBy(() -> ThresholdCurves.of(new double[2], new boolean[2]))
        .hasMessageContaining("rows of the class");
  }
}
