package io.parallax.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RowFormatTest {
  @TempDir Path dir;

  private Path file(String name, String text) throws IOException {
    return Files.writeString(dir.resolve(name), text);
  }

  private static RowTable csv(Path file, String separator) {
    Map<String, String> settings = Map.of("separator", separator);
    return (RowTable) new CsvFormat().source(new RowFormat.Section("x", file.toString(), settings));
  }

  private static void refused(Runnable work, String message) {
    assertThatThrownBy(work::run).isInstanceOf(BadInput.class).hasMessageContaining(message);
  }

  @Test
  void everyFormatIsExplained() {
    List<RowFormat> all = RowFormat.all();
    assertThat(all)
        .extracting(RowFormat::name)
        .containsExactly("arff", "cifar10", "cifar100", "csv", "idx", "mat", "npy", "sql");
    for (RowFormat format : all) {
      assertThat(format.keys()).allMatch(key -> !key.meaning().isBlank());
      List<String> names = format.keys().stream().map(RowFormat.Key::name).toList();
      assertThat(new HashSet<>(names)).hasSameSizeAs(names).doesNotContain(format.name());
    }
  }

  @Test
  void cellsAreSeparatedAsTold() throws IOException {
    Path semicolons = file("a.csv", "id;x\np;\"1\"\nq;2,5\n");
    Path tabs = file("a.tsv", "id\tx\np\t1\n");
    assertThat(csv(semicolons, ";").cells())
        .containsExactly(List.of("p", "1"), List.of("q", "2,5"));
    assertThat(csv(tabs, "tab").table("id").values().get(0, 0)).isEqualTo(1);
    assertThat(csv(tabs, "\t").ids("id", false)).containsExactly("p");
    assertThat(csv(semicolons, ";").reading()).isEqualTo(Map.of("separator", ";"));
    assertThat(CsvFile.of(semicolons).reading()).isEmpty();
    refused(() -> csv(semicolons, ";;"), "separator is ';;' and must be one character");
    refused(() -> csv(semicolons, "a"), "separator is 'a' and must be one character");
    refused(() -> CsvFile.of(semicolons).table("id"), "no column 'id'");
  }

  @Test
  void rowNumbersCanBeIds() throws IOException {
    RowTable table = new RowNumbers(CsvFile.of(file("a.csv", "x,y\n5,6\n7,8\n")));
    assertThat(table.names()).containsExactly("x", "y", "row");
    Table rows = table.table(RowNumbers.COLUMN);
    assertThat(rows.ids()).containsExactly("0", "1");
    assertThat(rows.columns()).containsExactly("x", "y");
    assertThat(rows.values().row(1)).containsExactly(7, 8);
    Path taken = file("b.csv", "row,y\n5,6\n");
    refused(() -> new RowNumbers(CsvFile.of(taken)).names(), "has a column 'row' of its own");
    Path gap = file("c.csv", "y\n5\n\n6\n");
    refused(() -> new RowNumbers(CsvFile.of(gap)).count(), "line 3: the line is empty");
    assertThat(new RowNumbers(CsvFile.of(file("d.csv", "y\n5\n6\n\n\n"))).count()).isEqualTo(2);
  }

  @Test
  void allTextMayBePacked() throws IOException {
    Path packed = dir.resolve("a.arff.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      out.write("@relation r\n@attribute id string\n@attribute x numeric\n@data\np,2\n".getBytes());
    }
    RowTable table = (RowTable) RowFormat.of(packed.toString(), Map.of());
    assertThat(table.table("id").values().get(0, 0)).isEqualTo(2);
  }

  @Test
  void filesAreKnownByTheirEndsOrTheirBeginnings() throws IOException {
    assertThat(RowFormat.of("a.CSV.GZ", Map.of())).isInstanceOf(CsvFile.class);
    assertThat(RowFormat.of("train-images-idx3-ubyte.gz", Map.of())).isInstanceOf(ImageFile.class);
    assertThat(RowFormat.of("a.txt", Map.of())).isInstanceOf(CsvFile.class);
    Path array =
        Files.write(
            dir.resolve("array"), NpyBytes.file("<f8", false, "(1, 1)", NpyBytes.doubles(1)));
    assertThat(RowFormat.of(array.toString(), Map.of())).isInstanceOf(MatrixFile.class);
    refused(() -> RowFormat.of("a.csv", Map.of("transpose", "true")), "does not go with csv");
    refused(() -> RowFormat.of("a.mat", Map.of()), "name a variable of the file");
    refused(
        () -> RowFormat.of("a.parquet", Map.of()), "add the artifact io.parallax:parallax-parq");
  }

  @Test
  void aDatabaseIsAskedOnce() throws SQLException, IOException {
    String url = "jdbc:sqlite:" + dir.resolve("rows.db");
    try (Connection base = DriverManager.getConnection(url);
        Statement statement = base.createStatement()) {
      statement.execute("create table t (id text, x real, b boolean, word text)");
      statement.execute(
          "insert into t values ('p', 1.5, true, 'a, \"b\"'), ('q', null, false, 'c')");
    }
    RowTable table = sql("select * from t order by id", url);
    String hash = table.hash();
    assertThat(table.cells()).contains(List.of("p", "1.5", "1", "a, \"b\""));
    try (Connection base = DriverManager.getConnection(url);
        Statement statement = base.createStatement()) {
      statement.execute("delete from t where id = 'q'");
    }
    assertThat(table.count()).isEqualTo(2);
    assertThat(table.table("id", List.of("word")).values().row(1)).containsExactly(Double.NaN, 0);
    RowTable later = sql("select * from t order by id", url);
    assertThat(later).isEqualTo(table);
    assertThat(later.count()).isEqualTo(1);
    assertThat(later.hash()).isNotEqualTo(hash);
    refused(() -> sql("select nothing from t", url).count(), "view 'v': the database");
    refused(() -> sql("select id, id from t", url).count(), "have the same name");
    refused(() -> sql("select 1", "postgresql://x"), "must begin with 'jdbc:'");
    assertThat(later.identity()).contains("the query to " + url);
  }

  private static RowTable sql(String query, String url) {
    return (RowTable)
        new SqlFormat().source(new RowFormat.Section("view 'v'", query, Map.of("jdbc", url)));
  }
}
