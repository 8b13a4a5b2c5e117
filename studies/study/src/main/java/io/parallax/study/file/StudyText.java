package io.parallax.study.file;

import io.parallax.study.Study;
import io.parallax.study.yaml.Yaml;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A study as it was written: what another machine needs to read it.
 *
 * @param source its name in messages
 * @param folder from where its paths go
 */
public record StudyText(String source, String text, String folder) implements Serializable {

  /** A file; paths in it are relative to its folder. */
  public static StudyText read(Path file) {
    Yaml.read(file); // refuses what is no study file
    try {
      String folder = file.toAbsolutePath().getParent().toString();
      return new StudyText(file.toString(), Files.readString(file), folder);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  public Study study() {
    return StudyFile.parse(source, text, Path.of(folder));
  }
}
