package io.parallax.trees;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class AdditiveTreesTest {
  private static final int ROWS = 600;
  private static final int OUTPUTS = 3;

  private final Rng rng = Rng.of(1);
  private final Matrix x = Matrix.gaussian(ROWS, 6, rng);
  private final Matrix target =
      Matrix.fill(ROWS, OUTPUTS, (i, c) -> Math.sin(x.get(i, c) * 2) * x.get(i, c + 3));
  private final Matrix fresh = Matrix.gaussian(200, 6, rng);
  private final Binned binned = Bins.of(x).bin(x);
  private final AdditiveTrees trees = residualRounds(8);

  /** As a party fits what is left over: only predictions are needed between two rounds. */
  private AdditiveTrees residualRounds(int rounds) {
    TreeGrower grower = new TreeGrower(binned, TreeSettings.defaults());
    Matrix ones = Matrix.fill(ROWS, OUTPUTS, (i, c) -> 1);
    Matrix sum = Matrix.zeros(ROWS, OUTPUTS);
    AdditiveTrees all = AdditiveTrees.constant(new double[OUTPUTS], 6);
    for (int round = 0; round < rounds; round++) {
      AdditiveTrees next = grower.grow(sum.minus(target), ones).scaled(4);
      Matrix after = sum.plus(next.predict(binned));
      assertThat(after.squaredDistance(target)).isLessThan(sum.squaredDistance(target));
      sum = after;
      all = all.plus(next);
    }
    assertThat(all.predict(x)).isEqualTo(sum);
    return all;
  }

  @Test
  void binnedRowsAreMappedToTheSameBits() {
    assertThat(trees.predict(binned)).isEqualTo(trees.predict(x));
    assertThat(trees.predict(binned.bins().bin(fresh))).isEqualTo(trees.predict(fresh));
  }

  @Test
  void comesBackFromNumbersWithTheSameBits() {
    Matrix stored = trees.toMatrix();
    AdditiveTrees back = AdditiveTrees.of(stored);
    assertThat(back.toMatrix()).isEqualTo(stored);
    assertThat(back.predict(fresh)).isEqualTo(trees.predict(fresh));
    assertThat(back.predict(binned)).isEqualTo(trees.predict(binned));
    assertThat(back.rounds()).isEqualTo(9);
    assertThat(back.outputs()).isEqualTo(OUTPUTS);
    assertThat(back.columns()).isEqualTo(6);
    assertThat(back.leaves()).isEqualTo(trees.leaves()).isGreaterThan(9 * OUTPUTS);
  }

  @Test
  void roundsAddUp() {
    AdditiveTrees start = trees.first(5);
    assertThat(start.rounds()).isEqualTo(5);
    assertThat(start.plus(trees).rounds()).isEqualTo(14);
    Matrix twice = trees.predict(fresh).scale(2);
    assertThat(trees.scaled(2).predict(fresh)).isEqualTo(twice);
    assertThat(trees.plus(trees).predict(fresh).maxAbsDifference(twice)).isLessThan(1e-12);
  }

  @Test
  void everyRoundHasItsFactorAndRoundsOfNoneAreLeftOut() {
    double[] factors = {1, 0.5, 0, 0, 0, 0, 0, 0, 2};
    AdditiveTrees some = trees.scaled(factors);
    assertThat(some.rounds()).isEqualTo(3);
    Matrix second = trees.first(2).predict(fresh).minus(trees.first(1).predict(fresh));
    Matrix last = trees.predict(fresh).minus(trees.first(8).predict(fresh));
    Matrix sum = second.scale(0.5).plusScaled(2, last);
    assertThat(some.predict(fresh).maxAbsDifference(sum)).isLessThan(1e-12);
    assertThatThrownBy(() -> trees.scaled(new double[9])).hasMessageContaining("kept is 0");
    assertThatThrownBy(() -> trees.scaled(new double[8])).hasMessageContaining("factors is 8");
  }

  @Test
  void splitsAreCountedByColumn() {
    double[] splits = trees.splits();
    assertThat(splits).hasSize(6);
    assertThat(Arrays.stream(splits).sum()).isEqualTo(trees.leaves() - 9.0 * OUTPUTS);
    assertThat(Arrays.stream(splits).min().orElseThrow()).isPositive();
  }

  @Test
  void damagedNumbersAreRefused() {
    Matrix stored = trees.toMatrix();
    int split = 1 + OUTPUTS; // the root of the first tree that splits
    assertThat(stored.get(split, 1)).isNotNegative();
    damaged(stored, 0, 0, 0, "columns is 0");
    damaged(stored, 0, 1, 2.5, "outputs is 2.5");
    damaged(stored, 0, 1, 2, "whole rounds");
    damaged(stored, 1, 0, 7, "not in its place");
    damaged(stored, split, 1, 6, "node 0"); // rows have columns 0 … 5
    damaged(stored, split, 1, -2, "node 0");
    damaged(stored, split, 1, 0.5, "node 0");
    damaged(stored, split, 2, Double.NaN, "node 0");
    damaged(stored, split, 3, 0, "node 0"); // a circle
    damaged(stored, split, 3, 1e6, "node 0");
    damaged(stored, 1, 4, Double.POSITIVE_INFINITY, "node 0");
    assertThatThrownBy(() -> AdditiveTrees.of(Matrix.zeros(3, 4))).hasMessageContaining("columns");
    assertThatThrownBy(() -> AdditiveTrees.of(Matrix.zeros(1, 5))).hasMessageContaining("a tree");
  }

  private static void damaged(Matrix stored, int row, int column, double value, String words) {
    Matrix changed =
        Matrix.fill(
            stored.rows(),
            stored.cols(),
            (i, j) -> i == row && j == column ? value : stored.get(i, j));
    assertThatThrownBy(() -> AdditiveTrees.of(changed))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(words);
  }

  @Test
  void mistakesAreNamed() {
    Matrix holes = Matrix.fill(4, 6, (i, j) -> i == 3 && j == 5 ? Double.NaN : 1);
    assertThatThrownBy(() -> trees.predict(holes)).hasMessageContaining("row 3, column 5");
    assertThatThrownBy(() -> trees.predict(Matrix.zeros(4, 5))).hasMessageContaining("5 columns");
    assertThatThrownBy(() -> trees.predict(Bins.of(fresh).bin(fresh)))
        .hasMessageContaining("inside a bin");
    Matrix narrow = Matrix.zeros(4, 5);
    assertThatThrownBy(() -> trees.predict(Bins.of(narrow).bin(narrow)))
        .hasMessageContaining("5 columns");
    assertThatThrownBy(() -> trees.plus(AdditiveTrees.constant(new double[OUTPUTS], 5)))
        .hasMessageContaining("must be the same");
    assertThatThrownBy(() -> trees.scaled(Double.NaN)).hasMessageContaining("factor");
    assertThatThrownBy(() -> trees.first(10)).hasMessageContaining("from 1 to 9");
    assertThatThrownBy(() -> AdditiveTrees.constant(new double[0], 5))
        .hasMessageContaining("outputs is 0");
  }
}
