package io.parallax.parquet;

import io.parallax.data.RowFormat;
import io.parallax.data.RowSource;
import java.util.List;

/** Parquet files: {@code {parquet: FILE}}. */
public final class ParquetFormat implements RowFormat {
  @Override
  public String name() {
    return "parquet";
  }

  @Override
  public List<Key> keys() {
    return TABLE;
  }

  @Override
  public List<String> endings() {
    return List.of(".parquet");
  }

  @Override
  public RowSource source(Section section) {
    return new ParquetFile(section.file());
  }

  @Override
  public boolean begins(byte[] head) {
    return head.length >= 4 && head[0] == 'P' && head[1] == 'A' && head[2] == 'R' && head[3] == '1';
  }
}
