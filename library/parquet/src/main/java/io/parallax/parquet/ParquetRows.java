package io.parallax.parquet;

import io.parallax.core.BadInput;
import io.parallax.data.ColumnNames;
import io.parallax.data.Rows;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.duckdb.DuckDBDriver;

/**
 * The rows of a Parquet file, read by DuckDB, which is loaded here and nowhere else. Times become
 * seconds since 1970, true and false become 1 and 0; a column with more than one value in a row may
 * exist but cannot be used.
 */
final class ParquetRows implements Rows {
  private static final Pattern NESTED =
      Pattern.compile(".*\\[[0-9]*]|LIST.*|ARRAY.*|STRUCT.*|MAP.*|UNION.*|BLOB");
  private static final Pattern TIME = Pattern.compile("TIMESTAMP.*|DATE");
  private final Path file;
  private final Connection connection;
  private final Statement statement;
  private final List<String> header = new ArrayList<>();
  private final List<String> types = new ArrayList<>();
  private final ResultSet result;
  private long number;

  private ParquetRows(Path file, Connection connection) throws SQLException {
    this.file = file;
    this.connection = connection;
    this.statement = connection.createStatement();
    statement.execute("SET threads = 1"); // keep the order of rows, and use one core
    String source = "read_parquet('" + file.toString().replace("'", "''") + "')";
    try (Statement asked = connection.createStatement();
        ResultSet none = asked.executeQuery("SELECT * FROM " + source + " LIMIT 0")) {
      ResultSetMetaData columns = none.getMetaData();
      for (int c = 1; c <= columns.getColumnCount(); c++) {
        header.add(columns.getColumnName(c));
        types.add(columns.getColumnTypeName(c).toUpperCase(Locale.ROOT));
      }
    }
    ColumnNames.requireDistinct(source(), header);
    result = statement.executeQuery("SELECT " + cells() + " FROM " + source);
  }

  static ParquetRows open(Path file) {
    if (!Files.isReadable(file)) {
      throw new BadInput(file + ": cannot read the file; check the path and its rights");
    }
    Properties settings = new Properties();
    settings.setProperty("jdbc_stream_results", "true");
    settings.setProperty("autoinstall_known_extensions", "false");
    settings.setProperty("autoload_known_extensions", "false");
    try {
      Connection connection = new DuckDBDriver().connect("jdbc:duckdb:", settings);
      try {
        return new ParquetRows(file, connection);
      } catch (SQLException e) {
        connection.close();
        throw e;
      }
    } catch (SQLException e) {
      throw damaged(file, e);
    }
  }

  private static BadInput damaged(Path file, SQLException e) {
    return new BadInput(file + ": the Parquet file is damaged; copy it again", e);
  }

  private boolean nested(int column) {
    return NESTED.matcher(types.get(column)).matches();
  }

  /** Returns the query of all columns as text, in their order. */
  private String cells() {
    return IntStream.range(0, header.size()).mapToObj(this::cell).collect(Collectors.joining(", "));
  }

  private String cell(int column) {
    String name = '"' + header.get(column).replace("\"", "\"\"") + '"';
    if (nested(column)) {
      return "NULL";
    }
    if (TIME.matcher(types.get(column)).matches()) {
      return "CAST(epoch(" + name + ") AS VARCHAR)";
    }
    return types.get(column).equals("BOOLEAN")
        ? "CAST(CAST(" + name + " AS INTEGER) AS VARCHAR)"
        : "CAST(" + name + " AS VARCHAR)";
  }

  @Override
  public String source() {
    return file.toString();
  }

  @Override
  public List<String> header() {
    return header;
  }

  @Override
  public String unit() {
    return "row";
  }

  @Override
  public int indexOf(String column, String role) {
    int index = Rows.super.indexOf(column, role);
    if (nested(index)) {
      throw new BadInput(
          "%s: column '%s' holds lists or structures; each cell must hold one number or word; change it, or list other 'columns'"
              .formatted(file, column));
    }
    return index;
  }

  @Override
  public Row next() {
    try {
      if (!result.next()) {
        return null;
      }
      String[] cells = new String[header.size()];
      for (int c = 0; c < cells.length; c++) {
        String text = result.getString(c + 1);
        cells[c] = text == null ? "" : text;
      }
      return new Row(++number, c -> cells[c]);
    } catch (SQLException e) {
      throw damaged(file, e);
    }
  }

  @Override
  public void close() {
    try (connection;
        statement;
        result) {
      // closed in the opposite order
    } catch (SQLException e) {
      throw damaged(file, e);
    }
  }
}
