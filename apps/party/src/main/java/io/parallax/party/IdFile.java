package io.parallax.party;

import io.parallax.core.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A text file with the id of a person in each line. */
public final class IdFile {
  private IdFile() {}

  /** Returns the ids, without blank lines. */
  public static List<String> read(Path file) {
    try {
      List<String> lines = Files.readAllLines(file);
      return lines.stream().map(String::strip).filter(line -> !line.isEmpty()).toList();
    } catch (IOException e) {
      throw new BadInput("cannot read " + file + "; give a text file with an id in each line", e);
    }
  }
}
