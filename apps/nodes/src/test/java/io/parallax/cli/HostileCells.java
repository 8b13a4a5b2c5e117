package io.parallax.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.dhatim.fastexcel.Workbook;
import org.dhatim.fastexcel.Worksheet;
import us.hebi.matlab.mat.format.Mat5;
import us.hebi.matlab.mat.types.Array;
import us.hebi.matlab.mat.types.Cell;
import us.hebi.matlab.mat.types.MatFile;
import us.hebi.matlab.mat.types.Sinks;

/**
 * Files and tables that cannot be used, each with marked cells: whatever a party says about them, a
 * mark would show that it quotes a cell.
 */
final class HostileCells {
  static final String MARK = "HOSTILE";

  /** As a number: no sum or count has these digits. */
  static final String DIGITS = "98765432101";

  private static final int ROWS = 60;
  private final Path folder;
  private final List<Case> cases = new ArrayList<>();

  /**
   * @param data of the view in the party's file
   * @param labels of the view, where the party has them; empty: another party has
   * @param study lines that the study needs for it
   */
  record Case(String view, String data, String labels, String study) {}

  HostileCells(Path folder) {
    this.folder = folder;
  }

  List<Case> all() {
    return List.copyOf(cases);
  }

  private static String cell(int n) {
    return MARK + "-CELL-" + n + " Jane Doe 1961-03-02";
  }

  private void add(String data) {
    add(data, "", "");
  }

  private void add(String data, String labels, String study) {
    cases.add(new Case("v" + cases.size(), data, labels, study));
  }

