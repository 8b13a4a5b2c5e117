package io.parallax.dist;

import io.parallax.core.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * The native libraries of one platform, which Maven fetches.
 *
 * @param home the source tree
 * @param folder with a folder for each platform
 */
record NativeJars(Path home, Path folder) {
  List<Path> of(Platform platform) throws IOException, InterruptedException {
    Path log = Files.createDirectories(folder).resolve(platform.word() + ".log");
    forget(folder.resolve(platform.word())); // of other versions
    List<String> command =
        List.of(
            System.getProperty("os.name").startsWith("Windows") ? "mvn.cmd" : "mvn",
            "-B",
            "-ntp",
            "-q",
            "-f",
            home.resolve("apps/dist/pom.xml").toString(),
            "dependency:copy@natives",
            "-Dnative.platform=" + platform.word(),
            "-Dpytorch.platform=" + (platform.torch() ? platform.word() : ""));
    Process maven =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    if (maven.waitFor() != 0) {
      throw new BadInput(
          "the native libraries for %s could not be fetched from Maven Central; %s says why"
              .formatted(platform.word(), log));
    }
    try (Stream<Path> files = Files.list(folder.resolve(platform.word()))) {
      return List.copyOf(
          new TreeSet<>(
              files.filter(file -> Platform.single(file.getFileName().toString())).toList()));
    }
  }

  private static void forget(Path fetched) throws IOException {
    if (Files.isDirectory(fetched)) {
      try (Stream<Path> files = Files.list(fetched)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
    }
  }
}
