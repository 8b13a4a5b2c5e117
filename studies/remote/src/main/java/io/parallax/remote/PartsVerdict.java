package io.parallax.remote;

import io.parallax.core.Answers;
import io.parallax.core.Refused;
import io.parallax.math.Matrix;
import io.parallax.remote.NodeMessages.JudgeParts;
import io.parallax.remote.NodeMessages.PartsJudged;
import io.parallax.run.check.LeaveOneOut;
import io.parallax.run.check.LeftOutParts;
import java.util.Optional;

/**
 * Counts the held-out rows that are right with all parties and without each, at the party with the
 * labels.
 *
 * @param heldOut the rows that are judged, by number
 * @param splits of the study, each of which is tested
 * @param ends whether a study that is better without some party ends
 * @param verdict lets it judge one set of scores
 */
record PartsVerdict(
    LeftOutParts parts,
    int[] heldOut,
    Optional<int[]> truth,
    int groups,
    int splits,
    boolean ends,
    EvaluateOnce verdict) {
  Answers addTo(Answers answers) {
    return answers.on(JudgeParts.class, this::judge);
  }

  private PartsJudged judge(JudgeParts ask) {
    EvaluatingParty.requireAll(ask.scores(), heldOut.length, groups);
    if (truth.isEmpty()) {
      return new PartsJudged(Matrix.zeros(1, parts.count()));
    }
    verdict.on("scores", ask.scores());
    LeaveOneOut found = LeaveOneOut.of(parts, heldOut, truth.get(), ask.scores().argmaxRows());
    Optional<String> worse = found.worse(splits);
    if (worse.isPresent() && ends) {
      throw new Refused(worse.get());
    }
    return new PartsJudged(Matrix.fill(1, parts.count(), (i, part) -> found.right()[part]));
  }
}
