package io.parallax.party;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.math.Matrix;
import io.parallax.remote.NaturalOrder;
import io.parallax.study.Study;
import io.parallax.study.file.StudyFile;
import io.parallax.study.rows.StudyData;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A party's rows are the same rows, whatever they are kept in. */
class PartyRowsTest {
  private static final String ROWS =
      "(values ('p10', 1.5, cast(2 as integer), 'ill'), ('p2', -0.25, 7, 'well'),"
          + " ('p1', 3.0, null, 'ill'), ('p3', 0.1, 4, 'well'))";
  @TempDir Path folder;
  private Study study;

  @BeforeEach
  void study() {
    study =
        StudyFile.remote(
            "study",
            """
            study: s
            purpose: to try the program
            method: vfedmv
            missing: mean
            parties: {maple: {view: a, labels: true}, birch: {view: b}, cedar: {view: c}}
            """);
  }

  private StudyData read(String data, String labels) throws IOException {
    return LocalRows.read(config(data, labels).snapshots("study", List.of("a")), study);
  }

  private PartyConfig config(String data, String labels) throws IOException {
    Path file = folder.resolve("party.yaml");
    Files.writeString(
        file,
        "party: maple\ncoordinator: localhost\ndata: {a: %s}\nlabels: %s\n"
            .formatted(data, labels));
    return PartyConfig.read(file);
  }

  private static void requireTheRows(StudyData rows) {
    assertThat(rows.ids()).containsExactly("p1", "p2", "p3", "p10");
    assertThat(rows.classes()).containsExactly("ill", "well");
    assertThat(rows.codes()).containsExactly(0, 1, 1, 0);
    Matrix values = rows.tables().values().iterator().next().values();
    assertThat(values.get(0, 0)).isEqualTo(3);
    assertThat(values.get(0, 1)).isNaN();
    assertThat(values.get(2, 0)).isEqualTo(0.1);
    assertThat(values.get(3, 1)).isEqualTo(2);
  }

  @Test
  void parquetThroughDuckDb() throws Exception {
    Path file = folder.resolve("rows.parquet");
    try (Connection c = DriverManager.getConnection("jdbc:duckdb:");
        Statement s = c.createStatement()) {
      s.execute(
          "copy (select * from %s as t(id, x, y, label)) to '%s' (format parquet)"
              .formatted(ROWS, file));
    }
    String where = "{parquet: rows.parquet, id: id, columns: [x, y]}";
    requireTheRows(read(where, "{parquet: rows.parquet, id: id, column: label}"));
    assertThat(folder.resolve("state")).doesNotExist();
  }

