package io.parallax.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.math.Matrix;
import org.junit.jupiter.api.Test;

class UpdatesTest {
  private static final Matrix FROM = Matrix.of(new double[][] {{1, 2, 3}});
  private static final Matrix TO = Matrix.of(new double[][] {{1, 4, 0}});

  @Test
  void aChangeIsToldTheLongerTheLaterItComes() {
    assertThat(Updates.OF_SOLUTIONS.told(FROM, TO, 1)).isEqualTo(TO.minus(FROM));
    assertThat(Updates.OF_SOLUTIONS.told(FROM, TO, 16)).isEqualTo(TO.minus(FROM).scale(4));
    assertThat(Updates.OF_DESCENT.told(FROM, TO, 16)).isEqualTo(TO.minus(FROM).scale(8));
    assertThat(Updates.OF_STEPS.told(FROM, TO, 16)).isEqualTo(TO.minus(FROM).scale(2));
    for (Updates kind : Updates.values()) {
      for (int round : new int[] {1, 2, 3, 50}) {
        Matrix heard = kind.heard(kind.told(FROM, TO, round), round);
        assertThat(FROM.plus(heard).maxAbsDifference(TO)).isLessThan(1e-14);
      }
    }
  }

  @Test
  void aRoundThatCannotBeIsRefused() {
    assertThatThrownBy(() -> Updates.OF_SOLUTIONS.told(FROM, TO, 0))
        .isInstanceOf(ProtocolViolation.class)
        .hasMessageContaining("the first one is 1");
  }
}
