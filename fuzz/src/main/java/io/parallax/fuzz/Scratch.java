package io.parallax.fuzz;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A folder of this process for files that targets read, in memory where the system has room. */
public final class Scratch {
  private static final Path FOLDER = folder();

  private Scratch() {}

  /** Writes the input into the file of this name and returns it. */
  public static Path file(String name, byte[] content) throws IOException {
    Path file = FOLDER.resolve(name);
    Files.createDirectories(file.getParent());
    Files.write(file, content);
    return file;
  }

  /** Returns a folder of this name without files. */
  public static Path empty(String name) throws IOException {
    Path folder = FOLDER.resolve(name);
    remove(folder);
    return Files.createDirectories(folder);
  }

  private static Path folder() {
    String given = System.getProperty("parallax.fuzz.scratch"); // whoever gives it removes it
    if (given != null) {
      return Path.of(given);
    }
    try {
      Path memory = Path.of("/dev/shm");
      Path made =
          Files.isWritable(memory)
              ? Files.createTempDirectory(memory, "parallax-fuzz-")
              : Files.createTempDirectory("parallax-fuzz-");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(made)));
      return made;
    } catch (IOException e) {
      throw new UncheckedIOException("no folder for temporary files can be made", e);
    }
  }

  private static void remove(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> all = Files.walk(folder)) {
      List<Path> deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
      for (Path one : deepestFirst) {
        Files.delete(one);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
