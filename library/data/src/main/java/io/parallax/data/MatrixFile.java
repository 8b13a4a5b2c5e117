package io.parallax.data;

import io.parallax.core.BadInput;
import io.parallax.math.Matrix;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * A matrix of numbers in a .npy file, or in a variable of a .mat file. It has no names: its rows
 * are called 0, 1, 2 …, its columns 1, 2, 3 …. NaN is a missing value; infinite numbers are
 * rejected.
 *
 * @param variable of a .mat file, {@code X}, or an element of a cell array, {@code X{2}} or {@code
 *     X[2]}; none: a .npy file
 * @param transpose whether rows are columns in the file
 */
public record MatrixFile(Path file, Optional<String> variable, boolean transpose)
    implements NumberedFile {
  private static final Pattern ELEMENT =
      Pattern.compile("(\\w+)(?:\\{([0-9]{1,9})}|\\[([0-9]{1,9})])?");

  public MatrixFile {
    variable.ifPresent(MatrixFile::requireName);
  }

  /** The whole matrix; of a .npy file with three dimensions, the sequences. */
  @Override
  public Table table() {
    NpyFile.Content content = content();
    Matrix values = content.values();
    List<String> ids = IntStream.range(0, values.rows()).mapToObj(Integer::toString).toList();
    Table table =
        content
            .layout()
            .map(
                known ->
                    Table.of(
                        source(), ids, new SequenceRows(known, values), known.channels().size()))
            .orElseGet(() -> numbered(ids, values));
    for (int i = 0; i < values.rows(); i++) {
      for (int j = 0; j < values.cols(); j++) {
        if (Double.isInfinite(values.get(i, j))) {
          throw new BadInput(
              table.place(i, j) + ": the number is infinite; correct it, or make it NaN: missing");
        }
      }
    }
    return table;
  }

  private Table numbered(List<String> ids, Matrix values) {
    List<String> names =
        IntStream.rangeClosed(1, values.cols()).mapToObj(Integer::toString).toList();
    return new Table(source(), ids, names, values, values.cols(), Optional.empty());
  }

  /**
   * Reads a vector, in a row or in a column, as labels; the numbers are the names of the classes.
   */
  @Override
  public LabelColumn labels() {
    NpyFile.Content content = content();
    Matrix values = content.values();
    if (content.layout().isPresent() || (values.rows() > 1 && values.cols() > 1)) {
      throw new BadInput(
          "%s: %d × %d numbers are not labels; labels must be one row or one column"
              .formatted(source(), values.rows(), values.cols()));
    }
    double[] all = values.toArray();
    List<String> ids = new ArrayList<>();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < all.length; i++) {
      if (!Double.isFinite(all[i])) {
        throw new BadInput(
            "%s row %d (rows count from 0): has no label; give it one, or remove the row everywhere"
                .formatted(source(), i));
      }
      ids.add(Integer.toString(i));
      names.add(Cell.name(all[i]));
    }
    return LabelColumn.of(source(), ids, names);
  }

  /** Returns the name for messages: FILE, or FILE:VARIABLE. */
  @Override
  public String source() {
    return variable.map(name -> file + ":" + name).orElse(file.toString());
  }

  @Override
  public String kind() {
    return variable.isPresent() ? "a .mat" : "an .npy";
  }

  @Override
  public Map<String, Object> reading() {
    Map<String, Object> reading = new TreeMap<>(Map.of("transpose", transpose));
    variable.ifPresent(name -> reading.put("variable", name));
    return reading;
  }

  private NpyFile.Content content() {
    NpyFile.Content content =
        variable.isEmpty()
            ? NpyFile.read(file)
            : new NpyFile.Content(
                new MatFile(file).read(name(), element(), source()), Optional.empty());
    if (!transpose) {
      return content;
    }
    if (content.layout().isPresent()) {
      throw new BadInput(
          source()
              + ": an array of three dimensions is not transposed; save it as rows, steps and"
              + " channels");
    }
    return new NpyFile.Content(content.values().transpose(), Optional.empty());
  }

  private String name() {
    Matcher parts = ELEMENT.matcher(variable.orElseThrow());
    return parts.matches() ? parts.group(1) : "";
  }

  /** Returns the number of an element of a cell array, from 1; 0 stands for the variable itself. */
  private int element() {
    Matcher parts = ELEMENT.matcher(variable.orElseThrow());
    if (!parts.matches() || (parts.group(2) == null && parts.group(3) == null)) {
      return 0;
    }
    return Integer.parseInt(parts.group(2) == null ? parts.group(3) : parts.group(2));
  }

  private static void requireName(String variable) {
    Matcher parts = ELEMENT.matcher(variable);
    if (!parts.matches() || variable.matches(".*[\\[{]0+[\\]}]")) {
      throw new BadInput(
          "'"
              + variable
              + "' does not name a variable; write X, or X{2} for the second element of a cell"
              + " array");
    }
  }

  static String notATable(int dimensions) {
    return "the array has "
        + dimensions
        + " dimensions; a table has rows and columns; save sequences as a .npy file";
  }

  /** Rejects a size that does not fit into the available memory, before memory is allocated. */
  static void requireRoom(String source, long rows, long columns) {
    boolean fits = rows < Integer.MAX_VALUE && columns < Integer.MAX_VALUE;
    long numbers = fits ? rows * columns : Long.MAX_VALUE;
    if (numbers > Integer.MAX_VALUE - 8) {
      throw new BadInput(
          "%s: %d × %d numbers are more than one matrix holds; use fewer rows or columns"
              .formatted(source, rows, columns));
    }
    if (numbers * Double.BYTES > Runtime.getRuntime().maxMemory()) {
      throw new BadInput(
          "%s: %d × %d numbers need %d MB of memory; set PARALLAX_MEMORY to several times that"
              .formatted(source, rows, columns, numbers * Double.BYTES >> 20));
    }
  }
}
