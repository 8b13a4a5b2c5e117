package io.parallax.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class SummaryTest {
  @Test
  void theDeviationIsThatOfASample() {
    Summary summary = Summary.of(2, 4, 4, 4, 5, 5, 7, 9);
    assertThat(summary.mean()).isEqualTo(5);
    assertThat(summary.sd()).isCloseTo(Math.sqrt(32.0 / 7), within(1e-12));
    assertThat(summary.n()).isEqualTo(8);
  }

  @Test
  void oneValueHasNoDeviation() {
    assertThat(Summary.of(List.of(0.7))).isEqualTo(new Summary(0.7, 0, 1));
  }

  @Test
  void nothingCannotBeSummarised() {
    assertThatThrownBy(() -> Summary.of(List.of())).isInstanceOf(IllegalArgumentException.class);
  }
}
