package io.parallax.data;

import io.parallax.core.BadInput;
import io.parallax.core.Hashes;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * A table that a program holds in memory: ids in the column {@value #ID}, and columns of numbers or
 * of words. Two tables with the same content are equal.
 */
public final class MemoryTable implements RowTable {
  /** The name of the column of ids. */
  public static final String ID = "id";

  private final String called;
  private final List<String> header;
  private final List<String> ids;
  private final double[][] numbers; // row by row; null: words
  private final List<List<String>> words; // column by column; null: numbers

  private MemoryTable(
      String called,
      List<String> header,
      List<String> ids,
      double[][] numbers,
      List<List<String>> words) {
    this.called = called;
    this.header = List.copyOf(header);
    this.ids = Ids.of(ids);
    this.numbers = numbers;
    this.words = words;
    ColumnNames.requireDistinct(called, header);
  }

  /**
   * Returns a table of numbers, of which a copy is taken.
   *
   * @param called the name that messages use
   * @param rows one array for each id; NaN is a missing value
   */
  public static MemoryTable of(
      String called, List<String> ids, List<String> columns, double[][] rows) {
    if (rows.length != ids.size()) {
      throw new BadInput(
          "%s: there are %d ids and %d rows; give an id for each row"
              .formatted(called, ids.size(), rows.length));
    }
    double[][] copy = new double[rows.length][];
    for (int i = 0; i < rows.length; i++) {
      if (rows[i].length != columns.size()) {
        throw new BadInput(
            "%s row %d: it has %d numbers, and there are %d columns; give one for each column"
                .formatted(called, i + 1, rows[i].length, columns.size()));
      }
      copy[i] = rows[i].clone();
    }
    return new MemoryTable(called, header(columns), ids, copy, null);
  }

  /** Returns a table with one column of words. */
  public static MemoryTable of(
      String called, List<String> ids, String column, List<String> values) {
    return new MemoryTable(called, List.of(ID), ids, null, List.of()).with(column, values);
  }

  /** Returns the same table of words with one more column. */
  public MemoryTable with(String column, List<String> values) {
    if (values.size() != ids.size()) {
      throw new BadInput(
          "%s: there are %d ids and %d values of column '%s'; give one for each id"
              .formatted(called, ids.size(), values.size(), column));
    }
    List<List<String>> more = new ArrayList<>(words);
    more.add(List.copyOf(values));
    List<String> names = new ArrayList<>(header);
    names.add(column);
    return new MemoryTable(called, names, ids, null, more);
  }

  /** Returns the same table under another name. */
  public MemoryTable called(String name) {
    return new MemoryTable(name, header, ids, numbers, words);
  }

  private static List<String> header(List<String> columns) {
    List<String> header = new ArrayList<>(List.of(ID));
    header.addAll(columns);
    return header;
  }

  @Override
  public String source() {
    return called;
  }

  @Override
  public String kind() {
    return "a table in memory";
  }

  @Override
  public List<Path> files() {
    return List.of();
  }

  @Override
  public Map<String, Object> reading() {
    return Map.of();
  }

  @Override
  public String identity() {
    return "memory " + hash();
  }

  @Override
  public String hash() {
    MessageDigest sha = Hashes.sha256();
    Consumer<String> text =
        one -> {
          byte[] bytes = one.getBytes(StandardCharsets.UTF_8);
          sha.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).array());
          sha.update(bytes);
        };
    header.forEach(text);
    ids.forEach(text);
    if (numbers == null) {
      words.forEach(column -> column.forEach(text));
    } else {
      for (double[] row : numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(row.length * Double.BYTES);
        bytes.asDoubleBuffer().put(row);
        sha.update(bytes.array());
      }
    }
    return HexFormat.of().formatHex(sha.digest());
  }

  @Override
  public Rows open() {
    return new Opened();
  }

  private String cell(int row, int column) {
    if (column == 0) {
      return ids.get(row);
    }
    return numbers == null
        ? words.get(column - 1).get(row)
        : Double.toString(numbers[row][column - 1]);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MemoryTable table
        && header.equals(table.header)
        && ids.equals(table.ids)
        && Arrays.deepEquals(numbers, table.numbers)
        && (words == null ? table.words == null : words.equals(table.words));
  }

  @Override
  public int hashCode() {
    return 31 * header.hashCode() + ids.size();
  }

  /** The rows one by one. */
  private final class Opened implements Rows {
    private int next;

    @Override
    public String source() {
      return called;
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
    public Row next() {
      if (next == ids.size()) {
        return null;
      }
      int row = next++;
      IntFunction<String> cells = column -> cell(row, column);
      return new Row(row + 1, cells);
    }

    /** Takes numbers as they are, without a text between. */
    @Override
    public double[] numbers(Row row, List<Column> columns, int[] cells) {
      int at = (int) row.number() - 1;
      boolean direct =
          numbers != null && columns.stream().allMatch(column -> column.categories().isEmpty());
      if (!direct) {
        return Rows.super.numbers(row, columns, cells);
      }
      double[] taken = new double[cells.length];
      for (int j = 0; j < cells.length; j++) {
        if (cells[j] == NOT_READ) {
          continue;
        }
        double value = cells[j] == 0 ? Double.POSITIVE_INFINITY : numbers[at][cells[j] - 1];
        if (Double.isInfinite(value)) {
          return Rows.super.numbers(row, columns, cells); // which tells what is wrong
        }
        taken[j] = columns.get(j).value(value);
      }
      return taken;
    }

    @Override
    public void close() {}
  }
}
