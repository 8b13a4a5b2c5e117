package io.parallax.torture;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The resources of the machine that a process holds.
 *
 * @param kibibytes of memory
 * @param files open descriptors
 */
record Usage(long kibibytes, long files, long threads) {
  /** Returns what a process holds now; empty if it has ended, or where the system does not tell. */
  static Optional<Usage> of(long pid) {
    Path about = Path.of("/proc", Long.toString(pid));
    try (Stream<Path> open = Files.list(about.resolve("fd"))) {
      long files = open.count();
      String status = Files.readString(about.resolve("status"));
      return Optional.of(new Usage(number(status, "VmRSS:"), files, number(status, "Threads:")));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static long number(String status, String key) throws IOException {
    String line =
        status
            .lines()
            .filter(l -> l.startsWith(key))
            .findFirst()
            .orElseThrow(() -> new IOException("the system tells no " + key));
    return Long.parseLong(line.substring(key.length()).strip().split(" ")[0]);
  }
}
