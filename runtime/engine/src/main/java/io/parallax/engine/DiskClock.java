package io.parallax.engine;

import java.nio.file.Path;

/**
 * The time by which writers to a file decide when to wait for its disk. A file system that
 * simulates one has a time of its own.
 */
@FunctionalInterface
public interface DiskClock {
  /** Returns nanoseconds since any fixed moment. */
  long nanos();

  /** Returns the time of a file's disk. */
  static DiskClock of(Path file) {
    return file.getFileSystem() instanceof DiskClock own ? own : System::nanoTime;
  }
}
