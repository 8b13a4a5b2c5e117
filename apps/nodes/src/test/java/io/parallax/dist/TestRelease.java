package io.parallax.dist;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.spi.ToolProvider;

/**
 * An archive of the program as it is now, without what takes half a minute to pack: PyTorch and
 * DuckDB.
 */
public final class TestRelease {
  private static final Path HOME = Path.of("..", "..");

  private TestRelease() {}

  /** Makes the archive, unpacks it into a folder as people do, and returns its own folder. */
  public static Path unpacked(Path folder) throws IOException, InterruptedException {
    Release release = new Release(HOME, "test");
    Jars jars = new Jars(program(folder), folder.resolve("fitted"));
    Tree tree = release.archive(Platform.here(), jars.of(Platform.here(), own()));
    Path file = folder.resolve(release.name() + ".tar.gz");
    try (OutputStream to = Files.newOutputStream(file)) {
      new Packing(Instant.parse("2026-01-01T00:00:00Z")).tar(tree, to);
    }
    Path target = Files.createDirectories(folder.resolve("clean folder"));
    Process tar =
        new ProcessBuilder("tar", "xzf", file.toAbsolutePath().toString())
            .directory(target.toFile())
            .inheritIO()
            .start();
    if (tar.waitFor() != 0) {
      throw new AssertionError("tar cannot unpack " + file);
    }
    return target.resolve(release.name());
  }

  private static List<Path> entries() throws IOException {
    String path = Files.readString(HOME.resolve("apps/dist/target/released.path"));
    return Arrays.stream(path.strip().split(File.pathSeparator))
        .map(Path::of)
        .filter(entry -> !entry.getFileName().toString().matches("(pytorch|duckdb).*|pom\\.xml"))
        .toList();
  }

  private static List<Path> own() throws IOException {
    return entries().stream()
        .filter(entry -> Platform.single(entry.getFileName().toString()))
        .toList();
  }

  /** Returns the jars; where Maven has only compiled, they are made here. */
  private static List<Path> program(Path folder) throws IOException {
    List<Path> jars = new ArrayList<>();
    for (Path entry : entries()) {
      if (!Files.isDirectory(entry)) {
        jars.add(entry);
        continue;
      }
      String module = entry.getParent().getParent().getFileName().toString();
      Path jar = folder.resolve("parallax-" + module + ".jar");
      String[] arguments = {"--create", "--file", jar.toString(), "-C", entry.toString(), "."};
      if (ToolProvider.findFirst("jar").orElseThrow().run(System.out, System.err, arguments) != 0) {
        throw new AssertionError("no jar of " + entry);
      }
      jars.add(jar);
    }
    return jars;
  }
}
