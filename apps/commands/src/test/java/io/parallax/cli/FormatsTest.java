package io.parallax.cli;

import static io.parallax.cli.SmallStudy.change;
import static io.parallax.cli.SmallStudy.put;
import static io.parallax.cli.SmallStudy.read;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same rows give the same result, whatever they are read from. */
class FormatsTest {
  private static final String ROWS = "{csv: a.csv, id: id}";
  private static final String LABELS = "{csv: labels.csv, id: id, column: label}";
  @TempDir Path dir;
  private Path study;

  @BeforeEach
  void writeTheStudy() {
    study = SmallStudy.write(dir);
    change(study, "repeats: 2", "repeats: 1");
    change(study, "rounds: 100", "rounds: 5");
  }

  private Cli run(String out) {
    Cli cli = Cli.run("run", study, "--json", "--out", dir.resolve(out));
    assertThat(cli.exit()).as(cli.err()).isZero();
    return cli;
  }

  private String database() {
    String url = "jdbc:sqlite:" + dir.resolve("rows.db");
    try (Connection base = DriverManager.getConnection(url);
        Statement statement = base.createStatement()) {
      for (String table : new String[] {"a", "labels"}) {
        String[] lines = read(dir.resolve(table + ".csv")).split("\n");
        statement.execute("create table %s (%s)".formatted(table, lines[0]));
        for (int i = 1; i < lines.length; i++) {
          statement.execute(
              "insert into %s values ('%s')".formatted(table, lines[i].replace(",", "', '")));
        }
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
    return url;
  }

  @Test
  void rowsOfADatabase() {
    String hash = run("csv").hash();
    String url = database();
    String rows = "{sql: select * from a order by rowid, jdbc: '%s', id: id}".formatted(url);
    change(study, ROWS, rows);
    change(
        study,
        LABELS,
        "{sql: select * from labels order by rowid, jdbc: '%s', id: id, column: label}"
            .formatted(url));
    assertThat(run("sql").hash()).isEqualTo(hash);
    assertThat(read(dir.resolve("sql/manifest.json")))
        .contains("select * from a order by rowid")
        .doesNotContain("jdbc:");
    String place = rows.replace(", id: id", "");
    Cli inspected = Cli.run("data", "inspect", place);
    assertThat(inspected.out()).contains("40 rows × 4 columns");
    assertThat(Cli.run("data", "inspect", rows).err()).contains("id does not belong here; remove");
    String views = "a=%s,b=%s,c=%s".formatted(place, dir.resolve("b.csv"), dir.resolve("c.csv"));
    Cli scored = Cli.run("predict", "--model", dir.resolve("csv"), "--views", views);
    assertThat(scored.err()).isEmpty();
    assertThat(scored.out().lines()).hasSize(41);
  }

  @Test
  void rowsOfAnArffFile() {
    String hash = run("csv").hash();
    String[] text = read(dir.resolve("a.csv")).split("\n", 2);
    put(
        dir.resolve("a.arff"),
        "@relation a\n@attribute id string\n@attribute a0 numeric\n@attribute a1 numeric\n"
            + "@attribute a2 numeric\n@data\n"
            + text[1]);
    change(study, ROWS, "{arff: a.arff, id: id}");
    assertThat(run("arff").hash()).isEqualTo(hash);
    assertThat(Cli.run("data", "inspect", dir.resolve("a.arff")).out())
        .contains("a.arff: 40 rows × 4 columns");
  }

  @Test
  void semicolonsAndRowNumbers() {
    String hash = run("csv").hash();
    for (String name : new String[] {"a", "b", "c", "labels"}) {
      Path file = dir.resolve(name + ".csv");
      String without = read(file).lines().map(l -> l.replaceFirst("^[^,]*,", "")).collect(lines());
      put(file, without.replace(",", ";"));
      String id = name.equals("labels") ? "id: id, column" : "id: id}";
      String ids = id.replace("id: id", "separator: \";\", ids: row-numbers");
      change(study, name + ".csv, " + id, name + ".csv, " + ids);
    }
    assertThat(run("numbers").hash()).isEqualTo(hash);
    assertThat(read(dir.resolve("numbers/manifest.json"))).contains("row-numbers", "\";\"");
    String views =
        "abc"
            .chars()
            .mapToObj(c -> "%1$c={csv: %2$s/%1$c.csv, separator: \";\"}".formatted(c, dir))
            .collect(Collectors.joining(","));
    Cli scored = Cli.run("predict", "--model", dir.resolve("numbers"), "--views", views);
    assertThat(scored.err()).isEmpty();
    assertThat(scored.out()).contains("\n0,").contains("\n39,");
  }

  private static java.util.stream.Collector<CharSequence, ?, String> lines() {
    return Collectors.joining("\n", "", "\n");
  }

  @Test
  void mistakesSayWhatToWrite() throws IOException {
    refused("a.csv", "parties.maple.data is only the name of a file; write {csv: a.csv, …}");
    refused("{file: a.parquet, id: id}", "names a .parquet file; write 'parquet' for 'file'");
    refused("{csv: a.xlsx, id: id}", "names a .xlsx file; write 'xlsx' for 'csv'");
    refused("{csv: a.csv, ids: numbers}", "must be one of [row-numbers]");
    refused("{csv: a.csv, id: id, ids: row-numbers}", "id does not go with ids: row-numbers");
    refused("{sql: select 1, id: id}", "parties.maple.data has no 'jdbc'; it needs one");
    refused("{csv: a.csv, id: id, jdbc: 'jdbc:x'}", "jdbc goes with sql, not with csv; remove it");
    refused("{csv: a.csv, id: id, separator: ab}", "separator is 'ab' and must be one character");
  }

  private void refused(String rows, String message) throws IOException {
    String before = read(study);
    change(study, ROWS, rows);
    assertThat(Refusal.of(dir)).contains(message);
    put(study, before);
  }
}
