package io.parallax.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArffFileTest {
  @TempDir Path folder;

  private List<List<String>> read(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("a.arff"), text);
    RowTable table = (RowTable) RowFormat.of(file.toString(), Map.of());
    List<List<String>> rows = new ArrayList<>();
    try (Rows opened = table.open()) {
      rows.add(opened.header());
    }
    rows.addAll(table.cells());
    return rows;
  }

  @Test
  void denseRowsQuotesCommentsAndMissingValues() throws Exception {
    assertThat(
            read(
                """
                % a comment
                @RELATION weather
                @attribute id string
                @attribute 'wind speed' numeric
                @ATTRIBUTE outlook {sunny, 'a, b'}

                @DATA
                p1, 3.5, sunny
                'p 2',?,'a, b'
                """))
        .containsExactly(
            List.of("id", "wind speed", "outlook"),
            List.of("p1", "3.5", "sunny"),
            List.of("p 2", "?", "a, b"));
  }

  @Test
  void aSparseRowHasZerosAndFirstValuesWhereNothingIsSaid() throws Exception {
    assertThat(
            read(
                """
                @relation r
                @attribute a numeric
                @attribute b numeric
                @attribute c {no, yes}
                @data
                {1 2.5, 2 yes}
                {}
                """))
        .containsExactly(
            List.of("a", "b", "c"), List.of("0", "2.5", "yes"), List.of("0", "0", "no"));
  }

  @Test
  void mistakesAreToldWithTheirLine() {
    String head = "@relation r\n@attribute a numeric\n";
    for (var mistake :
        List.of(
            List.of(head, "no @data"),
            List.of("@data\n", ":1: @data precedes the first @attribute"),
            List.of(head + "@data\n1,2\n", ":4: 2 values where there are 1 attributes"),
            List.of(head + "@data\n{7 1}\n", ":4: 'INDEX VALUE'"),
            List.of(head + "@attribute b {\n@data\n", ":3: the list of an attribute's values"),
            List.of(head + "@attribute b {a, b\n@data\n", ":3: the list of an attribute's values"),
            List.of(head + "@attribute b {}\n@data\n", ":3: the list of an attribute's values"),
            List.of(head + "@dtaa\n", ":3: the line must begin with"))) {
      assertThatThrownBy(() -> read(mistake.get(0)))
          .isInstanceOf(BadInput.class)
          .hasMessageContaining(mistake.get(1));
    }
  }
}
