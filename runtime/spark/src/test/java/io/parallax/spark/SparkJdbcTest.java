package io.parallax.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.data.Missing;
import io.parallax.math.Matrix;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A view that is a query of a real PostgreSQL, which the executors of a real cluster read. */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class SparkJdbcTest {
  private static EmbeddedPostgres postgres;
  private static SparkCluster spark;

  @BeforeAll
  static void start() throws IOException, SQLException, InterruptedException {
    postgres = EmbeddedPostgres.builder().start();
    try (Connection c = postgres.getPostgresDatabase().getConnection();
        Statement s = c.createStatement()) {
      s.execute("create table blood (patient varchar(9), age int, crp numeric(8,3), note text)");
      s.execute("insert into blood values ('007', 61, 1.125, 'a'), ('b', 50, 2.5, '9')");
      s.execute("create table texts (patient text, id text)");
      s.execute("insert into texts values ('1', 'NA'), ('2', ' 2.5'), ('3', null), ('4', '?')");
      s.execute("create table holed (patient int, hb float8)");
      s.execute("insert into holed values (1, 12.5), (2, null)");
    }
    StandaloneCluster cluster = new StandaloneCluster(1);
    spark =
        SparkCluster.connect(
            cluster.url(),
            Map.of(
                "spark.executor.memory", "512m",
                "spark.driver.host", "127.0.0.1",
                "spark.driver.bindAddress", "127.0.0.1"),
            Duration.ofSeconds(120));
  }

  @AfterAll
  static void stop() throws IOException {
    spark.close();
    postgres.close();
  }

  @Test
  void aQueryIsReadWithNumbersOfEveryKind() {
    SparkTable table = read("select patient, age, crp from blood");
    assertThat(table.columns()).containsExactly("age", "crp");
    assertThat(table.ids()).containsExactly("007", "b");
    assertThat(table.sorted().features().times(Matrix.identity(2)))
        .isEqualTo(Matrix.of(new double[][] {{61, 1.125}, {50, 2.5}}));
  }

  @Test
  void textOfADatabaseIsUnderstoodAsInACsvFile() {
    SparkTable table = read("select * from texts", Missing.MEAN);
    assertThat(table.columns()).containsExactly("id");
    assertThat(table.sorted().moments().counts()).containsExactly(1);
    assertThat(table.sorted().moments().sums()).containsExactly(2.5);
  }

  @Test
  void whatCannotBeUsedIsNamedWithoutTheAddress() {
    refused("select * from blood", "column 'note' has 1 values that are not finite numbers");
    refused("select age from blood", "no column 'patient' for the id; the file has age");
    refused("select * from holed", "column 'hb' has 1 missing values");
    refused("select * from nowhere", "cannot read the jdbc query: the database refuses the query");
    refused("selct 1", "the database refuses the query");
    refused("select patient, 1 / 0 as x from blood", "a value does not fit what 'sql' makes of it");
    refused("select patient, age, age from blood", "two columns have the same name; rename one");
    refused(() -> Jobs.run("count", SparkJdbcTest::unknown), "see the log of its workers");
  }

  private static long unknown() {
    return spark.session().sql("select nothing").count();
  }

  @Test
  void aDatabaseThatIsNotThereIsNamedWithoutTheAddress() {
    String address = postgres.getJdbcUrl("postgres", "postgres");
    String down = address.replace(":" + postgres.getPort(), ":1") + "&password=tiger";
    refused(() -> read(down, "select 1"), "the database cannot be reached; check that it runs");
    String other = address.replace("/postgres?", "/nowhere?") + "&password=tiger";
    refused(() -> read(other, "select 1"), "the server has no database of this name");
  }

  @Test
  void aDatabaseWithoutADriverIsNamed() {
    SparkSource source = SparkSource.jdbc("jdbc:oracle:thin:scott/tiger@db", "select 1");
    assertThatThrownBy(
            () -> SparkTable.read(spark, source, "id", List.of(), List.of(), Missing.ERROR))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("there is no driver for 'jdbc' of this kind (jdbc:oracle)")
        .hasMessageNotContaining("tiger");
  }

  private static void refused(String query, String why) {
    refused(() -> read(query), why);
  }

  private static void refused(ThrowingCallable call, String why) {
    assertThatThrownBy(call)
        .isInstanceOf(BadInput.class)
        .hasMessageContaining(why)
        .hasMessageNotContainingAny("jdbc:", "tiger", "127.0.0.1", "localhost");
  }

  private static SparkTable read(String query) {
    return read(query, Missing.ERROR);
  }

  private static SparkTable read(String query, Missing missing) {
    return read(postgres.getJdbcUrl("postgres", "postgres"), query, missing);
  }

  private static SparkTable read(String address, String query) {
    return read(address, query, Missing.ERROR);
  }

  private static SparkTable read(String address, String query, Missing missing) {
    SparkSource source = SparkSource.jdbc(address, query);
    return SparkTable.read(spark, source, "patient", List.of(), List.of(), missing);
  }
}