  private String file(String name, byte[] content) {
    try {
      Files.write(folder.resolve(name), content);
      return name;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private String file(String name, String content) {
    return file(name, content.getBytes(StandardCharsets.UTF_8));
  }

  /** A sound table: id, two numbers and a label for each row; some rows are others. */
  private static String table(IntFunction<String> rows) {
    StringBuilder csv = new StringBuilder("id,x,y,label\n");
    for (int i = 0; i < ROWS; i++) {
      String other = rows.apply(i);
      csv.append(other == null ? "p%d,%d.5,%d,%s".formatted(i, i, i * i % 7, label(i)) : other);
      csv.append('\n');
    }
    return csv.toString();
  }

  private static String label(int i) {
    return i % 2 == 0 ? "well" : "ill";
  }

  private static IntFunction<String> at(int row, String text) {
    return i -> i == row ? text : null;
  }

  private void csv(String name, IntFunction<String> rows) {
    add("{csv: %s, id: id, columns: [x, y]}".formatted(file(name, table(rows))));
  }

  HostileCells csv() {
    csv("twice.csv", i -> i == 7 || i == 9 ? cell(1) + ",1,2,well" : null);
    csv("word.csv", at(7, "p7," + cell(2) + ",2,well"));
    csv("noid.csv", at(7, "," + cell(3) + ",2,well"));
    csv("more.csv", at(7, "p7,1,2,well," + cell(4) + "," + cell(5)));
    csv("quote.csv", at(7, "p7,1,\"" + cell(6) + ",well"));
    csv("large.csv", at(7, "p7," + DIGITS + "e400,2,well"));
    csv("square.csv", at(7, "p7," + DIGITS + "e200,2,well"));
    csv("missing.csv", at(7, cell(7) + ",,2,well"));
    csv("strangers.csv", i -> cell(100 + i) + ",1," + i + ",well");
    add(
        "{csv: %s, id: id, columns: [x, y]}"
            .formatted(
                file(
                    "latin.csv",
                    table(at(7, "p7," + cell(8) + "\u00e9,2,well"))
                        .getBytes(StandardCharsets.ISO_8859_1))));
    add(
        "{csv: %s, id: id, columns: [x, y]}"
            .formatted(file("wide.csv", table(at(7, cell(9))).getBytes(StandardCharsets.UTF_16))));
    String sorts = table(i -> "p%d,%s,%d,well".formatted(i, i == 9 ? "" : cell(i % 3), i));
    add(
        "{csv: %s, id: id, columns: [x, y]}".formatted(file("sorts.csv", sorts)),
        "",
        "categorical: [x]");
    csv("../" + folder.getFileName() + "/" + MARK + ".csv", at(7, "p7,word,2,well"));
    add("{csv: %s-folder/none.csv, id: id}".formatted(MARK));
    return this;
  }

  /** Labels that cannot be used, beside sound rows. */
  HostileCells labels() {
    String rows =
        "{csv: %s, id: id, columns: [x, y]}".formatted(file("sound.csv", table(i -> null)));
    String own = "{csv: %s, id: id, column: label}";
    String slip = file("slip.csv", table(at(7, "p7,1,2," + cell(10))));
    add(rows, own.formatted(slip), "");
    add(rows, own.formatted(slip), "classes: {good: [well], bad: [ill]}");
    add(rows, own.formatted(file("bare.csv", table(at(7, cell(11) + ",1,2,")))), "");
    add(
        rows,
        own.formatted(file("two.csv", table(i -> i == 7 || i == 9 ? cell(12) + ",1,2,ill" : null))),
        "");
    return this;
  }

  /** Tables of a real server, with a text where the query wants a number. */
  HostileCells postgresql(String url) {
    execute(
        url,
        "create table notes as select 'p' || i as id, (i * 1.5)::text as lab, 'well' as label"
            + " from generate_series(0, 59) as i",
        "create table doubled as select case when i < 2 then '%s' else 'p' || i end as id, i as x"
                .formatted(cell(20))
            + " from generate_series(0, 59) as i",
        "update notes set lab = '" + cell(21) + "', label = '" + cell(22) + "' where id = 'p7'",
        "create table wide as select 'p' || i as id, %s::bigint as x".formatted(DIGITS)
            + " from generate_series(0, 59) as i",
        "create role careful login password 'secret'");
    sql(url, "select id, lab::float as lab from notes");
    sql(url, "select id, lab from notes");
    sql(url, "select id, x from doubled");
    sql(url, "select id, x::int as x from wide");
    sql(url, "select id, x from \\\"%s_TABLE\\\"".formatted(MARK));
    sql(url, "select id, x from wide where id = '%s".formatted(MARK));
    sql(url.replaceAll(":\\d+/.*", ":1/" + MARK), "select 1 as id, 2 as x");
    sql(url.replaceAll("/[^/]*$", "/" + MARK + "?user=postgres"), "select 1 as id, 2 as x");
    sql(url.replaceAll("[?].*", "?user=" + MARK + "&password=x"), "select 1 as id, 2 as x");
    add(
        "{csv: %s, id: id, columns: [x, y]}".formatted(file("beside.csv", table(i -> null))),
        "{sql: \"select id, label::int as label from notes\", jdbc: '%s', id: id, column: label}"
            .formatted(url),
        "");
    return this;
  }

  private void sql(String url, String query) {
    add("{sql: \"%s\", jdbc: '%s', id: id}".formatted(query, url));
  }

  /** Queries of DuckDB about files, and Parquet files that it writes. */
  HostileCells duckdb() {
    String word = folder.resolve(file("duck.csv", table(at(7, "p7," + cell(30) + ",2,well")))) + "";
    String from = " from read_csv('%s', all_varchar = true)".formatted(word);
    sql("jdbc:duckdb:", "select id, cast(x as double) as x" + from);
    sql("jdbc:duckdb:", "select id, x" + from);
    sql(
        "jdbc:duckdb:",
        "select x as id, cast(y as double) as y" + from + " union all select x, 1" + from);
    sql(
        "jdbc:duckdb:",
        "select id, x from read_csv('%s', columns = {'id': 'VARCHAR', 'x': 'DOUBLE', 'y': 'DOUBLE', 'label': 'VARCHAR'})"
            .formatted(word));
    sql("jdbc:duckdb:", "select id, error(x) as x" + from);
    parquet("word.parquet", "select id, x" + from);
    parquet("twice.parquet", "select '%s' as id, 1.5 as x".formatted(cell(31)) + from);
    parquet("lists.parquet", "select id, [x] as x" + from);
    parquet("none.parquet", "select id, case when id = 'p7' then null else 1.5 end as x" + from);
    String broken = "PAR1" + cell(32).repeat(40) + "PAR1";
    add("{parquet: %s, id: id}".formatted(file("broken.parquet", broken)));
    add("{parquet: %s, id: id}".formatted(file("text.parquet", table(i -> cell(i)))));
    return this;
  }

  private void parquet(String name, String query) {
    execute(
        "jdbc:duckdb:",
        "copy (%s) to '%s' (format parquet)".formatted(query, folder.resolve(name)));
    add("{parquet: %s, id: id}".formatted(name));
  }

  private static void execute(String url, String... all) {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      for (String sql : all) {
        statement.execute(sql);
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  HostileCells arff() {
    String head = "@relation r\n@attribute id string\n@attribute x numeric\n";
    String row = "'%s',1.5\n".formatted(cell(40));
    arff("word.arff", head + "@data\np1,'" + cell(41) + "'\n");
    arff("twice.arff", head + "@data\n" + row + row);
    arff("nodata.arff", head + cell(42) + ",1\n" + row);
    arff("more.arff", head + "@data\n" + row.strip() + "," + cell(43) + "\n");
    arff("sparse.arff", head + "@data\n{0 p1, " + cell(44) + "}\n");
    arff("open.arff", head + "@data\n{0 " + cell(45) + "\n");
    arff("nominal.arff", head + "@attribute y {\n@data\n" + row);
    arff("name.arff", head + "@attribute '" + cell(46) + " numeric\n@data\n" + row);
    return this;
  }

  private void arff(String name, String content) {
    add("{arff: %s, id: id}".formatted(file(name, content)));
  }

  HostileCells excel() {
    excel("word.xlsx", "", "id", "x", "p1", cell(47));
    excel("twice.xlsx", "", "id", "x", cell(48), "1", cell(48), "2");
    excel("sheet.xlsx", ", sheet: none", "id", "x", "p1", cell(49));
    excel("head.xlsx", "", "id", "id", "p1", cell(49));
    add("{xlsx: %s, id: id}".formatted(file("text.xlsx", table(i -> cell(i)))));
    return this;
  }

  /** A sheet of two columns, row by row. */
  private void excel(String name, String more, String... cells) {
    try (OutputStream out = Files.newOutputStream(folder.resolve(name))) {
      Workbook book = new Workbook(out, "test", "1.0");
      Worksheet sheet = book.newWorksheet(MARK);
      for (int i = 0; i < cells.length; i++) {
        sheet.value(i / 2, i % 2, cells[i]);
      }
      book.finish();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    add("{xlsx: %s, id: id%s}".formatted(name, more));
  }

  HostileCells arrays() {
    byte[] words = (cell(50) + " ".repeat(8)).getBytes(Charset.forName("UTF-32LE"));
    npy("word.npy", npy("<U" + words.length / 4, 1, words));
    npy("object.npy", npy("|O", 1, (MARK + " pickled").getBytes(StandardCharsets.UTF_8)));
    npy("kind.npy", npy(MARK, 1, new byte[8]));
    npy("cut.npy", npy("<f8", 4000, MARK.getBytes(StandardCharsets.UTF_8)));
    npy(
        "infinite.npy",
        npy("<f8", 2, numbers(Double.parseDouble(DIGITS), Double.NEGATIVE_INFINITY)));
    npy("noise.npy", (MARK + " is no header").getBytes(StandardCharsets.UTF_8));
    Cell cells = Mat5.newCell(1, 2);
    cells.set(0, Mat5.newString(cell(51))).set(1, Mat5.newString(cell(52)));
    mat("word.mat", "X", Mat5.newString(cell(53)));
    mat("cell.mat", "X", cells);
    mat("struct.mat", "X", Mat5.newStruct().set("diagnosis", Mat5.newString(cell(54))));
    mat("other.mat", MARK + "_VARIABLE", Mat5.newString(cell(55)));
    byte[] whole = mat("X", Mat5.newString(cell(56).repeat(20)));
    add(
        "{mat: %s, variable: X}"
            .formatted(file("cut.mat", java.util.Arrays.copyOf(whole, whole.length - 60))));
    add("{mat: %s, variable: X}".formatted(file("noise.mat", cell(57).repeat(20))));
    return this;
  }

  private void npy(String name, byte[] content) {
    add("{npy: %s}".formatted(file(name, content)));
  }

  private static byte[] npy(String type, int count, byte[] data) {
    String head =
        "{'descr': '%s', 'fortran_order': False, 'shape': (%d, 1), }\n".formatted(type, count);
    byte[] text = head.getBytes(StandardCharsets.US_ASCII);
    return ByteBuffer.allocate(10 + text.length + data.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0})
        .putShort((short) text.length)
        .put(text)
        .put(data)
        .array();
  }

  private static byte[] numbers(double... values) {
    ByteBuffer bytes = ByteBuffer.allocate(8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (double value : values) {
      bytes.putDouble(value);
    }
    return bytes.array();
  }

  private void mat(String name, String variable, Array content) {
    add("{mat: %s, variable: X}".formatted(file(name, mat(variable, content))));
  }

  private static byte[] mat(String variable, Array content) {
    MatFile mat = Mat5.newMatFile().addArray(variable, content);
    ByteBuffer buffer = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN);
    try {
      Mat5.newWriter(Sinks.wrap(buffer)).writeMat(mat);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    byte[] bytes = new byte[buffer.flip().remaining()];
    buffer.get(bytes);
    return bytes;
  }
}
