package io.parallax.remote;

import io.parallax.engine.DurableFile;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Remembers that many of this party's rows were cut to the study's row clip in one part, durably: a
 * party that starts again tells the same.
 */
public final class CutRows {
  private final Path file;

  /**
   * @param folder of the part
   */
  public CutRows(Path folder) {
    this.file = folder.resolve("cut");
  }

  void happened() {
    if (!were()) {
      DurableFile.replace(file, new byte[0]);
    }
  }

  boolean were() {
    return Files.exists(file);
  }
}
