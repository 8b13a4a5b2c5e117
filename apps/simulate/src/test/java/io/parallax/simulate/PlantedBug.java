package io.parallax.simulate;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A bug that is planted for a test: a patch of one source file, in unified form. Before it stand a
 * sentence on what it breaks and the seed of a study that shows it.
 *
 * @param file the patched file, from the root of the project
 * @param hunks the lines before and after
 */
record PlantedBug(String name, String sentence, long seed, Path file, List<Hunk> hunks) {
  static final Path ROOT = root();
  private static final Path FOLDER = ROOT.resolve("apps/simulate/src/test/resources/planted");

  /** Lines that are replaced by others. */
  record Hunk(String before, String after) {}

  private static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("parallax"))) {
      folder = folder.getParent();
    }
    return folder;
  }

  static List<PlantedBug> all() {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files
          .filter(f -> f.toString().endsWith(".patch"))
          .sorted()
          .map(PlantedBug::read)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static PlantedBug read(Path patch) {
    try {
      List<String> lines = Files.readAllLines(patch);
      String sentence = lines.get(0).substring(2);
      long seed = Long.parseLong(lines.get(1).substring("# seed ".length()));
      Path file = Path.of(lines.get(3).substring("+++ b/".length()));
      List<Hunk> hunks = new ArrayList<>();
      StringBuilder before = new StringBuilder();
      StringBuilder after = new StringBuilder();
      for (String line : lines.subList(5, lines.size())) {
        if (line.startsWith("@@")) {
          hunks.add(new Hunk(before.toString(), after.toString()));
          before.setLength(0);
          after.setLength(0);
          continue;
        }
        String text = line.isEmpty() ? "" : line.substring(1);
        if (!line.startsWith("+")) {
          before.append(text).append('\n');
        }
        if (!line.startsWith("-")) {
          after.append(text).append('\n');
        }
      }
      hunks.add(new Hunk(before.toString(), after.toString()));
      String name = patch.getFileName().toString().replace(".patch", "");
      return new PlantedBug(name, sentence, seed, file, hunks);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the source with the bug; fails if the source has changed where it is planted. */
  String source() {
    try {
      String source = Files.readString(ROOT.resolve(file));
      for (Hunk hunk : hunks) {
        int at = source.indexOf(hunk.before);
        if (at < 0 || source.indexOf(hunk.before, at + 1) >= 0) {
          throw new AssertionError(
              "%s.patch no longer fits %s; plant it anew".formatted(name, file));
        }
        source = source.substring(0, at) + hunk.after + source.substring(at + hunk.before.length());
      }
      return source;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the name of the class that is patched. */
  String type() {
    String path = file.toString();
    return path.substring(path.indexOf("io/parallax"), path.length() - ".java".length())
        .replace('/', '.');
  }
}
