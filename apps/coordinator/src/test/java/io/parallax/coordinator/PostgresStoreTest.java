package io.parallax.coordinator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/**
 * The same in a real PostgreSQL; there are binaries for Linux on x86-64 among the test libraries.
 */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class PostgresStoreTest extends StoreContract {
  private static EmbeddedPostgres postgres;
  private static int tests;
  private String name;

  @BeforeAll
  static void start() throws IOException {
    postgres = EmbeddedPostgres.builder().start();
  }

  @AfterAll
  static void end() throws IOException {
    postgres.close();
  }

  @BeforeEach
  @Override
  void open() {
    if (name == null) {
      name = "books" + ++tests;
      create(name);
    }
    super.open();
  }

  private static void create(String database) {
    try (Connection c = postgres.getPostgresDatabase().getConnection();
        Statement s = c.createStatement()) {
      s.execute("create database " + database);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  String url() {
    return postgres.getJdbcUrl("postgres", name);
  }

  /** What an administrator, or a restart of the server, does to connections. */
  @Test
  void aConnectionThatIsCutIsMadeAgain() throws Exception {
    Database books = Database.open(url());
    AuditLog audit = new AuditLog(books);
    audit.event("ana", "before", "ok");
    try (Connection c = postgres.getPostgresDatabase().getConnection();
        Statement s = c.createStatement()) {
      s.execute(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = '" + name + "'");
    }
    audit.event("ana", "while it is cut", "ok");
    audit.event("ana", "after", "ok");
    assertThat(audit.after(0, 10))
        .extracting(AuditLog.Entry::what)
        .containsExactly("before", "while it is cut", "after");
    assertThat(audit.broken()).isZero();
    books.close();
  }

  @Test
  void aDatabaseThatIsDownAtTheStartIsANamedError() {
    assertThatThrownBy(() -> Database.open("jdbc:postgresql://127.0.0.1:1/books?user=a"))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("cannot open the database")
        .hasMessageContaining("check that it runs");
  }
}
