package io.parallax.watch;

import io.parallax.web.MetricsText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Disk and memory of the machine that a node runs on. */
public final class Machine {
  private Machine() {}

  /** Returns the bytes left for a state folder. */
  public static long free(Path state) {
    try {
      return Files.getFileStore(state).getUsableSpace();
    } catch (IOException e) {
      return 0; // a folder that is away has no room
    }
  }

  /** Adds the numbers of disk and heap. */
  public static MetricsText metrics(MetricsText text, Path state) {
    return text.gauge("parallax_disk_free_bytes", "Bytes left for the state folder.", free(state))
        .gauge(
            "parallax_heap_kept_bytes",
            "Java heap in use after the last collection.",
            Heap.now().used())
        .heap();
  }
}
