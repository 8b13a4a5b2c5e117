package io.parallax.cli.node;

import io.parallax.core.BadInput;
import io.parallax.data.CsvText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;
import java.util.stream.Stream;

/**
 * Rows of a table, taken once for a study and kept as CSV beside the party's state: a table may
 * change while a study runs, and a restart has to come back to the same rows.
 */
final class Snapshot {
  private Snapshot() {}

  /** The file, made if it is not there. */
  static Path of(Foreign rows, Path file) {
    if (Files.exists(file)) {
      return file;
    }
    Path beside = file.resolveSibling(file.getFileName() + ".tmp");
    try {
      Files.createDirectories(file.getParent());
      Files.deleteIfExists(beside);
      create(beside);
      try (CsvText csv = CsvText.exact(beside)) {
        boolean[] begun = {false};
        rows.read(
            row -> {
              if (!begun[0]) {
                requireDifferent(rows, row);
                begun[0] = true;
              }
              csv.row(row);
            });
      }
      Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
      return file;
    } catch (IOException | UncheckedIOException e) {
      throw BadInput.quoting("cannot write " + file + "; check room and rights", e);
    }
  }

  /** Removes all snapshots in a study's folder. */
  static void remove(Path folder) {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
      Files.delete(folder);
    } catch (IOException e) {
      throw BadInput.quoting("cannot remove " + folder + "; check its rights", e);
    }
  }

  /** Rows about people are for the owner's eyes only. */
  private static void create(Path file) throws IOException {
    if (Files.getFileStore(file.getParent()).supportsFileAttributeView("posix")) {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
  }

  private static void requireDifferent(Foreign rows, List<String> names) {
    if (new HashSet<>(names).size() < names.size()) {
      throw new BadInput(rows.name() + " has two columns of the same name; rename one");
    }
  }
}
