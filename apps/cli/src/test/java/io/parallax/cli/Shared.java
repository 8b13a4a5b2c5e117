package io.parallax.cli;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/** Where public data sets and exact numbers lie; a test that needs them says so and is skipped. */
final class Shared {
  private static final Path BESIDE_THE_PROJECT = Path.of("..", "..", "..", "shared");

  private Shared() {}

  static Path data(String name) {
    String chosen = System.getenv("PARALLAX_DATA");
    Path folder = chosen == null ? BESIDE_THE_PROJECT.resolve("data") : Path.of(chosen);
    return needed(folder.resolve(name), "set PARALLAX_DATA to the folder of public data sets");
  }

  static Path oracle() {
    return needed(BESIDE_THE_PROJECT.resolve("oracle"), "it belongs beside the project");
  }

  /** Returns the folder of coefficients and standard errors. */
  static Path regression() {
    return needed(BESIDE_THE_PROJECT.resolve("oracle-glm"), "it belongs beside the project");
  }

  private static Path needed(Path path, String advice) {
    String missing = "there is no " + path.normalize() + "; " + advice;
    if (!Files.exists(path)) {
      System.out.println("Skipped: " + missing);
    }
    assumeTrue(Files.exists(path), missing);
    return path.toAbsolutePath().normalize();
  }
}
