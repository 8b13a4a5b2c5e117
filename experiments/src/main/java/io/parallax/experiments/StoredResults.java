package io.parallax.experiments;

import io.parallax.core.BadInput;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Results of experiments: those that the project keeps, {@code experiments/NAME/result.json} as
 * {@code results.txt} lists them, and those of a user's runs.
 */
final class StoredResults {
  private static final String PLACE = "/io/parallax/experiments/";

  private StoredResults() {}

  /** Returns the project's own results, in the order of the list. */
  static List<StoredResult> own() {
    return text("results.txt")
        .lines()
        .filter(line -> !line.isBlank())
        .map(file -> StoredResult.read(file, text(file)))
        .toList();
  }

  private static String text(String name) {
    try (InputStream in = StoredResults.class.getResourceAsStream(PLACE + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Returns the project's own results, with those of a folder of runs instead where it has some.
   */
  static List<StoredResult> with(Path runs) {
    List<StoredResult> all = new ArrayList<>(own());
    for (StoredResult found : in(runs)) {
      all.removeIf(one -> one.name().equals(found.name()));
      all.add(found);
    }
    return all;
  }

  private static List<StoredResult> in(Path runs) {
    try (Stream<Path> folders = Files.list(runs)) {
      List<StoredResult> found =
          folders
              .filter(folder -> Files.exists(folder.resolve("experiment.json")))
              .map(folder -> folder.resolve("result.json"))
              .filter(Files::exists)
              .sorted()
              .map(file -> StoredResult.read(file.toString(), read(file)))
              .toList();
      if (found.isEmpty()) {
        throw new BadInput(
            runs
                + " holds no finished run of 'reproduce'; it must hold folders such as runs/reproduce-NAME-HASH; name their folder");
      }
      return found;
    } catch (IOException e) {
      throw new BadInput(runs + " cannot be read; name the folder of the runs", e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new BadInput(file + " cannot be read; check its rights", e);
    }
  }
}
