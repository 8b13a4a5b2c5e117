package io.parallax.trees;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.math.RowWise;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BoostedTreesTest {
  private static final BoostSettings DEFAULTS = BoostSettings.defaults();

  @Test
  void learnsRingsThatNoLineParts() {
    Matrix x = Matrix.gaussian(2000, 4, Rng.of(1));
    int[] rings = rings(x);
    BoostedTrees model = BoostedTrees.fit(x, rings, 3, DEFAULTS, Rng.of(2));
    Matrix fresh = Matrix.gaussian(1000, 4, Rng.of(3));
    assertThat(accuracy(model.predict(fresh), rings(fresh)))
        .isGreaterThan(0.88); // the largest class: 0.39
    Matrix p = model.probabilities(fresh);
    assertThat(p.cols()).isEqualTo(3);
    for (double sum : RowWise.sums(p)) {
      assertThat(sum).isCloseTo(1, within(1e-14));
    }
  }

  @Test
  void twoClassesHaveOneTreeARound() {
    Matrix x = Matrix.gaussian(1000, 3, Rng.of(4));
    int[] y = IntStream.range(0, 1000).map(i -> x.get(i, 0) * x.get(i, 1) > 0 ? 1 : 0).toArray();
    BoostedTrees model = BoostedTrees.fit(x, y, 2, DEFAULTS, Rng.of(5));
    assertThat(accuracy(model.predict(x), y)).isGreaterThan(0.97);
    assertThat(model.toMatrix().get(0, 1)).isEqualTo(1);
    assertThat(model.scores(x).cols()).isEqualTo(2);
    assertThat(BoostedTrees.of(model.toMatrix()).probabilities(x))
        .isEqualTo(model.probabilities(x));
  }

  @Test
  void stopsWhereOtherRowsGainNoMore() {
    Matrix x = Matrix.gaussian(800, 5, Rng.of(6));
    int[] noise = IntStream.range(0, 800).map(i -> Rng.of(i).below(3)).toArray();
    BoostedTrees model = BoostedTrees.fit(x, noise, 3, DEFAULTS, Rng.of(7));
    assertThat(model.rounds()).isLessThan(20);
    BoostSettings all = new BoostSettings(TreeSettings.defaults(), 30, 255, 0, 10);
    assertThat(BoostedTrees.fit(x, noise, 3, all, Rng.of(7)).rounds()).isEqualTo(30);
  }

  /** The judging rows are a share of every class, and no row is in both parts. */
  @Test
  void everyClassHasItsShareOfTheRowsHeldOut() {
    int[] labels = IntStream.range(0, 500).map(i -> i % 10 == 0 ? 1 : i % 2 == 0 ? 2 : 0).toArray();
    HeldOut parts = HeldOut.draw(labels, 0.1, Rng.of(8));
    assertThat(parts.judging()).hasSize(50);
    int[] all =
        IntStream.concat(Arrays.stream(parts.training()), Arrays.stream(parts.judging()))
            .sorted()
            .toArray();
    assertThat(all).containsExactly(IntStream.range(0, 500).toArray());
    int[] counts = new int[3];
    Arrays.stream(parts.judging()).forEach(i -> counts[labels[i]]++);
    assertThat(counts).containsExactly(25, 5, 20);
    assertThat(HeldOut.draw(labels, 0.1, Rng.of(9)).judging()).isNotEqualTo(parts.judging());
  }

  @Test
  void anAbsentClassIsUnlikelyAndHarmless() {
    Matrix x = Matrix.gaussian(600, 3, Rng.of(10));
    int[] y = IntStream.range(0, 600).map(i -> x.get(i, 2) > 0 ? 3 : 0).toArray();
    BoostedTrees model = BoostedTrees.fit(x, y, 4, DEFAULTS, Rng.of(11));
    assertThat(accuracy(model.predict(x), y)).isGreaterThan(0.99);
    Matrix p = model.probabilities(x);
    assertThat(p.isFinite()).isTrue();
    assertThat(p.selectColumns(new int[] {1, 2}).maxAbs()).isLessThan(0.01);
    BoostedTrees single = BoostedTrees.fit(x, new int[600], 2, DEFAULTS, Rng.of(12));
    assertThat(single.predict(x)).containsOnly(0);
    assertThat(single.probabilities(x).isFinite()).isTrue();
  }

  @Test
  void fewRowsGiveTheSharesOfTheClasses() {
    Matrix x = Matrix.gaussian(4, 3, Rng.of(13));
    BoostedTrees model = BoostedTrees.fit(x, new int[] {0, 1, 1, 1}, 2, DEFAULTS, Rng.of(14));
    assertThat(model.rounds()).isEqualTo(100);
    assertThat(model.predict(Matrix.gaussian(50, 3, Rng.of(15)))).containsOnly(1);
    BoostedTrees one =
        BoostedTrees.fit(x.selectRows(new int[] {0}), new int[1], 3, DEFAULTS, Rng.of(1));
    assertThat(one.predict(x)).containsOnly(0);
  }

  @Test
  void constantColumnsAreNoHindrance() {
    Matrix x = Matrix.fill(300, 3, (i, j) -> j == 1 ? i % 7 : 5);
    int[] y = IntStream.range(0, 300).map(i -> i % 7 < 3 ? 0 : 1).toArray();
    BoostedTrees model = BoostedTrees.fit(x, y, 2, DEFAULTS, Rng.of(16));
    assertThat(model.predict(x)).containsExactly(y);
  }

  /** The derivatives against differences of the loss itself. */
  @Test
  void derivativesAreThoseOfTheLoss() {
    for (int classes : new int[] {2, 4}) {
      int[] labels = IntStream.range(0, 12).map(i -> i % classes).toArray();
      LogLoss loss = new LogLoss(labels, classes);
      Matrix scores = Matrix.gaussian(12, LogLoss.outputs(classes), Rng.of(17));
      Matrix p = LogLoss.probabilities(LogLoss.byClass(scores, classes));
      Matrix gradients = loss.gradients(p);
      Matrix hessians = loss.hessians(p);
      double step = 1e-4;
      for (int i = 0; i < 12; i++) {
        for (int c = 0; c < scores.cols(); c++) {
          double up = moved(loss, scores, i, c, step, classes);
          double down = moved(loss, scores, i, c, -step, classes);
          double here = moved(loss, scores, i, c, 0, classes);
          assertThat(gradients.get(i, c)).isCloseTo((up - down) / (2 * step), within(1e-7));
          assertThat(hessians.get(i, c))
              .isCloseTo((up - 2 * here + down) / (step * step), within(1e-5));
        }
      }
    }
  }

  /** The summed loss with one score changed. */
  private static double moved(
      LogLoss loss, Matrix scores, int row, int column, double step, int classes) {
    Matrix changed =
        Matrix.fill(
            scores.rows(),
            scores.cols(),
            (i, j) -> scores.get(i, j) + (i == row && j == column ? step : 0));
    return loss.of(LogLoss.byClass(changed, classes)) * scores.rows();
  }

  @Test
  void mistakesAreNamed() {
    Matrix x = Matrix.zeros(5, 2);
    assertThatThrownBy(() -> BoostedTrees.fit(x, new int[4], 2, DEFAULTS, Rng.of(1)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("4 labels for 5 rows");
    assertThatThrownBy(() -> BoostedTrees.fit(x, new int[] {0, 1, 2, 0, 0}, 2, DEFAULTS, Rng.of(1)))
        .hasMessageContaining("outside 0 … 1");
    assertThatThrownBy(() -> BoostedTrees.fit(x, new int[5], 1, DEFAULTS, Rng.of(1)))
        .hasMessageContaining("classes is 1");
    Matrix holes = Matrix.fill(5, 2, (i, j) -> i == 1 ? Double.NaN : 0);
    assertThatThrownBy(() -> BoostedTrees.fit(holes, new int[5], 2, DEFAULTS, Rng.of(1)))
        .hasMessageContaining("the training rows: row 1, column 0");
    TreeSettings trees = TreeSettings.defaults();
    assertThatThrownBy(() -> new BoostSettings(trees, 0, 255, 0.1, 1))
        .hasMessageContaining("rounds");
    assertThatThrownBy(() -> new BoostSettings(trees, 1, 999, 0.1, 1)).hasMessageContaining("bins");
    assertThatThrownBy(() -> new BoostSettings(trees, 1, 255, 0.6, 1))
        .hasMessageContaining("held out");
    assertThatThrownBy(() -> new BoostSettings(trees, 1, 255, 0.1, 0))
        .hasMessageContaining("patience");
  }

  private static int[] rings(Matrix x) {
    return Arrays.stream(x.rowNorms()).mapToInt(r -> r < 1.5 ? 0 : r < 2.2 ? 1 : 2).toArray();
  }

  private static double accuracy(int[] predicted, int[] labels) {
    return IntStream.range(0, labels.length).filter(i -> predicted[i] == labels[i]).count()
        / (double) labels.length;
  }
}
