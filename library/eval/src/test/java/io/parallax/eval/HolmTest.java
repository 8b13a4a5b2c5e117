package io.parallax.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import org.junit.jupiter.api.Test;

class HolmTest {
  @Test
  void multipliesTheLeastByAllAndNeverFalls() {
    // R: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm")
    assertThat(Holm.adjusted(new double[] {0.01, 0.04, 0.03, 0.005}))
        .containsExactly(new double[] {0.03, 0.06, 0.06, 0.02}, offset(1e-12));
  }

  @Test
  void leavesOutWhatIsNoTestAndEndsAtOne() {
    double[] found = Holm.adjusted(new double[] {0.6, Double.NaN, 0.02, 0.9});
    assertThat(found[1]).isNaN();
    assertThat(found[2]).isEqualTo(0.06, offset(1e-12));
    assertThat(found[0]).isEqualTo(1);
    assertThat(found[3]).isEqualTo(1);
  }
}
