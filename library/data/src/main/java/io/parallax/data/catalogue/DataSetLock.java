package io.parallax.data.catalogue;

import io.parallax.core.BadInput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Locks a set's folder for one process; two would write into the same files. */
final class DataSetLock {
  private final Path folder;
  private final Path file;
  private final boolean first;
  private final FileChannel channel;

  private DataSetLock(Path folder, Path file, boolean first, FileChannel channel) {
    this.folder = folder;
    this.file = file;
    this.first = first;
    this.channel = channel;
  }

  static DataSetLock on(Path folder) {
    Path file = folder.resolve(".getting");
    boolean first = !Files.exists(folder.getParent());
    try {
      Files.createDirectories(folder);
      FileChannel channel =
          FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (!locked(channel)) {
        channel.close();
        throw new BadInput(
            "another process is downloading to " + folder + "; wait for it to finish");
      }
      return new DataSetLock(folder, file, first, channel);
    } catch (IOException e) {
      throw new BadInput(
          "cannot write to " + folder + "; choose a folder that you may write to with --to", e);
    }
  }

  private static boolean locked(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false; // by this process
    }
  }

  /** Releases the lock, and removes folders that were made in vain. */
  void release() {
    try {
      channel.close();
      Files.deleteIfExists(file);
      Files.deleteIfExists(folder);
      if (first) {
        Files.deleteIfExists(folder.getParent());
      }
    } catch (DirectoryNotEmptyException e) {
      return; // as it should be
    } catch (IOException e) {
      throw new UncheckedIOException("cannot clean up " + folder + ": " + e.getMessage(), e);
    }
  }
}
