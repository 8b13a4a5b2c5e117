package io.parallax.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.Test;

class MatrixTest {
  private final Matrix a = Matrix.of(new double[][] {{1, -2, 3}, {4, 5, -6}});
  private final Matrix b = Matrix.of(new double[][] {{0, 2, 0}, {1, 1, 1}});

  @Test
  void neverSharesItsValues() {
    double[] values = {1, 2};
    Matrix m = Matrix.of(1, 2, values);
    values[0] = 9;
    m.toArray()[0] = 9;
    m.row(0)[0] = 9;
    m.toRows()[0][0] = 9;
    assertThat(m.get(0, 0)).isEqualTo(1);
  }

  @Test
  void arithmeticIsEntrywise() {
    assertThat(a.plus(b)).isEqualTo(Matrix.of(new double[][] {{1, 0, 3}, {5, 6, -5}}));
    assertThat(a.minus(b)).isEqualTo(Matrix.of(new double[][] {{1, -4, 3}, {3, 4, -7}}));
    assertThat(a.plusScaled(2, b)).isEqualTo(Matrix.of(new double[][] {{1, 2, 3}, {6, 7, -4}}));
    assertThat(a.scaledPlus(3, 2, b)).isEqualTo(a.scale(3).plusScaled(2, b));
    assertThat(a.scale(-1)).isEqualTo(a.map(x -> -x));
    Matrix put =
        Matrix.filled(
            2,
            3,
            sink -> {
              sink.put(4, new double[] {9, 5, -6}, 1, 2);
              sink.put(0, new double[] {1, -2, 3, 4}, 0, 4);
            });
    assertThat(put).isEqualTo(a);
    assertThat(a.transpose()).isEqualTo(Matrix.of(new double[][] {{1, 4}, {-2, 5}, {3, -6}}));
  }

  @Test
  void productsAgreeWithTheirTransposes() {
    Matrix expected = Matrix.of(new double[][] {{-4, 2}, {10, 3}});
    assertThat(a.timesTranspose(b)).isEqualTo(expected);
    assertThat(a.times(b.transpose())).isEqualTo(expected);
    assertThat(a.transpose().transposeTimes(b.transpose())).isEqualTo(expected);
    assertThat(a.transpose().gram()).isEqualTo(a.timesTranspose(a));
  }

  @Test
  void largeProductsMatchTheTextbook() {
    Rng rng = Rng.of(3);
    Matrix x = Matrix.gaussian(1500, 60, rng);
    Matrix w = Matrix.gaussian(60, 20, rng);
    assertThat(x.times(w).maxAbsDifference(Naive.times(x, w))).isLessThan(1e-12);
    Matrix gram = Naive.times(Naive.transpose(x), x);
    assertThat(x.gram().maxAbsDifference(gram)).isLessThan(1e-9);
    assertThat(x.transposeTimes(x).maxAbsDifference(gram)).isLessThan(1e-9);
  }

  @Test
  void selectsAndStacks() {
    assertThat(a.selectRows(new int[] {1, 1}))
        .isEqualTo(Matrix.of(new double[][] {a.row(1), a.row(1)}));
    assertThat(a.selectColumns(new int[] {2, 0}))
        .isEqualTo(Matrix.of(new double[][] {{3, 1}, {-6, 4}}));
    Matrix beside = Matrix.stackColumns(List.of(a, b));
    assertThat(beside.selectColumns(new int[] {3, 4, 5})).isEqualTo(b);
    assertThat(Matrix.stackRows(List.of(a, b)).selectRows(new int[] {0, 1})).isEqualTo(a);
  }

  @Test
  void normsAndExtremes() {
    assertThat(a.rowNorms())
        .containsExactly(new double[] {Math.sqrt(14), Math.sqrt(77)}, within(1e-15));
    assertThat(a.squaredNorm()).isEqualTo(91);
    assertThat(a.norm()).isEqualTo(Math.sqrt(91));
    assertThat(a.normL21()).isCloseTo(Math.sqrt(14) + Math.sqrt(77), within(1e-14));
    assertThat(a.squaredDistance(b)).isEqualTo(a.minus(b).squaredNorm());
    assertThat(a.dot(b)).isEqualTo(-4 + 4 + 5 - 6);
    assertThat(a.maxAbs()).isEqualTo(6);
    assertThat(a.maxAbsDifference(b)).isEqualTo(7);
    assertThat(Matrix.of(new double[][] {{1, 3, 3}, {0, 0, 0}}).argmaxRows()).containsExactly(1, 0);
    assertThat(a.isFinite()).isTrue();
    assertThat(a.map(x -> x / 0).isFinite()).isFalse();
  }

