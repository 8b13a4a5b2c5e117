package io.parallax.remote;

import io.parallax.core.Answers;
import io.parallax.core.Party;
import io.parallax.core.ProtocolViolation;
import io.parallax.math.Matrix;
import io.parallax.remote.CertaintyMessages.KeepThresholds;
import io.parallax.remote.CertaintyMessages.ThresholdsKept;
import io.parallax.run.certainty.CertaintyFitting;
import io.parallax.study.model.ModelCertainty;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * The party that asks for predictions, where another one has calibrated what they are certain to.
 */
final class ToldThresholdsParty implements Party {
  private final CertainRows some;
  private final CertaintyFitting fitting;
  private final Consumer<ModelCertainty> keep;

  /** Nothing: it can be told again. */
  record State() {}

  ToldThresholdsParty(CertainRows some, CertaintyFitting fitting, Consumer<ModelCertainty> keep) {
    this.some = some;
    this.fitting = fitting;
    this.keep = keep;
  }

  @Override
  public Answers answers() {
    return new Answers().on(KeepThresholds.class, this::keep);
  }

  private ThresholdsKept keep(KeepThresholds ask) {
    Double[][] thresholds =
        CertainRows.thresholds(
            ask.values(), ask.known(), fitting.groups().size(), fitting.columns());
    keep.accept(
        fitting.certainty(
            some.calibration().test().length, thresholds, temperatures(ask.temperatures())));
    return new ThresholdsKept(true);
  }

  /** Reads temperatures; only zeros: there are none. */
  private double[] temperatures(Matrix told) {
    double[] found = told.row(0);
    if (Arrays.stream(found).allMatch(t -> t == 0)) {
      return new double[0];
    }
    boolean can = fitting.how().temperature() && Arrays.stream(found).allMatch(t -> t > 0);
    if (!can) {
      throw new ProtocolViolation("temperatures were told that probabilities cannot have");
    }
    return found;
  }

  @Override
  public State state() {
    return new State();
  }

  @Override
  public void restore(Record state) {}
}
