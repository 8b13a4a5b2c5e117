package io.parallax.run.certainty;

import io.parallax.core.Answers;
import io.parallax.core.Party;
import io.parallax.core.ProtocolViolation;
import io.parallax.eval.ScoreBins;
import io.parallax.math.Matrix;
import io.parallax.run.certainty.CalibrationMessages.CountScores;
import io.parallax.run.certainty.CalibrationMessages.ScoreCounts;
import java.util.stream.IntStream;

/** A party that counts how well its own calibration rows agree with their predictions. */
final class CalibrationParty implements Party {
  private final double[] nonconformity;
  private final int[] groups;
  private final int count;

  /** Nothing. */
  record State() {}

  /**
   * @param nonconformity of each row's true class or value
   * @param groups the group of each row
   * @param count number of groups
   */
  CalibrationParty(double[] nonconformity, int[] groups, int count) {
    this.nonconformity = nonconformity.clone();
    this.groups = groups.clone();
    this.count = count;
  }

  @Override
  public Answers answers() {
    return new Answers().on(CountScores.class, this::count);
  }

  private ScoreCounts count(CountScores ask) {
    if (ask.groups() != count || ask.bins() != ScoreBins.COUNT) {
      throw new ProtocolViolation(
          "scores were to be counted in %d groups of %d bins; in this study there are %d of %d"
              .formatted(ask.groups(), ask.bins(), count, ScoreBins.COUNT));
    }
    double[][] counts = new double[count][];
    for (int g = 0; g < count; g++) {
      int group = g;
      counts[g] =
          ScoreBins.ALL.counts(
              IntStream.range(0, groups.length)
                  .filter(i -> groups[i] == group)
                  .mapToDouble(i -> nonconformity[i])
                  .toArray());
    }
    return new ScoreCounts(Matrix.of(counts));
  }

  @Override
  public State state() {
    return new State();
  }

  @Override
  public void restore(Record state) {}
}
