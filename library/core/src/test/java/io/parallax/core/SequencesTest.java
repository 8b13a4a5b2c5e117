package io.parallax.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class SequencesTest {
  private final Sequences layout = new Sequences(3, List.of("x", "y"));

  @Test
  void namesTellStepAndChannel() {
    assertThat(layout.names()).containsExactly("length", "x.1", "y.1", "x.2", "y.2", "x.3", "y.3");
    assertThat(layout.columns()).isEqualTo(7);
  }

  @Test
  void aShortSequenceEndsWithTheRow() {
    assertThat(layout.row(new float[][] {{1, 2}})).containsExactly(1, 0, 0, 0, 0, 1, 2);
  }

  @Test
  void ofALongSequenceTheLastStepsAreKept() {
    float[][] four = {{1, 1}, {2, 2}, {3, 3}, {4, 4}};
    assertThat(layout.row(four)).containsExactly(3, 2, 2, 3, 3, 4, 4);
  }

  @Test
  void exactNumbersAreLaidOutAlike() {
    List<double[]> four = List.of(of(1, 1), of(2, 2), of(3, 3), of(4, 0.1));
    assertThat(layout.row(four)).containsExactly(3, 2, 2, 3, 3, 4, 0.1);
    assertThat(layout.row(four.subList(3, 4))).containsExactly(1, 0, 0, 0, 0, 4, 0.1);
    assertThat(layout.start(1)).isEqualTo(5);
    assertThat(layout.start(3)).isEqualTo(1);
  }

  private static double[] of(double... step) {
    return step;
  }

  @Test
  void aLayoutWithoutStepsIsRefused() {
    assertThatThrownBy(() -> new Sequences(0, List.of("x"))).isInstanceOf(BadInput.class);
  }
}
