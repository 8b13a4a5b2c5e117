package io.parallax.run.certainty;

import io.parallax.core.Coordinator;
import io.parallax.core.Parties;
import io.parallax.core.Rounds;
import io.parallax.eval.ConformalQuantile;
import io.parallax.eval.ScoreBins;
import io.parallax.math.Matrix;
import io.parallax.run.certainty.CalibrationMessages.CountScores;

/**
 * Finds the thresholds of all parties' calibration rows from one sum: counts in bins, whose
 * quantile is exact to the bin.
 *
 * @param groups number of groups with a threshold each
 */
record CalibrationCoordinator(int groups, double miscoverage) implements Coordinator<double[]> {
  @Override
  public double[] run(Parties parties, Rounds rounds) {
    var sum = parties.sum(new CountScores(groups, ScoreBins.COUNT));
    Matrix counts = sum.total().counts();
    double[] thresholds = new double[groups];
    for (int g = 0; g < groups; g++) {
      thresholds[g] =
          ConformalQuantile.ofCounts(counts.row(g), ScoreBins.ALL, sum.count(), miscoverage);
    }
    return thresholds;
  }
}
