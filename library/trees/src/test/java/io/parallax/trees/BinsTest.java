package io.parallax.trees;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BinsTest {
  @Test
  void fewDifferentValuesHaveABinEach() {
    Matrix x = column(3, 1, 1, 7, 1, 3);
    Bins bins = Bins.of(x);
    assertThat(bins.count(0)).isEqualTo(3);
    assertThat(codes(bins, x)).containsExactly(1, 0, 0, 2, 0, 1);
    assertThat(bins.cut(0, 0)).isEqualTo(2);
    assertThat(bins.cut(0, 1)).isEqualTo(5);
  }

  @Test
  void newRowsGoWhereTheirValueLies() {
    Bins bins = Bins.of(column(1, 3, 7));
    assertThat(codes(bins, column(-1e300, 2, Math.nextUp(2.0), 5, 1e300)))
        .containsExactly(0, 0, 1, 1, 2);
  }

  @Test
  void manyValuesAreSharedOutEvenly() {
    int n = 10_200;
    Matrix x = Matrix.gaussian(n, 1, Rng.of(1));
    Bins bins = Bins.of(x);
    assertThat(bins.count(0)).isEqualTo(255);
    assertThat(sizes(bins, x)).containsOnly(n / 255);
    assertThat(sizes(Bins.of(x, 7), x)).hasSize(7).containsOnly(n / 7, n / 7 + 1);
  }

  /** Half of the rows have one value; the bins that this saves go to the others. */
  @Test
  void aFrequentValueLeavesTheOtherBinsToOthers() {
    Matrix noise = Matrix.gaussian(4000, 1, Rng.of(2));
    Matrix x = Matrix.fill(4000, 1, (i, j) -> i % 2 == 0 ? 0 : noise.get(i, 0));
    Bins bins = Bins.of(x, 20);
    int[] sizes = sizes(bins, x);
    assertThat(sizes.length).isBetween(18, 20);
    int frequent = IntStream.of(sizes).max().orElseThrow();
    assertThat(frequent).isBetween(2000, 2250);
    assertThat(IntStream.of(sizes).filter(size -> size < frequent).max().orElseThrow())
        .isLessThan(260);
  }

  @Test
  void aConstantColumnHasOneBin() {
    Bins bins = Bins.of(column(4, 4, 4));
    assertThat(bins.count(0)).isEqualTo(1);
    assertThat(codes(bins, column(-9, 4, 9))).containsOnly(0);
  }

  @Test
  void neighboursAndExtremesArePartedWithoutOverflow() {
    double next = Math.nextUp(1.0);
    Matrix x = column(-Double.MAX_VALUE, 1, next, Double.MAX_VALUE, -0.0, 0.0, Double.MIN_VALUE);
    assertThat(codes(Bins.of(x), x)).containsExactly(0, 3, 4, 5, 1, 1, 2);
  }

  @Test
  void mistakesAreNamed() {
    Matrix missing = Matrix.fill(5, 3, (i, j) -> i == 2 && j == 1 ? Double.NaN : i);
    Matrix infinite = Matrix.fill(5, 3, (i, j) -> i == 4 && j == 2 ? 1 / 0.0 : i);
    assertThatThrownBy(() -> Bins.of(missing))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("row 2, column 1");
    Bins bins = Bins.of(Matrix.zeros(5, 3));
    assertThatThrownBy(() -> bins.bin(infinite)).hasMessageContaining("row 4, column 2");
    assertThatThrownBy(() -> bins.bin(Matrix.zeros(5, 2)))
        .hasMessage("rows have 2 columns, must have the 3 of the training rows");
    assertThatThrownBy(() -> Bins.of(missing, 256)).hasMessageContaining("from 2 to 255");
    assertThatThrownBy(() -> Bins.of(missing, 1)).hasMessageContaining("bins is 1");
  }

  private static Matrix column(double... values) {
    return Matrix.of(values.length, 1, values);
  }

  private static int[] codes(Bins bins, Matrix x) {
    Binned binned = bins.bin(x);
    return IntStream.range(0, x.rows()).map(i -> binned.code(i, 0)).toArray();
  }

  private static int[] sizes(Bins bins, Matrix x) {
    int[] sizes = new int[bins.count(0)];
    for (int code : codes(bins, x)) {
      sizes[code]++;
    }
    return sizes;
  }
}