  @Test
  void filesAsSqlThroughDuckDb() throws Exception {
    Files.writeString(
        folder.resolve("rows.csv"),
        "id,x,y,label\np10,1.5,2,ill\np2,-0.25,7,well\np1,3,,ill\np3,0.1,4,well\n");
    String query = "{sql: \"select id, x, y from '%s/rows.csv'\", jdbc: 'jdbc:duckdb:', id: id}";
    String labels = "{csv: rows.csv, id: id, column: label}";
    requireTheRows(read(query.formatted(folder), labels));
    Path kept = folder.resolve("state/snapshots/study/a.csv");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kept)))
        .isEqualTo("rw-------");
    RowsCheck check = new RowsCheck(config(query.formatted(folder), labels));
    assertThat(check.view("a")).isEqualTo("4 rows, 2 columns and the id");
    assertThat(check.labels("a")).endsWith("rows.csv");
  }

  @Test
  void snapshotsOfViewsAreDifferentFilesOnEverySystem() throws Exception {
    List<String> views = List.of("age", "Age", "con", "a:b", "x/../age");
    List<String> names =
        views.stream()
            .map(view -> TableSnapshot.file(folder, view, ".csv").getFileName().toString())
            .toList();
    assertThat(names.get(0)).isEqualTo("age.csv");
    assertThat(names.stream().map(String::toLowerCase).distinct()).hasSize(5);
    assertThat(names).allMatch(name -> name.matches("[A-Za-z0-9~]+\\.csv"));
    Files.createFile(folder.resolve("Age.csv")); // of a study that began with a version before
    assertThat(TableSnapshot.file(folder, "Age", ".csv")).isEqualTo(folder.resolve("Age.csv"));
    assertThat(TableSnapshot.file(folder, "age", ".csv")).isEqualTo(folder.resolve("age.csv"));
  }

  @Test
  void arff() throws Exception {
    Files.writeString(
        folder.resolve("rows.arff"),
        """
        @relation rows
        @attribute id string
        @attribute x numeric
        @attribute y numeric
        @attribute label {ill, well}
        @data
        p10,1.5,2,ill
        p2,-0.25,7,well
        p1,3,?,ill
        p3,0.1,4,well
        """);
    requireTheRows(
        read(
            "{arff: rows.arff, id: id, columns: [x, y]}",
            "{arff: rows.arff, id: id, column: label}"));
  }

  @Test
  @EnabledOnOs(value = OS.LINUX, architectures = "amd64")
  void postgresqlAndTheStudySeesOneStateOfTheTable() throws Exception {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.builder().start()) {
      String url = postgres.getJdbcUrl("postgres", "postgres");
      execute(url, "create table typing as select * from " + ROWS + " as t(id, x, y, label)");
      String data = "{sql: 'select id, x, y from typing', jdbc: '%s', id: id}".formatted(url);
      String labels =
          "{sql: 'select id, label from typing', jdbc: '%s', id: id, column: label}".formatted(url);
      requireTheRows(read(data, labels));
      execute(url, "delete from typing");
      requireTheRows(read(data, labels));
      requireNoRows(data, labels);
      String sly = "{sql: 'drop table typing', jdbc: '%s', id: id}".formatted(url);
      assertThatThrownBy(() -> config(sly, labels).snapshots("another", List.of("a")))
          .isInstanceOf(BadInput.class);
      requireNoRows(data, labels); // and the table is still there
    }
  }

  private void requireNoRows(String data, String labels) throws IOException {
    RowsCheck check = new RowsCheck(config(data, labels));
    assertThatThrownBy(() -> check.view("a")).hasMessageContaining("a header but no rows");
    assertThatThrownBy(() -> check.labels("a")).hasMessageContaining("a header but no rows");
  }

  private static void execute(String url, String sql) throws Exception {
    try (Connection c = DriverManager.getConnection(url);
        Statement s = c.createStatement()) {
      s.execute(sql);
    }
  }

  @Test
  void mistakesSayWhatToDo() throws Exception {
    String csv = "{csv: rows.csv, id: id, column: label}";
    for (var mistake :
        List.of(
            List.of("{sql: select 1, id: id}", "has no 'jdbc'"),
            List.of("{sql: select 1, jdbc: 'postgresql://x', id: id}", "must begin with 'jdbc:'"),
            List.of("{parquet: a.parquet, arff: a.arff, id: id}", "keep one of"),
            List.of("{parquet: none.parquet, id: id}", "cannot read"),
            List.of("{arff: none.arff, id: id}", "no such file"),
            List.of("{sql: selct 1, jdbc: 'jdbc:duckdb:', id: id}", "check 'sql' and 'jdbc'"),
            List.of(
                "{sql: 'select 1 as id, 2 as id', jdbc: 'jdbc:duckdb:', id: id}",
                "columns 1 and 2 of the header have the same name"),
            List.of(
                "{sql: select 1, jdbc: 'jdbc:postgresql://x?password=$PARALLAX_NO_SUCH', id: id}",
                "environment variable PARALLAX_NO_SUCH"))) {
      assertThatThrownBy(() -> read(mistake.get(0), csv))
          .as(mistake.get(0))
          .isInstanceOf(BadInput.class)
          .hasMessageContaining(mistake.get(1));
    }
  }

  @Test
  void idsAreInTheOrderInWhichPeopleCount() {
    assertThat(
            List.of("p10", "p2", "a", "p02", "10", "9", "p2x").stream()
                .sorted(NaturalOrder.IDS)
                .toList())
        .containsExactly("9", "10", "a", "p02", "p2", "p2x", "p10");
  }
}
