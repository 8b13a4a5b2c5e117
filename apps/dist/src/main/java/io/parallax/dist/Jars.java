package io.parallax.dist;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipArchiveOutputStream;
import org.apache.commons.compress.archivers.zip.ZipFile;

/**
 * The jars of a release: those of every platform without the native libraries of others, and those
 * of one platform.
 *
 * @param program the class path of the program; jars of the builder's platform do not count
 * @param work a folder for jars that are made smaller
 */
record Jars(List<Path> program, Path work) {
  /**
   * Returns the jars for a platform as a tree.
   *
   * @param natives what is fetched for it alone
   */
  Tree of(Platform platform, List<Path> natives) throws IOException {
    Tree lib = new Tree();
    for (Path jar : program) {
      String name = jar.getFileName().toString();
      if (!Platform.single(name)) {
        lib.file(name, fitted(jar, platform), Tree.PLAIN);
      }
    }
    for (Path jar : natives) {
      lib.file(jar.getFileName().toString(), jar, Tree.PLAIN);
    }
    return lib;
  }

  /** Returns the jar, or a copy without native libraries of other platforms. */
  private Path fitted(Path jar, Platform platform) throws IOException {
    try (ZipFile from = ZipFile.builder().setPath(jar).get()) {
      boolean whole =
          Collections.list(from.getEntries()).stream()
              .map(ZipArchiveEntry::getName)
              .allMatch(platform::uses);
      if (whole) {
        return jar;
      }
      Path fitted =
          Files.createDirectories(work.resolve(platform.word())).resolve(jar.getFileName());
      try (OutputStream out = Files.newOutputStream(fitted);
          ZipArchiveOutputStream to = new ZipArchiveOutputStream(out)) {
        from.copyRawEntries(to, entry -> platform.uses(entry.getName()));
      }
      return fitted;
    }
  }
}
