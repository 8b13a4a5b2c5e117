package io.parallax.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A column that a damaged file describes is refused by name. */
class ColumnTest {
  @Test
  void aColumnNeedsANameAndItsLists() {
    for (String name : new String[] {null, "", " "}) {
      assertThatThrownBy(() -> new Column(name, List.of(), List.of(), List.of()))
          .isInstanceOf(BadInput.class)
          .hasMessageContaining("a column has no name");
    }
    assertThatThrownBy(() -> new Column("x", null, List.of(), null)).isInstanceOf(BadInput.class);
    assertThatThrownBy(() -> new Column("x", List.of(), null, null)).isInstanceOf(BadInput.class);
    assertThat(new Column("x", List.of("a"), List.of(), null).features()).containsExactly("x=a");
  }
}
