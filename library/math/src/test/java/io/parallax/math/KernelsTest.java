package io.parallax.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** One contract, kept by the native and the Java kernels alike. */
class KernelsTest {
  private final Rng rng = Rng.of(7);

  static Stream<Kernels> kernels() {
    return Stream.of(new JavaKernels(), new OpenBlasKernels());
  }

  static Stream<Kernels> nativeKernels() {
    return Stream.of(new OpenBlasKernels());
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void productsMatchTheTextbook(Kernels kernels) {
    for (int[] shape : new int[][] {{1, 1, 1}, {7, 3, 2}, {1300, 40, 30}, {65, 300, 4}}) {
      Matrix x = Matrix.gaussian(shape[0], shape[1], rng);
      Matrix w = Matrix.gaussian(shape[1], shape[2], rng);
      Matrix t = Matrix.gaussian(shape[0], shape[2], rng);
      double[] diagonal = Matrix.gaussian(1, shape[1], rng).toArray();
      Matrix xt = Naive.transpose(x);
      for (Rows rows :
          new Rows[] {
            kernels.view(shape[0], shape[1], x.array()), kernels.keep(shape[0], shape[1], x.array())
          }) {
        close(Products.times(rows, w), Naive.times(x, w));
        close(Products.transposeTimes(rows, t), Naive.times(xt, t));
        close(Products.gram(rows), Naive.times(xt, x));
        Matrix scaled = Naive.times(x, Naive.diagonal(diagonal));
        close(Products.outer(rows, diagonal), Naive.times(scaled, xt));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void gramAndOuterAreExactlySymmetric(Kernels kernels) {
    Matrix x = Matrix.gaussian(700, 130, rng);
    Rows rows = kernels.keep(700, 130, x.array());
    Matrix gram = Products.gram(rows);
    assertThat(gram).isEqualTo(gram.transpose());
    double[] diagonal = new double[130];
    Arrays.setAll(diagonal, i -> i + 1);
    Matrix outer = Products.outer(rows, diagonal);
    assertThat(outer).isEqualTo(outer.transpose());
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void columnsAreSelectedInOrder(Kernels kernels) {
    Matrix x = Matrix.gaussian(600, 9, rng);
    Rows chosen = kernels.keepColumns(kernels.keep(600, 9, x.array()), new int[] {8, 0, 8});
    double[] read = new double[600 * 3];
    chosen.read(0, 600, read);
    assertThat(Matrix.of(600, 3, read)).isEqualTo(x.selectColumns(new int[] {8, 0, 8}));
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void choleskyFactorsSolvesAndInverts(Kernels kernels) {
    for (int n : new int[] {1, 5, 90}) {
      Matrix a = positiveDefinite(n);
      Matrix b = Matrix.gaussian(n, 3, rng);
      double[] lower = a.toArray();
      assertThat(kernels.cholesky(n, lower)).isEqualTo(-1);
      Matrix l = Matrix.fill(n, n, (i, j) -> j <= i ? lower[i * n + j] : 0);
      close(Naive.times(l, Naive.transpose(l)), a);
      double[] solution = b.toArray();
      kernels.choleskySolve(n, 3, lower, solution);
      close(Naive.times(a, Matrix.of(n, 3, solution)), b);
      close(Matrix.of(n, n, kernels.choleskyInverse(n, lower)), Naive.inverse(a));
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void choleskyNamesTheFailingPivot(Kernels kernels) {
    assertThat(kernels.cholesky(3, new double[] {1, 0, 0, 0, -1, 0, 0, 0, 1})).isEqualTo(1);
    assertThat(kernels.cholesky(2, new double[] {1, 0, 0, Double.NaN})).isEqualTo(1);
    assertThat(kernels.cholesky(2, new double[] {1, 1, 1, 1})).isEqualTo(1);
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void eigenpairsReproduceTheMatrix(Kernels kernels) {
    for (int n : new int[] {1, 2, 40}) {
      Matrix a = Matrix.gaussian(n, n, rng);
      Matrix symmetric = a.plus(a.transpose());
      Eigen all = kernels.eigen(n, symmetric.array(), 0, n);
      assertThat(all.values()).isSorted();
      Matrix q = all.vectors();
      close(Naive.times(Naive.transpose(q), q), Matrix.identity(n));
      Matrix rebuilt = Naive.times(Naive.times(q, Naive.diagonal(all.values())), q.transpose());
      close(rebuilt, symmetric);
    }
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void aRangeOfEigenpairsIsThatRange(Kernels kernels) {
    Matrix q = Matrix.orthonormal(6, 6, rng);
    double[] values = {-3, -1, 0, 2, 2, 10};
    Matrix a = Naive.times(Naive.times(q, Naive.diagonal(values)), Naive.transpose(q));
    Eigen middle = kernels.eigen(6, a.array(), 1, 4);
    assertThat(middle.values()).containsExactly(new double[] {-1, 0, 2}, within(1e-12));
    Matrix expected = Naive.times(middle.vectors(), Naive.diagonal(-1, 0, 2));
    close(Naive.times(a, middle.vectors()), expected);
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void singularValuesReproduceTheMatrix(Kernels kernels) {
    Matrix tall = Matrix.gaussian(30, 7, rng);
    Matrix rankTwo = Naive.times(Matrix.gaussian(9, 2, rng), Matrix.gaussian(2, 5, rng));
    for (Matrix a : new Matrix[] {tall, tall.transpose(), rankTwo, Matrix.zeros(3, 2)}) {
      Svd svd = kernels.svd(a.rows(), a.cols(), a.array());
      int r = Math.min(a.rows(), a.cols());
      assertThat(svd.s()).hasSize(r);
      for (int j = 1; j < r; j++) {
        assertThat(svd.s()[j]).isBetween(0.0, svd.s()[j - 1]);
      }
      close(Naive.times(svd.u().transpose(), svd.u()), Matrix.identity(r));
      close(Naive.times(svd.v().transpose(), svd.v()), Matrix.identity(r));
      close(Naive.times(Naive.times(svd.u(), Naive.diagonal(svd.s())), svd.v().transpose()), a);
    }
  }

  @ParameterizedTest
  @MethodSource("nativeKernels")
  void bothKernelsGiveTheSameOrthonormalBasis(Kernels kernels) {
    Matrix a = Matrix.gaussian(50, 12, rng);
    Matrix ours = Matrix.of(50, 12, new JavaKernels().orthonormal(50, 12, a.array()));
    close(Matrix.of(50, 12, kernels.orthonormal(50, 12, a.array())), ours);
    close(Naive.times(ours.transpose(), ours), Matrix.identity(12));
    Matrix r = Naive.times(ours.transpose(), a);
    for (int i = 0; i < 12; i++) {
      assertThat(r.get(i, i)).isPositive();
      for (int j = 0; j < i; j++) {
        assertThat(r.get(i, j)).isCloseTo(0, within(1e-12));
      }
    }
  }

  private Matrix positiveDefinite(int n) {
    Matrix a = Matrix.gaussian(n + 5, n, rng);
    return Naive.times(Naive.transpose(a), a).plus(Matrix.identity(n));
  }

  private static void close(Matrix actual, Matrix expected) {
    assertThat(actual.maxAbsDifference(expected)).isLessThan(1e-10 * (1 + expected.maxAbs()));
  }
}
