package io.parallax.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.parallax.core.Labels;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.math.SoftmaxLoss;
import io.parallax.math.SoftmaxRegression;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PooledLogisticTest {
  private static final Rng RNG = Rng.of(5);

  /** Rows of three classes, which the first columns tell apart. */
  private static Pool pool(int rows, int columns, double distance, Rng rng) {
    int[] labels = IntStream.range(0, rows).map(i -> i % 3).toArray();
    return new Pool(
        around(labels, columns, distance, rng.child("train")),
        labels,
        around(labels, columns, distance, rng.child("test")),
        3);
  }

  private static Matrix around(int[] labels, int columns, double distance, Rng rng) {
    Matrix noise = Matrix.gaussian(labels.length, columns, rng);
    return Matrix.fill(
        labels.length, columns, (i, j) -> noise.get(i, j) + (labels[i] == j ? distance : 0));
  }

  private static Matrix withOnes(Matrix x) {
    return Matrix.stackColumns(List.of(x, Matrix.fill(x.rows(), 1, (i, j) -> 1)));
  }

  private static Matrix directly(Pool pool, double lambda) {
    Matrix y = new Labels(pool.labels(), pool.classes()).oneHot();
    Matrix w = SoftmaxRegression.ridge(Features.of(withOnes(pool.train())), y, lambda, true);
    return SoftmaxLoss.probabilities(withOnes(pool.heldOut()).times(w));
  }

  @Test
  void itIsTheOptimumOfThePenalisedLoss() {
    Pool pool = pool(90, 5, 1.5, RNG.child("tall"));
    Matrix found = new PooledLogistic(pool).probabilities(0.5);
    assertThat(found.maxAbsDifference(directly(pool, 0.5))).isLessThan(1e-5);
  }

  @Test
  void moreColumnsThanRowsGiveTheSameProbabilities() {
    Pool pool = pool(30, 80, 1.5, RNG.child("wide"));
    Matrix found = new PooledLogistic(pool).probabilities(2);
    assertThat(found.maxAbsDifference(directly(pool, 2))).isLessThan(1e-5);
  }

  @Test
  void thePenaltyIsLargeForNoiseAndSmallForClearClasses() {
    Pool noise = pool(60, 20, 0, RNG.child("noise"));
    assertThat(new PooledLogistic(noise).best(noise.labels())).isGreaterThanOrEqualTo(100);
    Pool clear = pool(300, 4, 4, RNG.child("clear"));
    assertThat(new PooledLogistic(clear).best(clear.labels())).isLessThanOrEqualTo(1);
  }

  @Test
  void aClassWithoutTrainingRowsIsNotExpected() {
    Pool all = pool(60, 4, 2, RNG.child("absent"));
    int[] two = IntStream.of(all.labels()).map(c -> Math.min(c, 1)).toArray();
    Pool pool = new Pool(all.train(), two, all.heldOut(), 3);
    Matrix found = new PooledLogistic(pool).probabilities(1);
    for (int i = 0; i < found.rows(); i++) {
      assertThat(found.get(i, 2)).isLessThan(1e-12);
      assertThat(found.get(i, 0) + found.get(i, 1)).isCloseTo(1, within(1e-9));
    }
  }

  @Test
  void columnsOfZerosAreNoTrouble() {
    Pool all = pool(60, 4, 2, RNG.child("zeros"));
    Matrix zeros = Matrix.zeros(60, 2);
    Pool pool =
        new Pool(
            Matrix.stackColumns(List.of(all.train(), zeros)),
            all.labels(),
            Matrix.stackColumns(List.of(all.heldOut(), zeros)),
            3);
    Matrix without = new PooledLogistic(all).probabilities(0.001);
    assertThat(new PooledLogistic(pool).probabilities(0.001).maxAbsDifference(without))
        .isLessThan(1e-4);
  }
}
