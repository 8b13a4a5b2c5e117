package io.parallax.cli.node;

import io.parallax.core.BadInput;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashSet;
import java.util.List;

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
      try (BufferedWriter csv = Files.newBufferedWriter(beside, StandardCharsets.UTF_8)) {
        boolean[] begun = {false};
        rows.read(
            row -> {
              if (!begun[0]) {
                requireDifferent(rows, row);
                begun[0] = true;
              }
              write(csv, row);
            });
      }
      Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
      return file;
    } catch (IOException e) {
      throw BadInput.quoting("cannot write " + file + "; check room and rights", e);
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

  private static void write(BufferedWriter csv, List<String> row) {
    try {
      for (int j = 0; j < row.size(); j++) {
        csv.write(j == 0 ? "" : ",");
        csv.write(quoted(row.get(j)));
      }
      csv.write('\n');
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write a snapshot: " + e.getMessage(), e);
    }
  }

  private static String quoted(String cell) {
    return cell.matches("[^\",\r\n]*") ? cell : '"' + cell.replace("\"", "\"\"") + '"';
  }
}
