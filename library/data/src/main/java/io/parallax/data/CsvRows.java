package io.parallax.data;

import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.CsvRecordHandler;
import io.parallax.core.BadInput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;

/** The header and then, one by one, the rows of a CSV file; every row has as many cells as it. */
final class CsvRows implements Rows {
  private static final int WIDEST = 1 << 20;
  private static final int LONGEST = 1 << 27;

  private final Path file;
  private final CloseableIterator<CsvRecord> records;
  private final List<String> header;

  private CsvRows(Path file, CloseableIterator<CsvRecord> records) {
    this.file = file;
    this.records = records;
    CsvRecord first = read();
    if (first == null) {
      throw new BadInput(file + ": the file is empty; it needs a header row and data");
    }
    header = first.getFields().stream().map(String::strip).toList();
    ColumnNames.requireDistinct(file.toString(), header);
  }

  static CsvRows open(Path file) {
    try {
      CsvRecordHandler handler =
          CsvRecordHandler.of(
              b -> b.maxFields(WIDEST).maxFieldSize(LONGEST).maxRecordSize(LONGEST));
      CloseableIterator<CsvRecord> records =
          CsvReader.builder()
              .allowExtraFields(true)
              .allowMissingFields(true)
              .maxBufferSize(LONGEST)
              .build(handler, CsvBytes.open(file))
              .iterator();
      return closingOnError(file, records);
    } catch (IOException e) {
      throw FileBytes.explain(file, e);
    }
  }

  private static CsvRows closingOnError(Path file, CloseableIterator<CsvRecord> records)
      throws IOException {
    try {
      return new CsvRows(file, records);
    } catch (RuntimeException e) {
      records.close();
      throw e;
    }
  }

  @Override
  public Path file() {
    return file;
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
    if (record.getFieldCount() != header.size()) {
      throw new BadInput(
          "%s line %d: %d cells, but the header has %d; correct commas and quotes"
              .formatted(
                  file, record.getStartingLineNumber(), record.getFieldCount(), header.size()));
    }
    return new Row(record.getStartingLineNumber(), record::getField);
  }

  private CsvRecord read() {
    try {
      return records.hasNext() ? records.next() : null;
    } catch (UncheckedIOException e) {
      throw FileBytes.explain(file, e.getCause());
    } catch (CsvParseException e) {
      if (e.getCause() instanceof IOException io) {
        throw FileBytes.explain(file, io);
      }
      throw new BadInput(file + ": broken quotes or an endless row; write it as plain CSV");
    }
  }

  @Override
  public void close() {
    try {
      records.close();
    } catch (IOException e) {
      throw FileBytes.explain(file, e);
    }
  }
}
