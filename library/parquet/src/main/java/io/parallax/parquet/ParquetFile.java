package io.parallax.parquet;

import io.parallax.data.FileTable;
import io.parallax.data.Rows;
import java.nio.file.Path;

/** A Parquet file. */
record ParquetFile(Path file) implements FileTable {
  @Override
  public Rows open() {
    return ParquetRows.open(file);
  }

  @Override
  public String kind() {
    return "a Parquet";
  }
}
