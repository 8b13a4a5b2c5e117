package io.parallax.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.data.Column;
import io.parallax.data.RowFormat;
import io.parallax.data.RowTable;
import io.parallax.data.SequenceFile;
import io.parallax.data.Steps;
import io.parallax.data.Table;
import io.parallax.data.TableProfile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParquetFormatTest {
  @TempDir Path dir;

  private Path parquet(String query) {
    Path file = dir.resolve("it's.parquet");
    String name = file.toString().replace("'", "''");
    try (Connection duck = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = duck.createStatement()) {
      statement.execute("COPY (" + query + ") TO '" + name + "' (FORMAT parquet)");
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return file;
  }

  private static RowTable table(Path file) {
    return (RowTable) RowFormat.of(file.toString(), Map.of());
  }

  private static final String TYPES =
      """
      SELECT * FROM (VALUES
        ('a', 1.5::DOUBLE, 7::INTEGER, true, 2.25::DECIMAL(9,3), 'red', [1, 2], TIMESTAMP '1970-01-01 00:00:01.5', 0.1::FLOAT),
        ('b', 'NaN'::DOUBLE, NULL, false, -3, NULL, NULL, TIMESTAMP '1970-01-02 00:00:00', 1e-7::FLOAT))
        t(id, x, n, yes, d, word, list, moment, f)
      """;

  @Test
  void plainTablesAreReadAsFromCsv() {
    Path file = parquet(TYPES);
    List<Column> columns =
        List.of("x", "n", "yes", "d", "moment", "f").stream().map(Column::numeric).toList();
    Table table = table(file).encoded("id", columns);
    assertThat(table.ids()).containsExactly("a", "b");
    assertThat(table.values().row(0)).containsExactly(1.5, 7, 1, 2.25, 1.5, 0.1);
    assertThat(table.values().row(1)).containsExactly(Double.NaN, Double.NaN, 0, -3, 86400, 1e-7);
    assertThat(table(file).categories("word")).containsExactly("red");
    assertThat(
            table(parquet("SELECT i AS id, i + 2 AS y FROM range(2) r(i)"))
                .labels("id", "y")
                .classes())
        .containsExactly("2", "3");
  }

  @Test
  void longTablesAreSequencesAndKeepTheOrderOfTheFile() {
    Path file =
        parquet(
            "SELECT i % 7 AS id, -(i // 7) AS t, i AS x FROM range(200000) r(i) ORDER BY i DESC");
    Table table =
        SequenceFile.read(
            table(file), "id", List.of(Column.numeric("x")), new Steps("t", false, 3, 1));
    assertThat(table.ids()).containsExactly("2", "1", "0", "6", "5", "4", "3");
    assertThat(table.rowsFor(List.of("5")).values().row(0)).containsExactly(3, 19, 12, 5);
    Table whole =
        table(parquet("SELECT i AS id, i AS x FROM range(300000) r(i)"))
            .encoded("id", List.of(Column.numeric("x")));
    assertThat(IntStream.range(0, 300000).allMatch(i -> whole.values().get(i, 0) == i)).isTrue();
  }

  @Test
  void aFileCanBeLookedInto() {
    TableProfile profile = TableProfile.of(table(parquet(TYPES)));
    assertThat(profile.rows()).isEqualTo(2);
    assertThat(profile.columns()).extracting(TableProfile.Column::name).contains("list", "word");
  }

  @Test
  void mistakesAreToldInOneLine() throws IOException {
    Path file = parquet(TYPES);
    refused(
        file,
        "list",
        ": column 'list' holds lists or structures; each cell must hold one number or word; change it, or list other 'columns'");
    refused(
        file,
        "word",
        " row 1, column 'word': is not a finite number; correct it, leave the cell"
            + " empty, or name the column under 'categorical'");
    refused(
        file,
        "y",
        ": no column 'y' for the view; did you mean 'x'? the file has id, x, n, yes,"
            + " d and 4 more");
    refused(
        parquet("SELECT 1 AS id, 'Infinity'::DOUBLE AS x"),
        "x",
        " row 1, column 'x': is not a"
            + " finite number; correct it, leave the cell empty, or name the column under"
            + " 'categorical'");
    refused(
        parquet("SELECT 1 AS id, 2 AS x FROM range(2)"),
        "x",
        " row 2: the same id as on row 1; every id must occur once");
    refused(parquet("SELECT 1 AS id, 2 AS x LIMIT 0"), "x", ": a header but no rows; add the data");
    refused(
        parquet("SELECT 1 AS id, {'a': 1, 'b': 2} AS x"),
        "x",
        ": column 'x' holds lists or structures; each cell must hold one number or word; change it, or list other 'columns'");
    byte[] bytes = Files.readAllBytes(parquet(TYPES));
    for (int length : new int[] {4, 50, bytes.length - 1}) {
      Files.write(file, java.util.Arrays.copyOf(bytes, length));
      refused(file, "x", ": the Parquet file is damaged; copy it again");
    }
  }

  private static void refused(Path file, String column, String message) {
    assertThatThrownBy(() -> table(file).encoded("id", List.of(Column.numeric(column))))
        .isInstanceOf(BadInput.class)
        .hasMessage(file + message);
  }
}
