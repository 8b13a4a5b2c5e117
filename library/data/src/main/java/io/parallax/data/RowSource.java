package io.parallax.data;

import io.parallax.core.Hashes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A place that rows are read from, as a {@link RowFormat} knows it; nothing is opened yet. */
public sealed interface RowSource permits RowTable, NumberedFile, EngineTable {
  /** The name that messages use. */
  String source();

  /** A source of this kind as messages call it: "a CSV". */
  String kind();

  /** The files that decide what is read; none where the rows are in no file. */
  List<Path> files();

  /** The settings that decide what is read, besides the files. */
  Map<String, Object> reading();

  /** The text that tells it from any other source. */
  default String identity() {
    return files().get(0).toAbsolutePath().normalize().toString();
  }

  /** The SHA-256 of all that is read. */
  default String hash() throws IOException {
    return Hashes.ofFile(files().get(0));
  }
}
