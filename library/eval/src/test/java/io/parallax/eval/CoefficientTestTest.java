package io.parallax.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class CoefficientTestTest {
  @Test
  void theNormalAndStudentsDistributionGiveTheirKnownQuantiles() {
    CoefficientTest normal = CoefficientTest.of(1.959963984540054, 1, OptionalInt.empty());
    assertThat(normal.p()).isCloseTo(0.05, within(1e-12));
    assertThat(normal.low()).isCloseTo(0, within(1e-12));
    assertThat(normal.high()).isCloseTo(2 * 1.959963984540054, within(1e-12));
    CoefficientTest student = CoefficientTest.of(-2.2281388519649385, 1, OptionalInt.of(10));
    assertThat(student.p()).isCloseTo(0.05, within(1e-9));
    assertThat(student.high()).isCloseTo(0, within(1e-9));
  }

  @Test
  void withoutAnErrorThereIsNoTest() {
    CoefficientTest none = CoefficientTest.of(3, Double.NaN, OptionalInt.empty());
    assertThat(none.value()).isEqualTo(3);
    assertThat(none.p()).isNaN();
    assertThat(none.low()).isNaN();
  }

  @Test
  void chiSquareOfOneDegreeIsTheSquareOfANormalOne() {
    assertThat(CoefficientTest.chiSquared(3.841458820694124, 1)).isCloseTo(0.05, within(1e-9));
    assertThat(CoefficientTest.chiSquared(Double.NaN, 3)).isNaN();
  }

  /**
   * Where the variance is estimated, one coefficient has the p of its t test; four that of R's pf.
   */
  @Test
  void severalCoefficientsAreTestedByFWhereTheVarianceIsEstimated() {
    OptionalInt ten = OptionalInt.of(10);
    double t = 2.2281388519649385;
    assertThat(CoefficientTest.wald(t * t, 1, ten)).isCloseTo(0.05, within(1e-9));
    assertThat(CoefficientTest.wald(12, 4, OptionalInt.of(20)))
        .isCloseTo(0.043200998334214105, within(1e-12));
    assertThat(CoefficientTest.wald(3.841458820694124, 1, OptionalInt.empty()))
        .isCloseTo(0.05, within(1e-9));
    assertThat(CoefficientTest.wald(Double.NaN, 3, ten)).isNaN();
  }
}