  @Test
  void travelsThroughBuffersOfEitherOrder() {
    for (ByteOrder order : List.of(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN)) {
      ByteBuffer buffer = ByteBuffer.allocate(60).order(order);
      buffer.putInt(5);
      a.write(buffer);
      assertThat(buffer.position()).isEqualTo(52);
      buffer.flip().getInt();
      assertThat(buffer.getDouble(12)).isEqualTo(-2);
      assertThat(Matrix.read(2, 3, buffer)).isEqualTo(a);
      assertThat(buffer.hasRemaining()).isFalse();
    }
    assertThatThrownBy(() -> a.write(ByteBuffer.allocate(47)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2×3");
  }

  @Test
  void equalityIsBitwiseAndTextShowsTheShapeOnly() {
    assertThat(a).isEqualTo(Matrix.of(a.toRows())).hasSameHashCodeAs(Matrix.of(a.toRows()));
    assertThat(Matrix.of(1, 1, new double[] {0.0}))
        .isNotEqualTo(Matrix.of(1, 1, new double[] {-0.0}));
    assertThat(Matrix.zeros(2, 3)).isNotEqualTo(Matrix.zeros(3, 2));
    assertThat(a).hasToString("Matrix 2×3");
  }

  @Test
  void choleskySolvesAndKnowsTheDeterminant() {
    Matrix spd = Matrix.of(new double[][] {{4, 2}, {2, 3}});
    Cholesky cholesky = spd.cholesky();
    Matrix x = cholesky.solve(Matrix.of(new double[][] {{8}, {7}}));
    assertThat(x.toArray()).containsExactly(new double[] {1.25, 1.5}, within(1e-14));
    assertThat(cholesky.logDeterminant()).isCloseTo(Math.log(8), within(1e-14));
    assertThatThrownBy(() -> Matrix.of(new double[][] {{1, 2}, {2, 1}}).cholesky())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("pivot 1");
  }

  @Test
  void eigenpairsAreOrderedWithFixedSigns() {
    Matrix q = Matrix.orthonormal(30, 30, Rng.of(5));
    Matrix s = q.times(Matrix.fill(30, 30, (i, j) -> i == j ? i : 0)).timesTranspose(q);
    Matrix symmetric = s.plus(s.transpose()).scale(0.5);
    Eigen small = symmetric.smallestEigenpairs(3);
    Eigen large = symmetric.largestEigenpairs(2);
    assertThat(small.values()).containsExactly(new double[] {0, 1, 2}, within(1e-12));
    assertThat(large.values()).containsExactly(new double[] {29, 28}, within(1e-12));
    for (double[] vector :
        Matrix.stackColumns(List.of(small.vectors(), large.vectors())).transpose().toRows()) {
      double max = java.util.Arrays.stream(vector).max().orElseThrow();
      assertThat(max).isGreaterThanOrEqualTo(-java.util.Arrays.stream(vector).min().orElseThrow());
    }
  }

  @Test
  void thinSvdRebuildsTheMatrix() {
    Svd svd = a.thinSvd();
    Matrix rebuilt = svd.u().times(Naive.diagonal(svd.s())).timesTranspose(svd.v());
    assertThat(rebuilt.maxAbsDifference(a)).isLessThan(1e-13);
  }

  @Test
  void orthonormalColumnsAreOrthonormal() {
    Matrix q = Matrix.orthonormal(100, 8, Rng.of(2));
    assertThat(q.gram().maxAbsDifference(Matrix.identity(8))).isLessThan(1e-13);
  }

  @Test
  void refusesWhatDoesNotFit() {
    refuses(() -> Matrix.of(new double[0][]), "no rows");
    refuses(() -> Matrix.of(new double[][] {{1, 2}, {3}}), "row 1 has 1 entries");
    refuses(() -> Matrix.of(2, 2, new double[3]), "2×2 matrix from 3 values");
    refuses(() -> Matrix.zeros(0, 4), "0×4");
    refuses(() -> Matrix.zeros(1 << 16, 1 << 16), "exceeds one Java array");
    refuses(() -> a.plus(a.transpose()), "2×3 matrix with 3×2 matrix");
    refuses(() -> a.times(b), "inner sizes differ");
    refuses(() -> a.get(2, 0), "(2, 0)");
    refuses(() -> a.selectRows(new int[] {2}), "row 2 selected out of 2");
    refuses(() -> a.selectColumns(new int[0]), "no column");
    refuses(() -> a.cholesky(), "not square");
    refuses(() -> Matrix.identity(2).smallestEigenpairs(3), "3 eigenpairs");
    refuses(
        () -> Matrix.of(new double[][] {{1, 2}, {0, 1}}).smallestEigenpairs(1), "not symmetric");
    refuses(() -> Matrix.orthonormal(2, 3, Rng.of(1)), "as many rows");
    refuses(() -> Matrix.stackRows(List.of(a, a.transpose())), "3×2");
    refuses(() -> Matrix.stackColumns(List.of()), "no matrices");
  }

  private static void refuses(
      org.assertj.core.api.ThrowableAssert.ThrowingCallable call, String why) {
    assertThatThrownBy(call).isInstanceOf(IllegalArgumentException.class).hasMessageContaining(why);
  }
}
