package io.parallax.simulator.disk;

import io.parallax.engine.DiskClock;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.List;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.function.LongSupplier;

/**
 * A disk in memory. It knows which bytes and which names were synced: a power failure takes away
 * the others, or some of them. A killed process loses nothing that it has written.
 *
 * <p>A name is on the disk when its folder was synced, as POSIX has it; content is when its file
 * was.
 */
public final class SimulatedDisk extends FileSystem implements DiskClock {
  private final DiskFaults faults;
  private final LongSupplier clock;
  private final DiskProvider provider = new DiskProvider(this);
  private final DiskNames names = new DiskNames();
  private int process;

  /** A channel or a stream of a process that was killed is used: nothing happens any more. */
  public static final class ProcessEnded extends Error {
    private static final long serialVersionUID = 1;

    ProcessEnded() {
      super("the process has ended", null, false, false);
    }
  }

  /** The losses of a power failure. */
  public static final class Loss {
    private int tails;
    private int torn;
    private int names;

    void file(boolean half) {
      tails += half ? 0 : 1;
      torn += half ? 1 : 0;
    }

    void name() {
      names++;
    }

    /** Returns the number of files that have lost changes at their end. */
    public int tails() {
      return tails;
    }

    /** Returns the number of files whose last change is there in part. */
    public int torn() {
      return torn;
    }

    /** Returns the number of folders that have lost changes of names. */
    public int names() {
      return names;
    }
  }

  /**
   * @param clock nanoseconds by which writers decide when to sync
   */
  public SimulatedDisk(DiskFaults faults, LongSupplier clock) {
    this.faults = faults;
    this.clock = clock;
  }

  @Override
  public long nanos() {
    return clock.getAsLong();
  }

  /** Returns a path by its text. */
  public Path path(String text) {
    return DiskPath.of(this, text);
  }

  /** Ends the process that uses the disk; what it has written is there. */
  public void kill() {
    process++;
  }

  /**
   * Ends the process and takes away what was not synced.
   *
   * @param choice draws a number below the given one
   * @return how much was taken away
   */
  public Loss powerFailure(IntUnaryOperator choice) {
    process++;
    Loss loss = new Loss();
    names.powerFailure(choice, loss);
    return loss;
  }

  /** Takes over copies of another disk's files, as a restored backup does. */
  public void restore(SimulatedDisk other) {
    process++;
    names.copy(other.names);
  }

  /** Returns the number of the process that uses the disk now. */
  public int process() {
    return process;
  }

  void requireProcess(int number) {
    if (number != process) {
      throw new ProcessEnded();
    }
  }

  DiskFaults faults() {
    return faults;
  }

  DiskNames names() {
    return names;
  }

  @Override
  public FileSystemProvider provider() {
    return provider;
  }

  @Override
  public void close() {}

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public boolean isReadOnly() {
    return false;
  }

  @Override
  public String getSeparator() {
    return DiskPath.SEPARATOR;
  }

  @Override
  public Iterable<Path> getRootDirectories() {
    return List.of(path("/"));
  }

  @Override
  public Iterable<FileStore> getFileStores() {
    return List.of();
  }

  @Override
  public Set<String> supportedFileAttributeViews() {
    return Set.of("basic", "posix");
  }

  @Override
  public Path getPath(String first, String... more) {
    return path(first + (more.length == 0 ? "" : "/" + String.join("/", more)));
  }

  @Override
  public PathMatcher getPathMatcher(String pattern) {
    throw new UnsupportedOperationException("a simulated disk matches no patterns");
  }

  @Override
  public UserPrincipalLookupService getUserPrincipalLookupService() {
    throw new UnsupportedOperationException("a simulated disk has no users");
  }

  @Override
  public WatchService newWatchService() {
    throw new UnsupportedOperationException("a simulated disk is not watched");
  }
}
