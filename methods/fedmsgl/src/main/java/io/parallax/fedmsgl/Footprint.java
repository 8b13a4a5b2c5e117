package io.parallax.fedmsgl;

import io.parallax.core.BadInput;
import io.parallax.core.Roster;
import java.util.Locale;

/**
 * Estimates the memory of n × n or n × m matrices; a run that needs more than is available would
 * fail halfway.
 */
final class Footprint {
  /** C, U and the last answer of each party; the rest are temporaries and the coordinator's. */
  private static final int PER_PARTY = 4;

  private static final int SHARED = 12;

  /** M of every party, and the systems per column. */
  private static final int MANIFOLD_PER_PARTY = 2;

  private static final int MANIFOLD_SHARED = 8;

  /** C among all rows, beside C among those that a party has. */
  private static final int PARTIAL_PER_PARTY = 1;

  /** A message has fewer than 2^31 bytes, and two matrices of doubles fit into one. */
  private static final double MOST_ENTRIES = 1.2e8;

  private Footprint() {}

  private static double bytes(FedMsglConfig config, Roster roster, int columns) {
    int parties = roster.members().size();
    boolean manifold = ResolvedSettings.of(config).manifold() != FedMsglConfig.Manifold.DROPPED;
    int matrices = PER_PARTY * parties + SHARED;
    matrices += manifold ? MANIFOLD_PER_PARTY * parties + MANIFOLD_SHARED : 0;
    matrices += roster.partial() ? PARTIAL_PER_PARTY * parties : 0;
    return 8.0 * roster.samples() * columns * matrices;
  }

  static void check(FedMsglConfig config, Roster roster) {
    int n = roster.samples();
    int m = config.anchors() == 0 ? n : config.anchors();
    double needed = bytes(config, roster, m);
    double most = Runtime.getRuntime().maxMemory();
    if ((double) n * m > MOST_ENTRIES || needed > most) {
      throw new BadInput(
          String.format(
              Locale.ROOT,
              "FedMSGL compares %d samples with %d: in %d views that needs about %.1f GiB in one process, but only %.1f GiB may be used; set anchors to at most %d, or give it more memory"
                  + " (PARALLAX_MEMORY=…g)",
              n,
              m,
              roster.members().size(),
              needed / (1 << 30),
              most / (1 << 30),
              (int) Math.min(MOST_ENTRIES / n, most / (needed / m))));
    }
  }
}
