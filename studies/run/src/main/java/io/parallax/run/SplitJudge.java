package io.parallax.run;

import io.parallax.core.Refused;
import io.parallax.core.Result;
import io.parallax.data.Split;
import io.parallax.engine.Simulation;
import io.parallax.math.Matrix;
import io.parallax.run.check.OwnView;
import io.parallax.study.Study;
import io.parallax.study.Task;
import io.parallax.study.rows.Fold;
import io.parallax.study.rows.StudyData;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Judges what was trained in one split.
 *
 * @param fold the rows of the split
 * @param groups judges groups without labels, where rows are grouped
 */
record SplitJudge(StudyData data, Fold fold, Optional<GroupJudge> groups) {
  static SplitJudge of(StudyData data, Fold fold) {
    boolean grouped = !data.study().task().learnsLabels();
    return new SplitJudge(
        data, fold, grouped ? Optional.of(new GroupJudge(data, fold)) : Optional.empty());
  }

  /**
   * Returns the quality of everything that was compared, the method itself first.
   *
   * @param trained the rows of the training, which may hold out fewer
   * @param check predictions beside what was observed, or null
   */
  SplitResult.Judgement judgement(
      Split split,
      Fold trained,
      Simulation.Outcome<? extends Result> outcome,
      Map<String, Scored> compared,
      PredictionCheck check) {
    Map<String, Map<String, Double>> rows = new LinkedHashMap<>();
    Map<String, Matrix> scores = new LinkedHashMap<>();
    Map<String, Integer> tried = new LinkedHashMap<>();
    compared.forEach(
        (row, found) -> {
          rows.put(row, metrics(found));
          scores.put(row, found.scores());
          tried.put(row, found.tried());
        });
    Map<String, Double> own = rows.values().iterator().next();
    outcome.result().clarity().ifPresent(clarity -> own.put(GroupJudge.CLARITY, clarity));
    return new SplitResult.Judgement(
        rows,
        ByParty.of(trained, scores, outcome.parties()),
        confusion(scores.values().iterator().next()),
        split.train().length,
        split.test().length,
        tried,
        check);
  }

  /** Returns the metrics of scores: by the truth, if it is known, and of groups without it. */
  private Map<String, Double> metrics(Scored row) {
    if (fold.values().isPresent()) {
      return ValueScoring.metrics(fold.values().get(), row);
    }
    Study study = data.study();
    Map<String, Double> metrics = new LinkedHashMap<>();
    if (study.labelled()) {
      Matrix scores = answered(row.scores());
      metrics.putAll(
          Scoring.metrics(study.task(), truth(row.scores()), scores, row.probabilities()));
    }
    groups
        .map(judge -> judge.silhouette(row.scores()))
        .ifPresent(found -> found.ifPresent(s -> metrics.put(GroupJudge.SILHOUETTE, s)));
    return metrics;
  }

  /** Returns truth by prediction; nothing where there are no classes to tell. */
  private int[][] confusion(Matrix scores) {
    return fold.values().isPresent() || !data.study().labelled()
        ? new int[0][0]
        : Scoring.confusion(
            data.classes().size(), data.groups().size(), truth(scores), answered(scores));
  }

  private boolean lacking() {
    return !data.study().protection().align().whole();
  }

  private Matrix answered(Matrix scores) {
    return scores.selectRows(Scoring.answered(lacking(), scores));
  }

  /** Returns the truth of the rows that are judged. */
  private int[] truth(Matrix scores) {
    int[] truth = fold.truth(scores);
    return Arrays.stream(Scoring.answered(lacking(), scores)).map(i -> truth[i]).toArray();
  }

  /**
   * Returns sentences on rows that are not judged, because nothing is predicted of them, and on a
   * result that is worse than the label holder's own view.
   *
   * @throws Refused if it is worse, and the study refuses that
   */
  List<String> notes(Matrix scores) {
    List<String> notes = new ArrayList<>();
    if (fold.values().isEmpty() && data.study().labelled()) {
      Scoring.unanswered(lacking(), scores).ifPresent(notes::add);
    }
    if (data.study().task() instanceof Task.Classes && !fold.horizontal()) {
      ownView(scores).filter(OwnView::worse).map(this::worse).ifPresent(notes::add);
    }
    return notes;
  }

  private Optional<OwnView> ownView(Matrix scores) {
    boolean one = scores.rows() == fold.truth().length;
    return one ? OwnViewGate.of(fold.views(), scores, fold.truth()) : Optional.empty();
  }

  private String worse(OwnView found) {
    if (data.study().extras().check().gate()) {
      throw new Refused(found.sentence());
    }
    return found.sentence();
  }

  /** Returns what is told of the groups that were found. */
  FoundGroups found(Result result) {
    return groups
        .map(
            judge ->
                new FoundGroups(
                    AffinityMap.of(result).orElse(null),
                    result.clusters().map(judge::grouping).orElse(null),
                    null))
        .orElse(FoundGroups.NONE);
  }
}
