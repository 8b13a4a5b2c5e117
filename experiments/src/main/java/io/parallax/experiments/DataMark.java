package io.parallax.experiments;

import io.parallax.core.BadInput;
import io.parallax.core.Hashes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** The same for the same data sets, wherever they are. */
final class DataMark {
  private static final Map<Path, String> KNOWN = new ConcurrentHashMap<>();

  private DataMark() {}

  static String of(ExperimentSpec recipe) {
    StringBuilder marks = new StringBuilder();
    recipe
        .data()
        .forEach(
            set -> marks.append(KNOWN.computeIfAbsent(ExperimentContext.set(set), DataMark::of)));
    return HexFormat.of().formatHex(Hashes.of(marks.toString().getBytes(StandardCharsets.UTF_8)));
  }

  private static String of(Path folder) {
    StringBuilder text = new StringBuilder();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        text.append(folder.relativize(file)).append(' ').append(Hashes.ofFile(file)).append('\n');
      }
      return text.toString();
    } catch (IOException e) {
      throw new BadInput(folder + " cannot be read; the experiment needs it", e);
    }
  }
}
