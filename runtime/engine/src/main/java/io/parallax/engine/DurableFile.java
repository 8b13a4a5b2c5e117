package io.parallax.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/** Writes files that are either complete or absent, even after a power failure. */
public final class DurableFile {
  private static final int TRIES = 50;
  private static final long PAUSE_NANOS = 20_000_000;

  /** Folders of which this process knows that the disk has their names. */
  private static final Map<FileSystem, Set<String>> NAMED =
      Collections.synchronizedMap(new WeakHashMap<>());

  private DurableFile() {}

  /** Writes to a temporary file, syncs, renames, and syncs the folder. */
  public static void replace(Path file, byte[] content) {
    replace(file, content, true);
  }

  /**
   * Writes a file that only its owner can read, also while it is being written; so is its folder,
   * if it is made for it.
   */
  public static void replaceOwn(Path file, byte[] content) {
    Path beside = beside(file);
    try {
      PrivateFolder.make(beside.getParent());
      Files.deleteIfExists(beside); // of a process that ended too early
      OwnerOnly.createFile(beside);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file + ": " + e.getMessage(), e);
    }
    replace(file, content, true);
  }

  private static Path beside(Path file) {
    return file.toAbsolutePath().resolveSibling(file.getFileName() + ".tmp");
  }

  /**
   * Writes to a temporary file and renames it.
   *
   * @param synced whether to wait for the disk; otherwise the file outlives this process, but maybe
   *     not a power failure
   */
  static void replace(Path file, byte[] content, boolean synced) {
    Path beside = beside(file);
    Path folder = beside.getParent();
    try {
      makeFolder(folder);
      try (FileChannel channel =
          FileChannel.open(
              beside,
              StandardOpenOption.CREATE,
              StandardOpenOption.WRITE,
              StandardOpenOption.TRUNCATE_EXISTING)) {
        ByteBuffer bytes = ByteBuffer.wrap(content);
        while (bytes.hasRemaining()) {
          channel.write(bytes);
        }
        if (synced) {
          channel.force(true);
        }
      }
      patiently(OwnerOnly.posix(file) ? 1 : TRIES, () -> rename(beside, file));
      if (synced) {
        sync(folder);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + file + ": " + e.getMessage(), e);
    }
  }

  /**
   * Makes a folder, and waits until the disk has the names of all that had to be made: without them
   * a file that was synced is lost.
   */
  public static void makeFolder(Path folder) throws IOException {
    Path whole = folder.toAbsolutePath();
    Path parent = whole.getParent();
    Set<String> named =
        NAMED.computeIfAbsent(whole.getFileSystem(), disk -> ConcurrentHashMap.newKeySet());
    boolean known = named.contains(whole.toString()) && Files.isDirectory(whole);
    if (parent == null || known) {
      return;
    }
    makeFolder(parent);
    Files.createDirectories(whole);
    sync(parent); // also if it is there: the process that made it may have ended before this
    named.add(whole.toString());
  }

  /**
   * Waits until the disk has a file that is there. A process that was killed may have written it
   * without waiting; it can be read, but after a power failure it would be gone.
   */
  public static void settle(Path file) throws IOException {
    makeFolder(file.toAbsolutePath().getParent());
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.force(true);
    }
    syncFolder(file);
  }

  /** Waits until the disk has the name of a new file. */
  public static void syncFolder(Path file) throws IOException {
    sync(file.toAbsolutePath().getParent());
  }

  private static void rename(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  /** A change of names, which Windows denies while another thread or program reads the file. */
  interface Renaming {
    void run() throws IOException;
  }

  /** Renames, again after a moment if that is denied. */
  static void patiently(int tries, Renaming renaming) throws IOException {
    for (int left = tries - 1; ; left--) {
      try {
        renaming.run();
        return;
      } catch (AccessDeniedException e) {
        if (left <= 0) {
          throw e;
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  /** Syncs a folder, on systems that can: elsewhere the rename alone must suffice. */
  private static void sync(Path folder) throws IOException {
    FileChannel channel;
    try {
      channel = FileChannel.open(folder, StandardOpenOption.READ);
    } catch (IOException e) {
      return; // as on Windows
    }
    try (channel) {
      channel.force(true);
    } catch (IOException e) {
      if (!String.valueOf(e.getMessage())
          .matches(".*(Invalid argument|not supported|not implemented).*")) {
        throw e;
      }
    }
  }
}
