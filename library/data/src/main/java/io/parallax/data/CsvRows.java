package io.parallax.data;

import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.CsvRecordHandler;
import io.parallax.core.BadInput;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The header and then, one by one, the rows of a CSV file; every row must have as many cells as the
 * header.
 */
final class CsvRows implements Rows {
  private static final int WIDEST = 1 << 20;
  private static final int LONGEST = 1 << 27;

  private final String source;
  private final CloseableIterator<CsvRecord> records;
  private final List<String> header;
  private long skipped; // the last empty line

  private CsvRows(String source, CloseableIterator<CsvRecord> records) {
    this.source = source;
    this.records = records;
    CsvRecord first = read();
    if (first == null) {
      throw new BadInput(source + ": the file is empty; it needs a header row and data");
    }
    skipped = 0; // those above the header do not matter
    header = first.getFields().stream().map(String::strip).toList();
    ColumnNames.requireDistinct(source, header);
  }

  static CsvRows open(Path file, char separator) {
    try {
      return open(file.toString(), CsvBytes.open(file, "CSV"), separator);
    } catch (IOException e) {
      throw FileBytes.explain(file.toString(), e);
    }
  }

  /** The rows of a text that begins with the header. */
  static CsvRows open(String source, Reader text, char separator) {
    try {
      CsvRecordHandler handler =
          CsvRecordHandler.of(
              b -> b.maxFields(WIDEST).maxFieldSize(LONGEST).maxRecordSize(LONGEST));
      CloseableIterator<CsvRecord> records =
          CsvReader.builder()
              .fieldSeparator(separator)
              .skipEmptyLines(false)
              .allowExtraFields(true)
              .allowMissingFields(true)
              .maxBufferSize(LONGEST)
              .build(handler, text)
              .iterator();
      return closingOnError(source, records);
    } catch (IOException e) {
      throw FileBytes.explain(source, e);
    }
  }

  private static CsvRows closingOnError(String source, CloseableIterator<CsvRecord> records)
      throws IOException {
    try {
      return new CsvRows(source, records);
    } catch (RuntimeException e) {
      records.close();
      throw e;
    }
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
    return "line";
  }

  @Override
  public Row next() {
    CsvRecord record = read();
    if (record == null) {
      return null;
    }
    if (skipped > 0 && header.size() == 1) {
      throw new BadInput(
          "%s line %d: the line is empty; write NA for a missing value".formatted(source, skipped));
    }
    if (record.getFieldCount() != header.size()) {
      throw new BadInput(
          "%s line %d: %d cells, but the header has %d; correct commas and quotes"
              .formatted(
                  source, record.getStartingLineNumber(), record.getFieldCount(), header.size()));
    }
    return new Row(record.getStartingLineNumber(), record::getField);
  }

  private CsvRecord read() {
    try {
      CsvRecord record = records.hasNext() ? records.next() : null;
      while (record != null && record.getFieldCount() == 1 && record.getField(0).isEmpty()) {
        skipped = record.getStartingLineNumber();
        record = records.hasNext() ? records.next() : null;
      }
      return record;
    } catch (UncheckedIOException e) {
      throw FileBytes.explain(source, e.getCause());
    } catch (CsvParseException e) {
      if (e.getCause() instanceof IOException io) {
        throw FileBytes.explain(source, io);
      }
      throw new BadInput(
          source + ": a quote is not closed, or a row is too long; save the file as plain CSV");
    }
  }

  @Override
  public void close() {
    try {
      records.close();
    } catch (IOException e) {
      throw FileBytes.explain(source, e);
    }
  }
}
