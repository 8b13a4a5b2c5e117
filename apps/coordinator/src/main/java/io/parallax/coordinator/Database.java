package io.parallax.coordinator;

import io.parallax.core.BadInput;
import io.parallax.core.Unavailable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * A database, SQLite or PostgreSQL. It has one connection, which is replaced when it breaks, and
 * runs one transaction at a time.
 */
public final class Database implements AutoCloseable {
  /** The newest schema version; each version is a file schema-N.sql. */
  static final int NEWEST = 6;

  private static final int ALIVE_SECONDS = 2;
  private final String url;
  private Connection connection;

  /** Reports that the database cannot be reached. */
  public static final class Down extends Unavailable {
    private static final long serialVersionUID = 1;

    Down(SQLException cause) {
      super(
          "the database does not answer",
          "the database does not answer: " + cause.getMessage(),
          cause);
    }
  }

  /** Work in one transaction. */
  interface Work<T> {
    T in(Connection connection) throws SQLException;
  }

  /** Converts a row. */
  interface Row<T> {
    T of(ResultSet row) throws SQLException;
  }

  private Database(String url) {
    this.url = url;
  }

  /**
   * Opens a database and brings its schema up to date.
   *
   * @param url such as jdbc:sqlite:state/coordinator.db or jdbc:postgresql://host/name?user=…
   */
  public static Database open(String url) {
    if (!url.startsWith("jdbc:sqlite:") && !url.startsWith("jdbc:postgresql:")) {
      throw new BadInput(
          "database must begin with jdbc:sqlite: or jdbc:postgresql:; give it as a JDBC URL");
    }
    Database database = new Database(url);
    try {
      database.migrate();
    } catch (Down e) {
      throw BadInput.quoting(
          "cannot open the database; check that it runs, and the address, user and password in"
              + " 'database'",
          e.getCause());
    }
    return database;
  }

  private void migrate() {
    int version =
        work(
            c -> {
              execute(c, "create table if not exists schema_version (version integer not null)");
              return query(c, "select max(version) from schema_version", r -> r.getInt(1)).get(0);
            });
    if (version > NEWEST) {
      throw new BadInput(
          "the database has schema %d; this version supports up to %d; install the newer version"
              .formatted(version, NEWEST));
    }
    for (int step = version + 1; step <= NEWEST; step++) {
      int number = step;
      work(
          c -> {
            for (String statement : script(number).split(";")) {
              if (!statement.isBlank()) {
                execute(c, statement);
              }
            }
            return execute(c, "insert into schema_version (version) values (?)", number);
          });
    }
  }

  private static String script(int number) {
    try (InputStream in = Database.class.getResourceAsStream("schema-" + number + ".sql")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).replaceAll("--[^\n]*", "");
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Runs work in a transaction that is stored completely or not at all. */
  synchronized <T> T work(Work<T> work) {
    try {
      Connection c = connected();
      try {
        T result = work.in(c);
        c.commit();
        return result;
      } catch (SQLException | RuntimeException | Error e) {
        undo(c);
        throw e;
      }
    } catch (SQLException e) {
      throw new Down(e);
    }
  }

  private Connection connected() throws SQLException {
    if (connection == null || connection.isClosed()) {
      connection = connect();
    }
    return connection;
  }

  private Connection connect() throws SQLException {
    Connection made = DriverManager.getConnection(url);
    if (url.startsWith("jdbc:sqlite:")) {
      try (Statement statement = made.createStatement()) {
        statement.execute("pragma journal_mode = wal");
        statement.execute("pragma synchronous = normal");
        statement.execute("pragma foreign_keys = on");
        statement.execute("pragma busy_timeout = 5000");
      }
    }
    made.setAutoCommit(false);
    return made;
  }

  /** Rolls back and drops a broken connection; the next transaction opens another. */
  private void undo(Connection c) {
    try {
      c.rollback();
      if (!c.isValid(ALIVE_SECONDS)) {
        throw new SQLException("no longer valid");
      }
    } catch (SQLException e) {
      try {
        c.close();
      } catch (SQLException gone) {
        // it was closed already
      }
      connection = null;
    }
  }

  /** Returns whether the database answers. */
  public boolean up() {
    try {
      return work(c -> query(c, "select 1", r -> r.getInt(1))).size() == 1;
    } catch (Down e) {
      return false;
    }
  }

  static int execute(Connection c, String sql, Object... values) throws SQLException {
    try (PreparedStatement statement = c.prepareStatement(sql)) {
      bind(statement, values);
      return statement.executeUpdate();
    }
  }

  static <T> List<T> query(Connection c, String sql, Row<T> row, Object... values)
      throws SQLException {
    try (PreparedStatement statement = c.prepareStatement(sql)) {
      bind(statement, values);
      try (ResultSet rows = statement.executeQuery()) {
        List<T> all = new ArrayList<>();
        while (rows.next()) {
          all.add(row.of(rows));
        }
        return all;
      }
    }
  }

  private static void bind(PreparedStatement statement, Object... values) throws SQLException {
    for (int i = 0; i < values.length; i++) {
      statement.setObject(i + 1, values[i]);
    }
  }

  @Override
  public synchronized void close() {
    try {
      if (connection != null) {
        connection.close();
      }
    } catch (SQLException e) {
      throw new Down(e);
    }
  }
}
