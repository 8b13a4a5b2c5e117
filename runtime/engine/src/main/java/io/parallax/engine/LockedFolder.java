package io.parallax.engine;

import io.parallax.core.BadInput;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Consumer;

/** A folder of state that is locked for one process: two would overwrite each other's work. */
public final class LockedFolder implements AutoCloseable {
  private final FileChannel lock;

  private LockedFolder(FileChannel lock) {
    this.lock = lock;
  }

  /**
   * Makes the folder, shuts it if it is open to others, and holds it.
   *
   * @param kind of process, for messages
   */
  public static LockedFolder take(Path folder, String kind, Consumer<String> notes) {
    try {
      PrivateFolder.shut(folder, notes);
      FileChannel channel =
          FileChannel.open(
              folder.resolve(kind + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      if (!alone(channel)) {
        channel.close();
        throw new BadInput(
            "another %s is using the state in %s; stop it first".formatted(kind, folder));
      }
      return new LockedFolder(channel);
    } catch (IOException e) {
      throw new BadInput("cannot write to " + folder + "; check its permissions", e);
    }
  }

  private static boolean alone(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) { // held by this process
      return false;
    }
  }

  @Override
  public void close() {
    try {
      lock.close();
    } catch (IOException e) {
      // the end of the process releases it
    }
  }
}
