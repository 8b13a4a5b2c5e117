package io.parallax.remote;

import io.parallax.core.Answers;
import io.parallax.core.Party;
import io.parallax.core.ProtocolViolation;
import io.parallax.core.Refused;
import io.parallax.core.View;
import io.parallax.eval.Clustering;
import io.parallax.eval.Scores;
import io.parallax.math.Matrix;
import io.parallax.remote.NodeMessages.CountCut;
import io.parallax.remote.NodeMessages.CutCounted;
import io.parallax.remote.NodeMessages.HeldOutJudged;
import io.parallax.remote.NodeMessages.Judge;
import io.parallax.remote.NodeMessages.JudgeHeldOut;
import io.parallax.remote.NodeMessages.Judged;
import io.parallax.run.OwnViewGate;
import io.parallax.run.Scoring;
import io.parallax.run.check.OwnView;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A party that also judges: it compares scores of held-out rows with the truth, if it has that, and
 * tells how good they are; the truth stays.
 */
final class EvaluatingParty extends ForwardingParty {
  private final Optional<int[]> truth;
  private final List<View> views;
  private final Verdict shape;
  private final EvaluateOnce verdict;
  private final CutRows cut;
  private final Optional<PartsVerdict> parts;

  /**
   * @param truth of the rows to judge, at a party that has it
   * @param views this party's
   * @param shape of what is judged
   * @param verdict lets it judge one set of scores
   * @param cut remembers that rows of this party were cut
   * @param parts counts rows that are right without single parties, if the study tells it
   */
  EvaluatingParty(
      Party method,
      Optional<int[]> truth,
      List<View> views,
      Verdict shape,
      EvaluateOnce verdict,
      CutRows cut,
      Optional<PartsVerdict> parts) {
    super(method);
    this.truth = truth;
    this.views = views;
    this.shape = shape;
    this.verdict = verdict;
    this.cut = cut;
    this.parts = parts;
  }

  /** The names of the metrics that are told, in order; what counts tell anyway is not. */
  static List<String> names(int classes, boolean clusters) {
    Map<String, Double> some =
        clusters
            ? Clustering.asMap(new int[] {0, 1}, new int[] {0, 1})
            : new Scores(0, 0, 0, 0, 0, 0, new int[classes][classes]).asMap();
    return some.keySet().stream().filter(name -> !RemoteResult.COUNTED.contains(name)).toList();
  }

  @Override
  public Answers answers() {
    Answers answers = new PartyVerdicts(method(), truth, views, shape, verdict).addTo(answering());
    return parts.map(counted -> counted.addTo(answers)).orElse(answers);
  }

  private Answers answering() {
    return method()
        .answers()
        .on(Judge.class, ask -> judged(ask.joint(), ask.scores()))
        .on(JudgeHeldOut.class, ask -> HeldOutJudged.of(judged(ask.joint(), ask.scores())))
        .on(CountCut.class, ask -> new CutCounted(cut()));
  }

  private Judged judged(boolean joint, Matrix told) {
    int classes = shape.classes();
    int groups = shape.groups();
    List<String> names = names(classes, !shape.task().learnsLabels());
    Optional<Matrix> scores = joint ? Optional.of(told) : method().scores();
    if (truth.isEmpty() || truth.get().length == 0 || scores.isEmpty()) {
      return new Judged(Matrix.zeros(classes, groups), Matrix.zeros(2, names.size()), 0, cut(), 0);
    }
    requireAll(scores.get(), truth.get().length, groups);
    verdict.on("scores", scores.get());
    int[] rows = Scoring.answered(shape.lacking(), scores.get());
    Matrix judged = scores.get().selectRows(rows);
    int[] known = Arrays.stream(rows).map(i -> truth.get()[i]).toArray();
    int[][] table = Scoring.confusion(classes, groups, known, judged);
    if (shape.task().learnsLabels()) {
      int right = IntStream.range(0, Math.min(classes, groups)).map(c -> table[c][c]).sum();
      verdict.remember(new EvaluateOnce.Right(right, known.length));
    }
    Map<String, Double> metrics = Scoring.metrics(shape.task(), known, judged, false);
    return new Judged(
        Matrix.fill(classes, groups, (i, j) -> table[i][j]),
        Matrix.fill(2, names.size(), (i, j) -> cell(i, metrics.get(names.get(j)))),
        1,
        cut(),
        below(scores.get()) ? 1 : 0);
  }

  /** Returns whether the scores are worse than this party's own view, and refuses that if told. */
  private boolean below(Matrix scores) {
    Optional<OwnView> worse =
        shape.gate() == Verdict.Gate.NONE
            ? Optional.empty()
            : OwnViewGate.of(views, scores, truth.orElseThrow()).filter(OwnView::worse);
    if (worse.isPresent() && shape.gate() == Verdict.Gate.REFUSES) {
      throw new Refused(OwnView.untold(), " (" + worse.get().numbers() + ")");
    }
    return worse.isPresent();
  }

  private int cut() {
    return cut.were() ? 1 : 0;
  }

  /** Scores of a few rows, or many columns of them, would tell those rows' labels. */
  static void requireAll(Matrix judged, int rows, int columns) {
    if (judged.rows() != rows || judged.cols() != columns) {
      throw new ProtocolViolation(
          "%d rows in %d columns were to be judged; in this study %d rows in %d columns are"
              .formatted(judged.rows(), judged.cols(), rows, columns));
    }
  }

  private static double cell(int row, double value) {
    boolean defined = Double.isFinite(value);
    return row == 1 ? (defined ? 1 : 0) : (defined ? value : 0);
  }
}
