package io.parallax.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.math.RowSparseRegression;
import io.parallax.math.Target;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The contract of features wherever their rows are stored; the reference is a matrix multiplied by
 * plain loops.
 */
public abstract class FeaturesContract {
  private static final int N = 230;
  private static final int D = 7;
  private static final int C = 3;
  private final Matrix x = Matrix.gaussian(N, D, Rng.of(5).child("x"));
  private final Matrix w = Matrix.gaussian(D, C, Rng.of(5).child("w"));
  private final Matrix t = Matrix.gaussian(N, C, Rng.of(5).child("t"));

  /** The rows of {@code x}, put where the implementation keeps rows. */
  protected abstract Features put(Matrix x);

  @Test
  void productsAreThoseOfTheMatrix() {
    Features rows = put(x);
    assertThat(rows.samples()).isEqualTo(N);
    assertThat(rows.size()).isEqualTo(D);
    close(rows.gram(), product(x.transpose(), x));
    close(rows.times(w), product(x, w));
    close(rows.transposeTimes(t), product(x.transpose(), t));
    assertThat(rows.gram()).isEqualTo(rows.gram().transpose());
  }

  @Test
  void oneRowIsEnough() {
    Matrix one = x.selectRows(new int[] {3});
    Features rows = put(one);
    close(rows.gram(), product(one.transpose(), one));
    close(rows.times(w), product(one, w));
    close(rows.transposeTimes(t.selectRows(new int[] {0})), product(one.transpose(), firstRow(t)));
  }

  @Test
  void theSameRowsGiveTheSameBits() {
    Features rows = put(x);
    Features again = put(x);
    assertThat(again.gram()).isEqualTo(rows.gram());
    assertThat(again.times(w)).isEqualTo(rows.times(w)).isEqualTo(again.times(w));
    assertThat(again.transposeTimes(t))
        .isEqualTo(rows.transposeTimes(t))
        .isEqualTo(again.transposeTimes(t));
  }

  @Test
  void aBlendComesWithItsProducts() {
    Features rows = put(x);
    Target blend = rows.blend(w, 0.25, 0.75, t);
    close(blend.t(), product(x, w).scale(0.25).plusScaled(0.75, t));
    assertThat(blend.cross()).isEqualTo(rows.transposeTimes(blend.t()));
    assertThat(rows.target(t).cross()).isEqualTo(rows.transposeTimes(t));
  }

  @Test
  void rowsAreAddedUpByClass() {
    int[] codes = new int[N];
    for (int i = 0; i < N; i++) {
      codes[i] = i * i % C;
    }
    Matrix y = Matrix.fill(N, C, (i, j) -> codes[i] == j ? 1 : 0);
    close(put(x).classSums(codes, C), product(x.transpose(), y));
  }

  @Test
  void columnsAreChosenAndPutSideBySide() {
    int[] chosen = {6, 2, 2};
    Features some = put(x).columns(chosen);
    close(some.times(Matrix.identity(3)), x.selectColumns(chosen));
    close(some.columns(new int[] {1, 0}).times(Matrix.identity(2)), x.selectColumns(at(2, 6)));
    Matrix both = Matrix.stackColumns(List.of(x.selectColumns(chosen), t, x));
    close(some.beside(List.of(put(t), put(x))).gram(), product(both.transpose(), both));
    close(some.beside(List.of()).gram(), some.gram());
  }

  @Test
  void columnsBesideThoseInMemoryAreAllowed() {
    Matrix ones = Matrix.fill(N, 1, (i, j) -> 1);
    Matrix both = Matrix.stackColumns(List.of(x, ones));
    close(put(x).beside(List.of(Features.of(ones))).gram(), product(both.transpose(), both));
  }

  @Test
  void aRegressionFindsTheSameWeights() {
    Matrix expected = new RowSparseRegression(Features.of(x)).solve(t, 4, null, 1e-12).w();
    Matrix found = new RowSparseRegression(put(x)).solve(t, 4, null, 1e-12).w();
    assertThat(found.maxAbsDifference(expected)).isLessThan(1e-9);
  }

  @Test
  void whatDoesNotFitIsRefused() {
    Features rows = put(x);
    refused(() -> rows.times(Matrix.zeros(D + 1, 1)));
    refused(() -> rows.transposeTimes(Matrix.zeros(N - 1, 1)));
    refused(() -> rows.columns(new int[] {D}));
    refused(() -> rows.beside(List.of(put(x.selectRows(new int[] {1, 2})))));
    refused(() -> rows.classSums(new int[N + 1], C));
  }

  private static void refused(Runnable call) {
    assertThatThrownBy(call::run).isInstanceOf(IllegalArgumentException.class);
  }

  private static int[] at(int... places) {
    return places;
  }

  private static Matrix firstRow(Matrix a) {
    return a.selectRows(new int[] {0});
  }

  private static Matrix product(Matrix a, Matrix b) {
    return Matrix.fill(
        a.rows(),
        b.cols(),
        (i, j) -> {
          double sum = 0;
          for (int k = 0; k < a.cols(); k++) {
            sum += a.get(i, k) * b.get(k, j);
          }
          return sum;
        });
  }

  private static void close(Matrix actual, Matrix expected) {
    assertThat(actual.maxAbsDifference(expected)).isLessThan(1e-11 * (1 + expected.maxAbs()));
  }
}
