package io.parallax.party;

import io.parallax.core.BadInput;
import io.parallax.data.CsvText;
import io.parallax.data.RowTable;
import io.parallax.data.Rows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A CSV copy of a table's rows for one study, in the party's state folder. The table may change
 * while the study runs, and a restart must read the same rows.
 */
final class TableSnapshot {
  private TableSnapshot() {}

  /** The file, made if it is not there. */
  static Path of(RowTable table, Path file) {
    if (Files.exists(file)) {
      return file;
    }
    Path beside = file.resolveSibling(file.getFileName() + ".tmp");
    try {
      Files.createDirectories(file.getParent());
      Files.deleteIfExists(beside);
      create(beside);
      try (Rows rows = table.open();
          CsvText csv = CsvText.exact(beside)) {
        csv.row(rows.header());
        int width = rows.header().size();
        for (Rows.Row row = rows.next(); row != null; row = rows.next()) {
          csv.row(IntStream.range(0, width).mapToObj(row::cell).toList());
        }
      }
      Files.move(beside, file, StandardCopyOption.ATOMIC_MOVE);
      return file;
    } catch (IOException | UncheckedIOException e) {
      throw BadInput.quoting("cannot write " + file + "; check room and rights", e);
    }
  }

  /** Removes all snapshots of a study. */
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

  /** Creates a file that only the owner can read. */
  private static void create(Path file) throws IOException {
    if (Files.getFileStore(file.getParent()).supportsFileAttributeView("posix")) {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
  }
}
