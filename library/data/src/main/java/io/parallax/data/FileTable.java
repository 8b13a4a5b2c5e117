package io.parallax.data;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A table in one file. */
public interface FileTable extends RowTable {
  Path file();

  @Override
  default String source() {
    return file().toString();
  }

  @Override
  default List<Path> files() {
    return List.of(file());
  }

  @Override
  default Map<String, Object> reading() {
    return Map.of();
  }
}
