package io.parallax.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.Answers;
import io.parallax.core.Party;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Refused;
import io.parallax.core.Target;
import io.parallax.math.Matrix;
import io.parallax.remote.NodeMessages.JudgeOwnValues;
import io.parallax.remote.NodeMessages.JudgeValues;
import io.parallax.remote.NodeMessages.Moments;
import io.parallax.remote.NodeMessages.OwnValuesJudged;
import io.parallax.remote.NodeMessages.ValuesJudged;
import io.parallax.run.ValueScoring;
import io.parallax.study.Task.Values.Kind;
import io.parallax.study.rows.Fold;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A lying coordinator has predictions judged whose sizes are powers of ten, so that the sum of
 * squared errors has every held-out value as a digit.
 */
class ValueVerdictAttackTest {
  private static final double[] SECRET = {4, 0, 7, 9, 2};
  private static final double[] CHOSEN = {1e3, 1e4, 1e5, 1e6, 1e7};
  private static final Fold.Values VALUES =
      new Fold.Values(new Target.Numbers(SECRET), new Target.Numbers(SECRET));
  @TempDir Path folder;

  /** The method's half, which says nothing but predictions. */
  private static final class Silent implements Party {
    private Optional<Matrix> predictions = Optional.empty();

    private record State() {}

    @Override
    public Optional<Matrix> scores() {
      return predictions;
    }

    @Override
    public Answers answers() {
      return new Answers();
    }

    @Override
    public Record state() {
      return new State();
    }

    @Override
    public void restore(Record state) {}
  }

  private Party party(Optional<Fold.Values> values) {
    return new ValueEvaluatingParty(
        new Silent(), values, Kind.NUMBER, new EvaluateOnce(folder, () -> {}), new CutRows(folder));
  }

  private static Matrix column(double[] values) {
    return Matrix.of(values.length, 1, values);
  }

  /** Returns how many values follow from the mean squared error. */
  private static long found(double rmse) {
    double squares = 0;
    for (double one : CHOSEN) {
      squares += one * one;
    }
    long digits = Math.round(Math.ceil((squares - rmse * rmse * SECRET.length) / 2000));
    long right = 0;
    for (double one : SECRET) {
      right += Math.floorMod(digits, 10) == one ? 1 : 0;
      digits = Math.floorDiv(digits, 10);
    }
    return right;
  }

  @Test
  void chosenPredictionsTellNoValues() {
    List<String> names = ValueScoring.names(Kind.NUMBER);
    Matrix chosen = column(CHOSEN);
    double exact = ValueScoring.metrics(VALUES, chosen, Optional.empty()).get("rmse");
    assertThat(found(exact)).isEqualTo(SECRET.length); // control: with all digits
    ValuesJudged told =
        (ValuesJudged) party(Optional.of(VALUES)).answers().to(new JudgeValues(chosen));
    double rmse = ScaledMetrics.read(told, names).get("rmse");
    assertThat(rmse).isBetween(exact * 0.9995, exact * 1.0005);
    assertThat(found(rmse)).isLessThanOrEqualTo(2); // as many as guesses would
  }

  @Test
  void onlyOneSetOfPredictionsForAllRowsIsJudged() {
    Answers answers = party(Optional.of(VALUES)).answers();
    answers.to(new JudgeValues(column(CHOSEN)));
    answers.to(new JudgeValues(column(CHOSEN))); // again, after a crash
    assertThatThrownBy(() -> answers.to(new JudgeValues(column(SECRET))))
        .isInstanceOf(Refused.class);
    assertThatThrownBy(() -> answers.to(new JudgeValues(column(new double[] {1}))))
        .isInstanceOf(ProtocolViolation.class);
  }

  /** Of different people each party judges its own, by the model's predictions, and only once. */
  @Test
  void onlyOneSetOfPredictionsOfOwnPeopleIsJudgedAndLimbsAreBorrowed() {
    Silent method = new Silent();
    OwnValuesJudged none = judged(method, Optional.empty());
    assertThat(none.counts().maxAbs()).isZero();
    assertThat(none.limbs().maxAbs()).isZero();
    method.predictions = Optional.of(column(CHOSEN));
    OwnValuesJudged plain = judged(method, Optional.empty());
    assertThat(judged(method, Optional.empty())).isEqualTo(plain); // again, after a crash
    OwnValuesJudged borrowed = judged(method, Optional.of(new byte[32]));
    assertThat(borrowed.limbs()).isNotEqualTo(plain.limbs());
    assertThat(total(borrowed)).isEqualTo(total(plain));
    assertThat(total(plain)).isEqualTo(22); // the sum of the numbers, which all parties' hide
    method.predictions = Optional.of(column(SECRET));
    assertThatThrownBy(() -> judged(method, Optional.empty())).isInstanceOf(Refused.class);
    method.predictions = Optional.of(column(new double[] {1}));
    assertThatThrownBy(() -> judged(method, Optional.empty()))
        .isInstanceOf(ProtocolViolation.class);
  }

  private OwnValuesJudged judged(Party method, Optional<byte[]> key) {
    return (OwnValuesJudged)
        new OwnValueEvaluatingParty(
                method,
                new Fold.Values(new Target.Numbers(SECRET), new Target.Numbers(SECRET)),
                Kind.NUMBER,
                false,
                new EvaluateOnce(folder, () -> {}),
                new CutRows(folder),
                key)
            .answers()
            .to(new JudgeOwnValues());
  }

  private static double total(OwnValuesJudged told) {
    return MomentLimbs.total(new Moments(told.counts(), told.limbs())).sums()[2];
  }

  @Test
  void aPartyWithoutTheTargetAddsZeros() {
    ValuesJudged told =
        (ValuesJudged) party(Optional.empty()).answers().to(new JudgeValues(column(CHOSEN)));
    assertThat(told.judges()).isZero();
    assertThat(told.metrics().maxAbs()).isZero();
    assertThat(told.exponents().maxAbs()).isZero();
  }
}
