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

  @Test
  void anIndexFindsEveryIdAndNoOther() {
    List<String> ids = Ids.of(IntStream.range(0, 5000).mapToObj(i -> "p" + 7 * i).iterator());
    IdIndex index = new IdIndex(ids);
    for (int i = 0; i < 35_000; i++) {
      assertThat(index.place("p" + i)).isEqualTo(i % 7 == 0 ? i / 7 : -1);
    }
    assertThat(new IdIndex(List.of("a", "b", "a")).place("a")).isZero();
    assertThat(new IdIndex(List.of()).place("a")).isEqualTo(-1);
  }

  @Test
  void anIndexGrowsWithItsIds() {
    Ids ids = new Ids();
    IdIndex index = new IdIndex(ids);
    for (int i = 0; i < 5000; i++) {
      assertThat(index.place("p" + i)).isEqualTo(-1);
      ids.append("p" + i);
      index.grow(ids.size());
      assertThat(index.place("p" + i / 2)).isEqualTo(i / 2);
    }
  }

  @Test
  void whatSeveralSourcesHaveInCommonComesOnceInTheOrderOfTheFirst() {
    assertThat(Alignment.common(List.of(List.of("c", "a", "b", "a"), List.of("a", "x", "c"))))
        .containsExactly("c", "a");
  }
}
