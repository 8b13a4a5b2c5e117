package io.parallax.remote;

import io.parallax.core.PartyId;
import io.parallax.core.ProtocolViolation;
import io.parallax.study.Study;
import java.util.List;

/**
 * Limits the number of rows that a party may claim. The coordinator and every other party number
 * them in each split, so that one party's claim could take the memory of all.
 */
final class ClaimedRows {
  /** The limit for one party, if the study does not pin its number of rows. */
  static final int MOST_ROWS = 10_000_000;

  private static final long BYTES_A_NUMBER = 4;
  private static final int LISTS_BESIDE_SPLITS = 8; // while they are drawn
  private static final int MEBIBYTE = 20;

  private ClaimedRows() {}

  /**
   * Refuses numbers that no machine here has memory for, before any is taken.
   *
   * @param parties who says so
   * @param rows of each of them
   */
  static void require(Study study, List<PartyId> parties, List<Integer> rows) {
    require(study, parties, rows, Runtime.getRuntime().maxMemory() / 2);
  }

  static void require(Study study, List<PartyId> parties, List<Integer> rows, long memory) {
    int largest = 0;
    long all = 0;
    for (int p = 0; p < rows.size(); p++) {
      requireOne(study, parties.get(p), rows.get(p));
      largest = rows.get(p) > rows.get(largest) ? p : largest;
      all += rows.get(p);
    }
    long needed = all * BYTES_A_NUMBER * (study.trials() + LISTS_BESIDE_SPLITS);
    if (needed > memory) {
      throw new ProtocolViolation(
          "party %s says that it has %d rows; all %d rows in %d splits take %d MiB, and this machine has %d MiB for them; if that number is right, give the program more memory with PARALLAX_MEMORY, or use fewer splits"
              .formatted(
                  parties.get(largest),
                  rows.get(largest),
                  all,
                  study.trials(),
                  needed >> MEBIBYTE,
                  memory >> MEBIBYTE));
    }
  }

  private static void requireOne(Study study, PartyId party, int rows) {
    boolean pinned =
        study.layout().sites().stream()
            .anyMatch(s -> s.id().equals(party) && s.rows() == rows && rows > 0);
    if (rows < 0 || (rows > MOST_ROWS && !pinned)) {
      throw new ProtocolViolation(
          "party %s says that it has %d rows; it must be 0 to %d, or the number that the study says for it: correct its file, or write 'rows' in the study"
              .formatted(party, rows, MOST_ROWS));
    }
  }
}
