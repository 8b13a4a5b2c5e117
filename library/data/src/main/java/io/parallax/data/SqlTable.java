package io.parallax.data;

import io.parallax.core.BadInput;
import io.parallax.core.Hashes;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * The answer of a database to a query. It is asked once, and the answer kept, packed: a table may
 * change while a study runs, and everything has to see the same rows.
 */
final class SqlTable implements RowTable {
  private static final int ROWS_AT_ONCE = 1000;
  private final String called;
  private final String query;
  private final String jdbc;
  private byte[] answer; // CSV, gzip
  private String hash;

  /**
   * @param called the name that messages use
   * @param jdbc the database's address; a $NAME in it is taken from the environment
   */
  SqlTable(String called, String query, String jdbc) {
    this.called = called;
    this.query = query;
    this.jdbc = jdbc;
  }

  @Override
  public String source() {
    return called;
  }

  @Override
  public String kind() {
    return "an SQL";
  }

  @Override
  public List<Path> files() {
    return List.of();
  }

  @Override
  public Map<String, Object> reading() {
    return Map.of("sql", query);
  }

  @Override
  public String identity() {
    return "the query to " + jdbc.replaceAll("[?].*", "") + ": " + query;
  }

  @Override
  public String hash() {
    ask();
    return hash;
  }

  @Override
  public Rows open() {
    ask();
    try {
      InputStream bytes = new GZIPInputStream(new ByteArrayInputStream(answer));
      return CsvRows.open(called, new InputStreamReader(bytes, StandardCharsets.UTF_8), ',');
    } catch (IOException e) {
      throw new UncheckedIOException(e); // nothing was read from outside
    }
  }

  private synchronized void ask() {
    if (answer != null) {
      return;
    }
    MessageDigest sha = Hashes.sha256();
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (Writer text =
            new OutputStreamWriter(
                new DigestOutputStream(new GZIPOutputStream(packed), sha), StandardCharsets.UTF_8);
        CsvText csv = CsvText.exact(text)) {
      query(csv);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // nothing is written to the outside
    }
    answer = packed.toByteArray();
    hash = HexFormat.of().formatHex(sha.digest());
  }

  private void query(CsvText csv) {
    try (Connection connection = DriverManager.getConnection(EnvironmentText.expanded(jdbc))) {
      connection.setAutoCommit(false); // PostgreSQL gives rows bit by bit only like this
      try (PreparedStatement statement = connection.prepareStatement(query)) {
        statement.setFetchSize(ROWS_AT_ONCE);
        try (ResultSet found = statement.executeQuery()) {
          copy(found, csv);
        }
      } finally {
        connection.rollback(); // nothing is changed, whatever the query says
      }
    } catch (SQLException e) {
      throw BadInput.quoting(called + ": " + DatabaseReason.of(e), e);
    }
  }

  private void copy(ResultSet found, CsvText csv) throws SQLException {
    int width = found.getMetaData().getColumnCount();
    List<String> names = new ArrayList<>();
    for (int j = 1; j <= width; j++) {
      names.add(found.getMetaData().getColumnLabel(j));
    }
    ColumnNames.requireDistinct(called, names);
    csv.row(names);
    while (found.next()) {
      List<String> row = new ArrayList<>(width);
      for (int j = 1; j <= width; j++) {
        String cell = text(found.getObject(j));
        row.add(width == 1 && cell.isEmpty() ? "NA" : cell); // an empty line is no row
      }
      csv.row(row);
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

  /** Two queries of the same words to the same database are the same table. */
  @Override
  public boolean equals(Object other) {
    return other instanceof SqlTable table && table.query.equals(query) && table.jdbc.equals(jdbc);
  }

  @Override
  public int hashCode() {
    return query.hashCode();
  }
}
