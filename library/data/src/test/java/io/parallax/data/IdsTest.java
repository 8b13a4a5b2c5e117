package io.parallax.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class IdsTest {
  @Test
  void theyAreTheListTheyWereMadeOf() {
    for (int size : List.of(0, 1, 4095, 4096, 4097, 10_000)) {
      List<String> plain =
          IntStream.range(0, size)
              .mapToObj(i -> i % 7 == 0 ? "Ärztin-" + i + "😀" : "" + i)
              .toList();
      List<String> ids = Ids.of(plain);
      assertThat(ids).isEqualTo(plain).hasSameHashCodeAs(plain).hasSize(size);
      assertThat(Ids.of(ids)).isSameAs(ids);
      assertThatThrownBy(() -> ids.get(size)).isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> ids.add("x")).isInstanceOf(UnsupportedOperationException.class);
    }
  }

  @Test
  void anEmptyIdStays() {
    assertThat(Ids.of(List.of("", "a", ""))).containsExactly("", "a", "");
  }
}
