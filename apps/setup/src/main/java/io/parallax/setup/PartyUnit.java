package io.parallax.setup;

import java.nio.file.Files;
import java.nio.file.Path;

/** Says how a party becomes a service of the system. */
public final class PartyUnit {
  private static final Path SYSTEMD = Path.of("/run/systemd/system");

  private PartyUnit() {}

  /** Returns what somebody types to have systemd start a party, or why that is not possible. */
  public static String advice(Path file) {
    return Files.isDirectory(SYSTEMD)
        ? "To start it with the system, install the unit of a party in deploy/ for "
            + file.toAbsolutePath()
            + "; deploy/README.md says how."
        : "systemd does not run here, so that no service was installed; start it: ./parallax party "
            + file;
  }
}
