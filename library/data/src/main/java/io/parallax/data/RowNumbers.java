package io.parallax.data;

import io.parallax.core.BadInput;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A table with one more column, {@value #COLUMN}: the number of the row, 0, 1, 2 …. */
public record RowNumbers(RowTable table) implements RowTable {
  /** The name of the column. */
  public static final String COLUMN = "row";

  /** The word in a study or party file that asks for it. */
  public static final String WORD = "row-numbers";

  @Override
  public Rows open() {
    return new Numbered(table.open());
  }

  @Override
  public String source() {
    return table.source();
  }

  @Override
  public String kind() {
    return table.kind();
  }

  @Override
  public List<Path> files() {
    return table.files();
  }

  @Override
  public Map<String, Object> reading() {
    Map<String, Object> reading = new TreeMap<>(table.reading());
    reading.put(RowFormat.IDS, WORD);
    return reading;
  }

  @Override
  public String identity() {
    return table.identity();
  }

  @Override
  public String hash() throws IOException {
    return table.hash();
  }

  private static final class Numbered implements Rows {
    private final Rows rows;
    private final List<String> header;
    private long next;

    Numbered(Rows rows) {
      this.rows = rows;
      this.header = new ArrayList<>(rows.header());
      if (header.contains(COLUMN)) {
        rows.close();
        throw new BadInput(
            "%s has a column '%s' of its own; name it as the id, in place of 'ids: %s'"
                .formatted(rows.source(), COLUMN, WORD));
      }
      header.add(COLUMN);
    }

    @Override
    public String source() {
      return rows.source();
    }

    @Override
    public List<String> header() {
      return header;
    }

    @Override
    public String unit() {
      return rows.unit();
    }

    @Override
    public int indexOf(String column, String role) {
      return column.equals(COLUMN) ? header.size() - 1 : rows.indexOf(column, role);
    }

    @Override
    public Row next() {
      Row row = rows.next();
      if (row == null) {
        return null;
      }
      String number = Long.toString(next++);
      int last = header.size() - 1;
      return new Row(row.number(), column -> column == last ? number : row.cell(column));
    }

    @Override
    public void close() {
      rows.close();
    }
  }
}
