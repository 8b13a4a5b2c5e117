package io.parallax.study.file;

import io.parallax.study.Study;
import io.parallax.study.yaml.Yaml;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A study as it was written: what another machine, or a later day, needs to read it.
 *
 * @param source its name in messages
 * @param folder from where its paths go
 * @param place of its method in {@code methods}, if the file names several
 */
public record StudyText(String source, String text, String folder, int place)
    implements Serializable {

  public StudyText(String source, String text, String folder) {
    this(source, text, folder, 0);
  }

  /** Returns the studies of a file, one for each method; paths are relative to its folder. */
  public static List<StudyText> read(Path file) {
    int count = MethodsSection.count(Yaml.read(file));
    try {
      String text = Files.readString(file);
      String folder = file.toAbsolutePath().getParent().toString();
      return IntStream.range(0, count)
          .mapToObj(place -> new StudyText(file.toString(), text, folder, place))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  public Study study() {
    return StudyFile.parse(source, text, Path.of(folder), place);
  }

  /** Returns the name that the file gives its method in tables, if it gives one. */
  public Optional<String> name() {
    return MethodsSection.name(Yaml.parse(source, text), place);
  }
}
