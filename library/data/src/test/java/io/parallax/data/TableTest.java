package io.parallax.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.math.Matrix;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TableTest {
  private final Table table =
      new Table(
          "a.csv",
          List.of("x", "y", "z"),
          List.of("p", "q"),
          Matrix.of(new double[][] {{1, 2}, {3, Double.NaN}, {5, 6}}));

  @Test
  void rowsComeInTheOrderOfTheIdsAskedFor() {
    Table chosen = table.rowsFor(List.of("z", "x"));
    assertThat(chosen.ids()).containsExactly("z", "x");
    assertThat(chosen.values()).isEqualTo(Matrix.of(new double[][] {{5, 6}, {1, 2}}));
  }

  @Test
  void columnsComeInTheOrderOfTheNamesAskedFor() {
    Table chosen = table.columns(List.of("q", "p"));
    assertThat(chosen.columns()).containsExactly("q", "p");
    assertThat(chosen.values().get(2, 0)).isEqualTo(6);
  }

  @Test
  void unknownRowsAndColumnsAreRefusedWithoutShowingTheId() {
    assertThatThrownBy(() -> table.rowsFor(List.of("x", "w")))
        .isInstanceOf(BadInput.class)
        .hasMessage("a.csv: no row for id number 2 of the requested ids; add it or align first");
    assertThatThrownBy(() -> table.columns(List.of("r")))
        .isInstanceOf(BadInput.class)
        .hasMessageStartingWith("a.csv: no column 'r'");
  }

  @Test
  void missingValuesAreCountedPlacedAndRefusedUnlessMeansAreAskedFor() {
    assertThat(table.missing()).isEqualTo(1);
    assertThat(table.firstMissing()).contains("a.csv row 2 below the header, column 'q'");
    assertThat(table.under(Missing.MEAN)).isSameAs(table);
    assertThatThrownBy(() -> table.under(Missing.ERROR))
        .isInstanceOf(BadInput.class)
        .hasMessageStartingWith(
            "a.csv row 2 below the header, column 'q': the value is missing (1 in all)");
    Table whole = table.rowsFor(List.of("x", "z"));
    assertThat(whole.under(Missing.ERROR)).isSameAs(whole);
    assertThat(whole.firstMissing()).isEmpty();
  }

  @Test
  void commonIdsKeepTheOrderOfTheFirstList() {
    List<List<String>> lists =
        List.of(List.of("c", "a", "b", "e"), List.of("a", "c", "d", "e"), List.of("e", "c", "a"));
    assertThat(Alignment.common(lists)).containsExactly("c", "a", "e");
  }

  @Test
  void nothingInCommonNamesTheSourcesAndTheirCounts() {
    Map<String, List<String>> sources = new LinkedHashMap<>();
    sources.put("a.csv", List.of("1", "2"));
    sources.put("b.csv", List.of("01"));
    assertThatThrownBy(() -> Alignment.common(sources))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("a.csv (2 ids), b.csv (1 ids)");
  }
}
