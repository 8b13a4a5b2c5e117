package io.parallax.fedmsgl;

import io.parallax.core.BadInput;
import io.parallax.core.Roster;
import java.util.Locale;

/** How much memory n × n matrices take; more than there is would fail in the middle of a run. */
final class Footprint {
  /** C, U, the last two answers of each party; the rest are temporaries and the coordinator's. */
  private static final int PER_PARTY = 6;

  private static final int SHARED = 14;

  /** An array in Java has fewer than 2^31 bytes' worth of a message: two matrices of doubles. */
  private static final int MOST_SAMPLES = 11_000;

  private Footprint() {}

  static double bytes(int samples, int parties) {
    return 8.0 * samples * samples * (PER_PARTY * parties + SHARED);
  }

  static void check(Roster roster) {
    double needed = bytes(roster.samples(), roster.members().size());
    double most = Runtime.getRuntime().maxMemory();
    if (roster.samples() > MOST_SAMPLES || needed > most) {
      throw new BadInput(
          String.format(
              Locale.ROOT,
              "FedMSGL compares all pairs of rows: %d samples in %d views need about %.1f GiB in"
                  + " one process, and %.1f GiB may be used (at most %d samples); take fewer"
                  + " samples, or a machine with more memory",
              roster.samples(),
              roster.members().size(),
              needed / (1 << 30),
              most / (1 << 30),
              MOST_SAMPLES));
    }
  }
}
