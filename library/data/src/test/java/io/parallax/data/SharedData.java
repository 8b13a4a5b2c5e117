package io.parallax.data;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/** The folder of the public data sets; a test that needs one is skipped without it. */
final class SharedData {
  private SharedData() {}

  static Path file(String name) {
    String chosen = System.getenv("PARALLAX_DATA");
    Path folder = Path.of(chosen == null ? "../../../shared/data" : chosen);
    Path file = folder.resolve(name);
    if (!Files.exists(file)) {
      System.out.println("Skipped: no " + name + " in " + folder + " (set PARALLAX_DATA)");
    }
    assumeTrue(Files.exists(file), "no " + name + " in the data folder");
    return file;
  }
}
