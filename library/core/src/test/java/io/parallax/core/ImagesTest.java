package io.parallax.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ImagesTest {
  @Test
  void aPartHoldsTheRowsBelowTheOneBefore() {
    Images image = new Images(2, 5, 3);
    assertThat(image.part(2)).isEqualTo(new Images(2, 2, 3));
    assertThat(image.columnsOf(2, 2)).containsExactly(6, 7, 8, 9, 10, 11, 21, 22, 23, 24, 25, 26);
    assertThat(image.names()).hasSize(30).startsWith("1.r1c1", "1.r1c2").endsWith("2.r5c3");
  }

  @Test
  void threePartsOf28RowsHaveNineEach() {
    assertThat(new Images(1, 28, 28).part(3).height()).isEqualTo(9);
  }

  @Test
  void anImageCannotBeCutIntoMorePartsThanRows() {
    assertThatThrownBy(() -> new Images(1, 28, 28).part(29))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("28 rows cannot be cut into 29 parts");
  }
}
