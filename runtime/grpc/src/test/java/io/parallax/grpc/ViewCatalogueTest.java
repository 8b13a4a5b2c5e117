package io.parallax.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.grpc.ViewCatalogue.View;
import java.util.Collections;
import java.util.List;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A party's catalogue says little about numbers of rows, and a hostile one is refused. */
class ViewCatalogueTest {
  @Test
  void numbersOfRowsHaveTwoDigits() {
    assertThat(ViewCatalogue.rounded(0)).isEqualTo("fewer than 100");
    assertThat(ViewCatalogue.rounded(99)).isEqualTo("fewer than 100");
    assertThat(ViewCatalogue.rounded(100)).isEqualTo("100");
    assertThat(ViewCatalogue.rounded(569)).isEqualTo("560");
    assertThat(ViewCatalogue.rounded(12_999)).isEqualTo("12000");
    assertThat(ViewCatalogue.rounded(Long.MAX_VALUE)).isEqualTo("9200000000000000000");
  }

  /** Who knows all rows but one person's compares the number with and without that person. */
  @Test
  void thatOnePersonIsAmongTheRowsIsSeldomSeenInARoundedNumber() {
    assertThat(found(Long::toString)).as("control: exact numbers").isEqualTo(1);
    assertThat(found(ViewCatalogue::rounded)).as("rounded").isLessThan(0.01);
    double worst =
        LongStream.range(100, 1000).filter(n -> changes(ViewCatalogue::rounded, n)).count();
    assertThat(worst / 900).as("between 100 and 1,000 rows").isLessThanOrEqualTo(0.1);
  }

  private static double found(LongFunction<String> told) {
    return LongStream.range(0, 100_000).filter(n -> changes(told, n)).count() / 100_000.0;
  }

  private static boolean changes(LongFunction<String> told, long others) {
    return !told.apply(others).equals(told.apply(others + 1));
  }

  @Test
  void aCatalogueOfAHostilePartyIsRefused() {
    assertThat(new View("imaging", List.of("radius"), "560").rows()).isEqualTo("560");
    List<String> many = IntStream.range(0, 2001).mapToObj(i -> "c" + i).toList();
    for (Runnable hostile :
        List.<Runnable>of(
            () -> new View("", List.of(), ""),
            () -> new View("a\nb", List.of(), ""),
            () -> new View("a\u202eb", List.of(), ""),
            () -> new View("a".repeat(201), List.of(), ""),
            () -> new View("a", List.of(" "), ""),
            () -> new View("a", many, ""),
            () -> new View("a", List.of(), "569 people with HIV"),
            () -> new View("a", List.of(), "17"),
            () -> new ViewCatalogue(Collections.nCopies(2, new View("a", List.of(), ""))),
            () ->
                new ViewCatalogue(
                    IntStream.range(0, 201)
                        .mapToObj(i -> new View("v" + i, List.of(), ""))
                        .toList()))) {
      assertThatThrownBy(hostile::run)
          .isInstanceOf(BadInput.class)
          .hasMessageContaining("must have at most")
          .hasMessageNotContaining("HIV");
    }
  }
}
