package io.parallax.party;

import io.parallax.core.BadInput;
import io.parallax.core.FileName;
import io.parallax.data.CsvText;
import io.parallax.data.RowTable;
import io.parallax.data.Rows;
import io.parallax.engine.OwnerOnly;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A CSV copy of a table's rows for one study, in the party's state folder. The table may change
 * while the study runs, and a restart must read the same rows.
 */
final class TableSnapshot {
  private TableSnapshot() {}

  /** Returns the file of a view, or of its labels or target. */
  static Path file(Path folder, String view, String ending) {
    String old = view + ending; // as versions before named it; looked up by its exact letters
    String[] there = folder.toFile().list();
    boolean known = there != null && List.of(there).contains(old);
    return folder.resolve(known ? old : FileName.of(view) + ending);
  }

  /** Returns the file, made if it is not there. */
  static Path of(RowTable table, Path file) {
    if (Files.exists(file)) {
      return file;
    }
    Path beside = file.resolveSibling(file.getFileName() + ".tmp");
    try {
      Files.createDirectories(file.getParent());
      Files.deleteIfExists(beside);
      OwnerOnly.createFile(beside);
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
}
