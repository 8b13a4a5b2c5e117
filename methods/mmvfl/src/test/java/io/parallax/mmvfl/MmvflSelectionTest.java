package io.parallax.mmvfl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.Selection;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import org.junit.jupiter.api.Test;

class MmvflSelectionTest {
  private static final double[] IMPORTANCE = {0.5, 2, 0, 2, 1};

  @Test
  void theLargestComeFirstAndTiesGoToTheLowerIndex() {
    assertThat(Selection.top(IMPORTANCE, 100)).containsExactly(1, 3, 4, 0, 2);
    assertThat(Selection.top(IMPORTANCE, 60)).containsExactly(1, 3, 4);
  }

  @Test
  void theCountIsRoundedHalfUpAndAtLeastOne() {
    assertThat(Selection.top(IMPORTANCE, 1)).containsExactly(1);
    assertThat(Selection.top(IMPORTANCE, 29)).containsExactly(1);
    assertThat(Selection.top(IMPORTANCE, 30)).containsExactly(1, 3);
    assertThat(Selection.top(new double[240], 2)).hasSize(5); // 4.8
  }

  @Test
  void aPercentageOutsideItsRangeIsRefused() {
    for (double percent : new double[] {0, -1, 100.5, Double.NaN}) {
      assertThatThrownBy(() -> Selection.top(IMPORTANCE, percent))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("percent is " + percent);
    }
  }

  @Test
  void scoresAreThoseOfTheKeptColumnsAndRows() {
    Rng rng = Rng.of(4);
    Matrix x = Matrix.gaussian(7, 5, rng);
    Matrix w = Matrix.gaussian(5, 3, rng);
    int[] kept = {4, 1};
    Matrix expected = x.selectColumns(kept).times(w.selectRows(kept));
    assertThat(Selection.scores(Features.of(x), w, kept).maxAbsDifference(expected))
        .isLessThan(1e-14);
    int[] all = Selection.top(w.rowNorms(), 100);
    assertThat(Selection.scores(Features.of(x), w, all)).isEqualTo(Features.of(x).times(w));
  }
}
