package io.parallax.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Matrices written and read stretch by stretch, from one entry to several stretches. */
class StretchTest {

  @ParameterizedTest
  @CsvSource({"1, 1", "3, 5", "1, 65536", "65537, 1", "700, 333", "2, 131072"})
  void buildWritesEveryEntryOnceInRowMajorOrder(int rows, int cols) {
    AtomicIntegerArray writes = new AtomicIntegerArray(rows * cols);
    Matrix built =
        Matrix.build(
            rows,
            cols,
            (from, count, buffer) -> {
              for (int i = 0; i < count; i++) {
                writes.incrementAndGet(from + i);
                buffer[i] = 0.5 * (from + i);
              }
            });
    assertThat(built).isEqualTo(Matrix.fill(rows, cols, (i, j) -> 0.5 * (i * cols + j)));
    for (int i = 0; i < writes.length(); i++) {
      if (writes.get(i) != 1) {
        throw new AssertionError("entry " + i + " was written " + writes.get(i) + " times");
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 1", "256, 256, 16", "257, 256, 17", "700, 333, 57"})
  void stretchesFollowEachOtherAndCoverAll(int rows, int cols, int stretches) {
    Matrix m = Matrix.gaussian(rows, cols, Rng.of(5));
    ConcurrentSkipListMap<Integer, double[]> seen = new ConcurrentSkipListMap<>();
    m.forEachStretch((from, count, values) -> seen.put(from, Arrays.copyOf(values, count)));
    assertThat(seen).hasSize(stretches);
    double[] all = new double[rows * cols];
    int next = 0;
    for (var stretch : seen.entrySet()) {
      assertThat(stretch.getKey()).isEqualTo(next);
      System.arraycopy(stretch.getValue(), 0, all, next, stretch.getValue().length);
      next += stretch.getValue().length;
    }
    assertThat(Matrix.of(rows, cols, all)).isEqualTo(m);
  }

  @ParameterizedTest
  @CsvSource({"2, 3", "300, 300"})
  void neitherReaderNorWriterCanChangeAMatrix(int rows, int cols) {
    Matrix m = Matrix.gaussian(rows, cols, Rng.of(6));
    Matrix copy = Matrix.of(rows, cols, m.toArray());
    m.forEachStretch((from, count, values) -> values[0] = 9);
    assertThat(m).isEqualTo(copy);
    double[][] kept = new double[1][];
    Matrix built = Matrix.build(2, 2, (from, count, buffer) -> kept[0] = buffer);
    kept[0][0] = 9;
    assertThat(built).isEqualTo(Matrix.zeros(2, 2));
  }

  @ParameterizedTest
  @CsvSource({"0, 4", "4, 0"})
  void anEmptyMatrixCannotBeBuilt(int rows, int cols) {
    assertThatThrownBy(() -> Matrix.build(rows, cols, (from, count, buffer) -> {}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(rows + "×" + cols);
  }
}
