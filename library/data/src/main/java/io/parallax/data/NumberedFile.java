package io.parallax.data;

import java.nio.file.Path;
import java.util.Map;

/** A file without names: its rows are called 0, 1, 2 …, its columns 1, 2, 3 …. */
public sealed interface NumberedFile permits MatrixFile, ImageFile {
  Path file();

  /** All its rows. */
  Table table();

  /** Its numbers as labels, which are the names of the classes. */
  LabelColumn labels();

  /** How messages call it. */
  String source();

  /** How messages call a file of its kind: "an .npy". */
  String kind();

  /** All but the file itself that decides what is read. */
  Map<String, Object> reading();
}
