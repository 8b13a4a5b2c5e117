package io.parallax.experiments;

import io.parallax.core.BadInput;
import io.parallax.core.Hashes;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** The same for the same data sets, wherever they are. */
final class DataMark {
  private static final Map<Path, String> KNOWN = new ConcurrentHashMap<>();

  private DataMark() {}

  static String of(ExperimentSpec recipe) {
    return mark(String.join("\n", bySet(recipe).values()));
  }

  /** Returns the mark of each of the experiment's own data sets, by its name. */
  static Map<String, String> bySet(ExperimentSpec recipe) {
    Map<String, String> marks = new LinkedHashMap<>();
    recipe.data().forEach(set -> marks.put(set, of(set)));
    return marks;
  }

  /** Returns the mark of a public data set. */
  static String of(String set) {
    return ofFolder(ExperimentContext.set(set));
  }

  static String ofFolder(Path folder) {
    return KNOWN.computeIfAbsent(folder, known -> mark(files(known)));
  }

  private static String mark(String text) {
    return HexFormat.of().formatHex(Hashes.of(text.getBytes(StandardCharsets.UTF_8)), 0, 8);
  }

  private static String files(Path folder) {
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
