package io.parallax.remote;

import io.parallax.core.Answers;
import io.parallax.core.Party;
import io.parallax.data.ColumnMoments;
import io.parallax.math.Matrix;
import io.parallax.remote.NodeMessages.JudgeOwnValues;
import io.parallax.remote.NodeMessages.Moments;
import io.parallax.remote.NodeMessages.OwnValuesJudged;
import io.parallax.run.ValueSums;
import io.parallax.study.Task;
import io.parallax.study.rows.Fold;
import java.util.List;
import java.util.Optional;

/**
 * A party with people of its own that also judges predictions of their target, which is not
 * classes: it adds sums over its held-out rows to those of the others.
 */
final class OwnValueEvaluatingParty extends ForwardingParty {
  private final Fold.Values values;
  private final Task.Values.Kind kind;
  private final boolean all;
  private final EvaluateOnce verdict;
  private final CutRows cut;
  private final Optional<byte[]> key;

  /**
   * @param values of the own training and held-out rows
   * @param all whether sums for all metrics are told
   * @param verdict lets it judge one set of predictions
   * @param cut remembers that rows of this party were cut
   * @param key from which limbs borrow; empty: sums are plain
   */
  OwnValueEvaluatingParty(
      Party method,
      Fold.Values values,
      Task.Values.Kind kind,
      boolean all,
      EvaluateOnce verdict,
      CutRows cut,
      Optional<byte[]> key) {
    super(method);
    this.values = values;
    this.kind = kind;
    this.all = all;
    this.verdict = verdict;
    this.cut = cut;
    this.key = key;
  }

  @Override
  public Answers answers() {
    return method().answers().on(JudgeOwnValues.class, ask -> judge());
  }

  private OwnValuesJudged judge() {
    MomentLimbs limbs = new MomentLimbs(List.of(ColumnMoments.of(rows())));
    Moments sums = key.map(limbs::borrowing).orElseGet(limbs::asTheyAre);
    return new OwnValuesJudged(sums.counts(), sums.limbs(), cut.were() ? 1 : 0);
  }

  private Matrix rows() {
    Optional<Matrix> scores = method().scores();
    int rows = values.heldOut().size();
    if (rows == 0 || scores.isEmpty()) {
      return Matrix.fill(1, ValueSums.columns(kind, all), (i, j) -> Double.NaN); // no row counts
    }
    EvaluatingParty.requireAll(scores.get(), rows, 1);
    verdict.on("predictions", scores.get());
    return ValueSums.of(values, scores.get(), method().baselineHazard(), all);
  }
}
