package io.parallax.experiments;

import io.parallax.core.BadInput;
import io.parallax.data.Json;
import io.parallax.engine.DurableFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The time that an experiment took, of all its runs: one that was interrupted goes on, and so does
 * this. The part of a run that was killed is lost.
 *
 * @param cpuSeconds of processor time, 0 where the system does not tell it
 */
record Effort(double seconds, double cpuSeconds) {
  private static final String FILE = "effort.json";

  /** A clock that has been started. */
  static final class Watch {
    private final Path file;
    private final Effort before;
    private final long began = System.nanoTime();
    private final double cpu = cpuNow();

    Watch(Path folder) {
      file = folder.resolve(FILE);
      before = read(file);
    }

    /** Returns the time so far, and keeps it. */
    Effort keep() {
      Effort now =
          new Effort(
              before.seconds + (System.nanoTime() - began) / 1e9,
              before.cpuSeconds + cpuNow() - cpu);
      DurableFile.replace(file, Json.MAPPER.valueToTree(now).toString().getBytes());
      return now;
    }
  }

  private static Effort read(Path file) {
    try {
      return Files.exists(file)
          ? Json.MAPPER.readValue(file.toFile(), Effort.class)
          : new Effort(0, 0);
    } catch (IOException e) {
      throw BadInput.quoting(file + " cannot be read; remove it", e);
    }
  }

  private static double cpuNow() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toNanos() / 1e9;
  }
}
