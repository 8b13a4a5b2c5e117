package io.parallax.engine;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/** Restricts folders to their owner, on file systems with owners. */
public final class PrivateFolder {
  private PrivateFolder() {}

  /** Makes the folder if it is not there. */
  public static void make(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      return;
    }
    Files.createDirectories(folder.toAbsolutePath().getParent());
    try {
      OwnerOnly.createFolder(folder);
    } catch (FileAlreadyExistsException e) {
      if (!Files.isDirectory(folder)) {
        throw e;
      } // else another process was faster
    }
  }

  /** Makes the folder, or restricts an existing one to its owner and reports that. */
  public static void shut(Path folder, Consumer<String> notes) throws IOException {
    make(folder);
    Optional<String> open = open(folder);
    if (open.isEmpty()) {
      return;
    }
    try {
      OwnerOnly.restrict(folder);
      notes.accept(open.get() + "; now it is shut");
    } catch (IOException e) {
      notes.accept(
          open.get()
              + " and belongs to another user; its owner must type: "
              + OwnerOnly.command(folder));
    }
  }

  /**
   * Returns a sentence if other users can read the folder; empty if they cannot, or if that is
   * unknown.
   */
  public static Optional<String> open(Path folder) throws IOException {
    return OwnerOnly.open(folder)
        .map(rights -> "%s is open to other users (%s)".formatted(folder, rights));
  }
}
