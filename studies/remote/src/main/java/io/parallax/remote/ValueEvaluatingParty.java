package io.parallax.remote;

import io.parallax.core.Answers;
import io.parallax.core.Party;
import io.parallax.math.Matrix;
import io.parallax.remote.NodeMessages.JudgeValues;
import io.parallax.remote.NodeMessages.ValuesJudged;
import io.parallax.run.ValueScoring;
import io.parallax.study.Task;
import io.parallax.study.rows.Fold;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A party that also judges predictions of a target that is not classes, if it holds the target; the
 * target stays.
 */
final class ValueEvaluatingParty extends ForwardingParty {
  private final Optional<Fold.Values> values;
  private final List<String> names;
  private final EvaluateOnce verdict;
  private final CutRows cut;

  /**
   * @param values of the training and held-out rows, at the party that holds the target
   * @param kind of the target
   * @param verdict lets it judge one set of predictions
   * @param cut remembers that rows of this party were cut
   */
  ValueEvaluatingParty(
      Party method,
      Optional<Fold.Values> values,
      Task.Values.Kind kind,
      EvaluateOnce verdict,
      CutRows cut) {
    super(method);
    this.values = values;
    this.names = ValueScoring.names(kind);
    this.verdict = verdict;
    this.cut = cut;
  }

  @Override
  public Answers answers() {
    return method().answers().on(JudgeValues.class, this::judge);
  }

  private ValuesJudged judge(JudgeValues ask) {
    int rowsCut = cut.were() ? 1 : 0;
    if (values.isEmpty()) {
      return ScaledMetrics.none(names.size()).judged(0, rowsCut);
    }
    Matrix predictions = ask.predictions();
    EvaluatingParty.requireAll(predictions, values.get().heldOut().size(), 1);
    verdict.on("predictions", predictions);
    Map<String, Double> metrics =
        ValueScoring.metrics(values.get(), predictions, method().baselineHazard());
    return ScaledMetrics.of(metrics, names).judged(1, rowsCut);
  }
}
