package io.parallax.remote;

import io.parallax.math.Matrix;
import java.util.List;

/**
 * Facts that the coordinator learns before training; stored, so that they are asked for only once.
 *
 * @param samples rows of each party
 * @param classes their names
 * @param heldOut by split, which rows are held out, where the party with the labels tells it
 * @param moments of all parties' training rows in the first split, where they hold different people
 */
record SetupFacts(int[] samples, List<String> classes, List<String> heldOut, double[][] moments) {
  /** Rows of each party, K × 1, where they hold different people. */
  Matrix rows() {
    return Matrix.fill(samples.length, 1, (p, j) -> samples[p]);
  }
}
