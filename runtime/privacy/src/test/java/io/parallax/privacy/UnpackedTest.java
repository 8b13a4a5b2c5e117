package io.parallax.privacy;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A native library leaves nothing behind among temporary files. */
class UnpackedTest {
  @TempDir Path folder;

  private static final String MAIN =
      "io.parallax.privacy.UnpackedTest$UseIt"; // a process of its own: a library is loaded once

  /** Needs libsodium, and says that it has come so far. */
  static final class UseIt {
    public static void main(String[] args) {
      System.out.println(Ristretto.valid(Ristretto.element(new byte[] {1})));
      Runtime.getRuntime().halt(0); // as a kill would: nothing is done at exit
    }
  }

  @Test
  void libsodiumIsGoneOnceItIsLoaded() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djava.io.tmpdir=" + folder,
                "-cp",
                System.getProperty("java.class.path"),
                MAIN)
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor()).as(said).isZero();
    assertThat(said).contains("true");
    assertThat(sodium()).as("left in %s", folder).isEmpty();
  }

  private Set<String> sodium() throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      return all.map(path -> path.getFileName().toString())
          .filter(name -> name.contains("sodium") || name.contains("resource-loader"))
          .collect(Collectors.toSet());
    }
  }
}
