package io.parallax.data;

import java.nio.file.Path;
import java.util.List;

/** A file without names: its rows are called 0, 1, 2 …, its columns 1, 2, 3 …. */
public non-sealed interface NumberedFile extends RowSource {
  Path file();

  /** All its rows. */
  Table table();

  /** Its numbers as labels, which are the names of the classes. */
  LabelColumn labels();

  @Override
  default List<Path> files() {
    return List.of(file());
  }
}
