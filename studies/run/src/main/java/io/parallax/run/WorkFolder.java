package io.parallax.run;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A folder for one piece of work, removed behind it. */
public final class WorkFolder {
  private WorkFolder() {}

  /** Work to be done in the folder. */
  public interface Work<T> {
    T in(Path folder) throws IOException;
  }

  public static <T> T with(Work<T> work) {
    try {
      Path folder = Files.createTempDirectory("parallax-work-");
      try {
        return work.in(folder);
      } finally {
        remove(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot work in the folder for temporary files", e);
    }
  }

  private static void remove(Path folder) throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
