package io.parallax.cli.node;

import io.parallax.cli.study.Yaml;
import io.parallax.core.BadInput;
import io.parallax.data.ArffFile;
import io.parallax.data.DatabaseReason;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Rows that are not in a CSV file or a matrix: the answer to an SQL query, a Parquet file, an ARFF
 * file.
 *
 * @param name what messages call it: a view, or the labels of one
 * @param jdbc where the query is put; a $NAME in it is taken from the environment, so that a
 *     password need not stand in a file
 */
record Foreign(String name, Kind kind, String query, String jdbc, Path file) {
  static final List<String> KEYS = List.of("sql", "parquet", "arff");
  private static final Pattern VARIABLE = Pattern.compile("\\$([A-Z][A-Z0-9_]*)");
  private static final int ROWS_AT_ONCE = 1000;

  /** The kinds. */
  enum Kind {
    SQL,
    PARQUET,
    ARFF
  }

  static boolean is(Yaml value) {
    return value.isMap() && value.entries().keySet().stream().anyMatch(KEYS::contains);
  }

  /** {@code {sql: QUERY, jdbc: URL}}, {@code {parquet: FILE}} or {@code {arff: FILE}}. */
  static Foreign of(String name, Yaml value, Path folder) {
    Map<String, Yaml> keys = value.entries();
    if (KEYS.stream().filter(keys::containsKey).count() > 1) {
      throw value.error(value.path() + " names several kinds of rows; keep one of " + KEYS);
    }
    if (keys.containsKey("sql")) {
      String url = value.need("jdbc").text();
      if (!url.startsWith("jdbc:")) {
        throw keys.get("jdbc").error(value.path() + ".jdbc must begin with 'jdbc:'");
      }
      return new Foreign(name, Kind.SQL, keys.get("sql").text(), url, folder);
    }
    Kind kind = keys.containsKey("parquet") ? Kind.PARQUET : Kind.ARFF;
    Yaml named = keys.get(kind == Kind.PARQUET ? "parquet" : "arff");
    return new Foreign(name, kind, "", "", folder.resolve(named.text()));
  }

  /** What tells it from any other. */
  String whole() {
    return kind == Kind.SQL
        ? "the query to " + jdbc.replaceAll("[?].*", "") + ": " + query
        : file.toAbsolutePath().normalize() + "";
  }

  /** Gives the columns' names, then each row's values, as texts. */
  void read(Consumer<List<String>> rows) {
    switch (kind) {
      case ARFF -> ArffFile.read(file, rows);
      case PARQUET -> {
        if (!Files.isReadable(file)) {
          throw new BadInput(
              name + ": cannot read the file; check the path and its rights", " (" + file + ")");
        }
        String path = file.toAbsolutePath().toString().replace("'", "''");
        query("jdbc:duckdb:", "select * from read_parquet('" + path + "')", rows);
      }
      case SQL -> query(expanded(jdbc), query, rows);
    }
  }

  private void query(String url, String sql, Consumer<List<String>> rows) {
    try (Connection connection = DriverManager.getConnection(url)) {
      connection.setAutoCommit(false); // PostgreSQL gives rows bit by bit only like this
      try (PreparedStatement statement = connection.prepareStatement(sql)) {
        statement.setFetchSize(ROWS_AT_ONCE);
        try (ResultSet found = statement.executeQuery()) {
          give(found, rows);
        }
      } finally {
        connection.rollback(); // nothing is changed, whatever the query says
      }
    } catch (SQLException e) {
      throw BadInput.quoting(name + ": " + reason(e), e);
    }
  }

  private String reason(SQLException e) {
    return kind == Kind.SQL
        ? DatabaseReason.of(e)
        : "the Parquet file is damaged, or no Parquet file; copy it again";
  }

  private static void give(ResultSet found, Consumer<List<String>> rows) throws SQLException {
    int width = found.getMetaData().getColumnCount();
    List<String> names = new ArrayList<>();
    for (int j = 1; j <= width; j++) {
      names.add(found.getMetaData().getColumnLabel(j));
    }
    rows.accept(names);
    while (found.next()) {
      List<String> row = new ArrayList<>(width);
      for (int j = 1; j <= width; j++) {
        row.add(text(found.getObject(j)));
      }
      rows.accept(row);
    }
  }

  private static String text(Object value) {
    if (value == null) {
      return "";
    } else if (value instanceof Float f) {
      return Double.toString(f.doubleValue());
    } else if (value instanceof Boolean b) {
      return b ? "1" : "0";
    } else if (value instanceof java.math.BigDecimal d) {
      return d.toPlainString();
    }
    return value.toString();
  }

  /** With the values of the variables in it. */
  static String expanded(String url) {
    Matcher variables = VARIABLE.matcher(url);
    return variables.replaceAll(
        found -> {
          String value = System.getenv(found.group(1));
          if (value == null) {
            throw new BadInput(
                "the party's file names the environment variable %s, which is not set"
                    .formatted(found.group(1)));
          }
          return Matcher.quoteReplacement(value);
        });
  }
}
