package io.parallax.fuzz.rows;

import io.parallax.core.BadInput;
import io.parallax.core.Failure;
import io.parallax.data.LabelColumn;
import io.parallax.data.NumberedFile;
import io.parallax.data.RowFormat;
import io.parallax.data.RowSource;
import io.parallax.data.RowTable;
import io.parallax.data.Rows;
import io.parallax.data.Table;
import io.parallax.data.TableProfile;
import io.parallax.fuzz.Finding;
import io.parallax.fuzz.Scratch;
import io.parallax.fuzz.Target;
import java.io.IOException;
import java.util.Map;
import java.util.Set;

/** A file of rows, read as studies, parties and {@code data inspect} read it. */
abstract class RowsTarget implements Target {
  /** A cell of every seed. */
  private static final String CELL = "7319.50817";

  private final String name;
  private final String ending;

  /**
   * @param ending of the file, by which its format is found
   */
  RowsTarget(String name, String ending) {
    this.name = name;
    this.ending = ending;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public String sentence() {
    return "a file of rows (%s); whatever is read has as many ids as rows, and no infinite number"
        .formatted(ending);
  }

  @Override
  public final Set<Class<? extends Failure>> rejections() {
    return Set.of(BadInput.class);
  }

  /** Returns the source that a command line names by the file. */
  RowSource source(String file) {
    return RowFormat.of(file, Map.of());
  }

  /** Returns the file that an input stands for. */
  byte[] file(byte[] input) throws IOException {
    return input;
  }

  @Override
  public final void run(byte[] input) throws IOException {
    RowSource source = source(Scratch.file("rows" + ending, file(input)).toString());
    try {
      read(source);
    } catch (BadInput e) {
      requireNoCell(source, e);
      throw e;
    }
  }

  private static void read(RowSource source) {
    if (source instanceof NumberedFile file) {
      numbered(file);
    } else if (source instanceof RowTable table) {
      named(table);
    }
  }

  private static void numbered(NumberedFile file) {
    boolean images = tried(file, () -> require(file.table()));
    boolean labels = tried(file, () -> require(file.labels()));
    if (!images && !labels) {
      throw new BadInput("neither rows nor labels");
    }
    if (images) {
      TableProfile.of(file);
    }
  }

  private static void named(RowTable table) {
    long count = table.count();
    int width = table.names().size();
    Finding.unless(
        table.cells().stream().allMatch(row -> row.size() == width)
            && table.cells().size() == count,
        "rows are not as wide as their header, or another number at the second reading");
    String id = header(table);
    tried(table, () -> TableProfile.of(table));
    tried(table, () -> require(table.table(id)));
    tried(table, () -> require(table.words(id, id)));
    tried(table, () -> Finding.unless(table.ids(id, true).size() <= count, "more ids than rows"));
  }

  private static String header(RowTable table) {
    try (Rows rows = table.open()) {
      return rows.header().get(0);
    }
  }

  /** One way to read a file. */
  interface Reading {
    void run();
  }

  /** Returns true if a file can be read in this way. */
  private static boolean tried(RowSource source, Reading reading) {
    try {
      reading.run();
      return true;
    } catch (BadInput e) {
      requireNoCell(source, e);
      return false;
    }
  }

  /** Requires that a failure tells no cell; it may tell the name of a column. */
  private static void requireNoCell(RowSource source, BadInput failure) {
    if (failure.told().contains(CELL) && source instanceof RowTable table) {
      try (Rows rows = table.open()) {
        boolean named = rows.header().stream().anyMatch(name -> name.contains(CELL));
        Finding.unless(named, "a failure tells a cell: " + failure.told());
      } catch (BadInput e) {
        // it is the header that cannot be read
      }
    }
  }

  private static void require(Table table) {
    int rows = table.values().rows();
    Finding.unless(table.ids().size() == rows, "another number of ids than of rows");
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < table.values().cols(); j++) {
        Finding.unless(!Double.isInfinite(table.values().get(i, j)), "an infinite number");
      }
    }
  }

  private static void require(LabelColumn labels) {
    Finding.unless(
        labels.codes().length == labels.ids().size(), "another number of ids than of labels");
    for (int code : labels.codes()) {
      Finding.unless(code >= 0 && code < labels.classes().size(), "a label of no class");
    }
  }
}
