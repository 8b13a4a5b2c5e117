package io.parallax.excel;

import io.parallax.core.BadInput;
import io.parallax.data.ColumnNames;
import io.parallax.data.Rows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.dhatim.fastexcel.reader.CellType;
import org.dhatim.fastexcel.reader.ReadableWorkbook;
import org.dhatim.fastexcel.reader.Sheet;

/**
 * The rows of a sheet, whose first row has the names of the columns. A date is the number that the
 * file holds: days since the end of 1899. Empty rows at the end are left out.
 */
final class ExcelRows implements Rows {
  private final String source;
  private final ReadableWorkbook book;
  private final Stream<org.dhatim.fastexcel.reader.Row> stream;
  private final Iterator<org.dhatim.fastexcel.reader.Row> rows;
  private final List<String> header;
  private int number; // of the row that was read last, from 1
  private int empty; // of the last row without a cell

  private ExcelRows(Path file, ReadableWorkbook book, Optional<String> sheet) throws IOException {
    this.book = book;
    this.source = file + sheet.map(name -> ":" + name).orElse("");
    this.stream = sheet(file, book, sheet).openStream();
    this.rows = stream.iterator();
    List<String> first = cells();
    if (first == null) {
      throw new BadInput(source + ": the sheet is empty; it needs a header row and data");
    }
    int last = first.size();
    while (last > 0 && first.get(last - 1).isBlank()) {
      last--;
    }
    header = first.subList(0, last).stream().map(String::strip).toList();
    ColumnNames.requireDistinct(source, header);
  }

  static ExcelRows open(Path file, Optional<String> sheet) {
    if (!Files.isReadable(file)) {
      throw new BadInput(file + ": cannot read the file; check the path and its rights");
    }
    try {
      ReadableWorkbook book = new ReadableWorkbook(file.toFile());
      try {
        return new ExcelRows(file, book, sheet);
      } catch (IOException | RuntimeException e) {
        book.close();
        throw e;
      }
    } catch (BadInput e) {
      throw e;
    } catch (IOException | RuntimeException e) { // the library's own are of many kinds
      throw damaged(file.toString(), e);
    }
  }

  private static BadInput damaged(String source, Exception e) {
    return BadInput.quoting(
        source + ": the Excel file is damaged, or no .xlsx file; save it anew as .xlsx or CSV", e);
  }

  private static Sheet sheet(Path file, ReadableWorkbook book, Optional<String> name) {
    if (name.isEmpty()) {
      return book.getFirstSheet();
    }
    return book.findSheet(name.get())
        .orElseThrow(
            () ->
                new BadInput(
                    "%s: there is no sheet '%s'; correct 'sheet'".formatted(file, name.get()),
                    book.getSheets()
                        .map(Sheet::getName)
                        .collect(Collectors.joining(", ", " (it has ", ")"))));
  }

  /** The texts of the next row that has any, or null at the end. */
  private List<String> cells() {
    while (rows.hasNext()) {
      org.dhatim.fastexcel.reader.Row row = rows.next();
      List<String> cells =
          IntStream.range(0, row.getCellCount()).mapToObj(c -> text(row, c)).toList();
      if (cells.stream().anyMatch(cell -> !cell.isEmpty())) {
        number = row.getRowNum();
        return cells;
      }
      empty = row.getRowNum();
    }
    return null;
  }

  private static String text(org.dhatim.fastexcel.reader.Row row, int column) {
    return row.getOptionalCell(column)
        .map(cell -> cell.getType() == CellType.STRING ? cell.getText() : cell.getRawValue())
        .orElse("");
  }

  @Override
  public String source() {
    return source;
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
    try {
      int before = number;
      List<String> cells = cells();
      if (cells == null) {
        return null;
      }
      if (number > before + 1 || empty > before) {
        throw new BadInput("%s row %d: the row is empty; remove it".formatted(source, before + 1));
      }
      if (cells.stream().skip(header.size()).anyMatch(cell -> !cell.isBlank())) {
        throw new BadInput(
            "%s row %d: there is a cell outside of the columns that the first row names; remove it, or name its column"
                .formatted(source, number));
      }
      return new Row(number, c -> c < cells.size() ? cells.get(c) : "");
    } catch (BadInput e) {
      throw e;
    } catch (RuntimeException e) { // the library's own are of many kinds
      throw damaged(source, e);
    }
  }

  @Override
  public void close() {
    stream.close();
    try {
      book.close();
    } catch (IOException e) {
      throw damaged(source, e);
    }
  }
}
