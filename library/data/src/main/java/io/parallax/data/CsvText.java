package io.parallax.data;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.parallax.core.BadInput;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/**
 * Writes CSV. Quotes, commas and line ends inside a cell are escaped. In files for people, a text
 * that a spreadsheet would take for a formula is preceded by an apostrophe; numbers stay numbers.
 */
public final class CsvText implements AutoCloseable {
  /** Beginnings of formulas; some spreadsheets take the minus sign and wide forms for them, too. */
  private static final String FORMULA = "=+-@\t\r\u2212\uff1d\uff0b\uff0d\uff20";

  private final CsvWriter csv;
  private final Writer text; // null where a file is written
  private final boolean forPeople;

  private CsvText(CsvWriter csv, Writer text, boolean forPeople) {
    this.csv = csv;
    this.text = text;
    this.forPeople = forPeople;
  }

  private static CsvWriter.CsvWriterBuilder writer() {
    return CsvWriter.builder().lineDelimiter(LineDelimiter.LF);
  }

  /** Starts a text for people. */
  public static CsvText forPeople(Object... header) {
    StringWriter text = new StringWriter();
    return new CsvText(writer().build(text), text, true).row(header);
  }

  /** Starts a text for people that may be long. */
  public static CsvText forPeople(Writer to, List<?> header) {
    return new CsvText(writer().build(to), to, true).row(header);
  }

  /** Writes cells as they are, for a file that is read as data again. */
  public static CsvText exact(Writer to) {
    return new CsvText(writer().build(to), to, false);
  }

  /** Starts a file with exact cells. */
  public static CsvText exact(Path file) {
    try {
      return new CsvText(writer().build(file), null, false);
    } catch (IOException e) {
      throw BadInput.quoting(file + ": cannot be written; check the folder", e);
    }
  }

  /** Adds a row; a number is written as it is, null as an empty cell. */
  public CsvText row(Object... cells) {
    return row(Arrays.asList(cells));
  }

  /** Adds a row. */
  public CsvText row(List<?> cells) {
    csv.writeRecord(cells.stream().map(this::cell).toList());
    return this;
  }

  private String cell(Object value) {
    if (value == null) {
      return "";
    }
    return forPeople && !(value instanceof Number) ? shown(value.toString()) : value.toString();
  }

  /** Returns a text in its form for people. */
  public static String shown(String text) {
    boolean formula = !text.isEmpty() && FORMULA.indexOf(text.charAt(0)) >= 0;
    return formula && !Cell.isNumber(text) ? "'" + text : text;
  }

  /** Returns the text written so far. */
  @Override
  public String toString() {
    flush();
    return String.valueOf(text);
  }

  /** Hands on all rows so far. */
  public void flush() {
    try {
      csv.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    try {
      csv.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
