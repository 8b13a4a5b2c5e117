package io.parallax.remote;

import io.parallax.core.Labels;
import io.parallax.core.Parties;
import io.parallax.core.Result;
import io.parallax.math.Matrix;
import io.parallax.remote.NodeMessages.CountCut;
import io.parallax.remote.NodeMessages.HeldOutJudged;
import io.parallax.remote.NodeMessages.Judge;
import io.parallax.remote.NodeMessages.JudgeHeldOut;
import io.parallax.remote.NodeMessages.JudgeOwnValues;
import io.parallax.remote.NodeMessages.JudgeValues;
import io.parallax.remote.NodeMessages.Judged;
import io.parallax.remote.NodeMessages.OwnValuesJudged;
import io.parallax.remote.NodeMessages.ValuesJudged;
import io.parallax.run.Scoring;
import io.parallax.run.SplitResult;
import io.parallax.run.check.LeaveOneOut;
import io.parallax.run.check.OwnView;
import io.parallax.study.ResultHash;
import io.parallax.study.Study;
import io.parallax.study.Task;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Has the scores of a split judged by those who know the truth. */
record NetworkJudge(Study study, SetupFacts facts) {
  /**
   * A result, and how good it is.
   *
   * @param cut number of parties that had rows cut
   * @param notes sentences for the user
   * @param hash of the bits of the result and of scores computed after training
   * @param sent what left the parties beside training
   */
  record Scored<R>(
      R result,
      SplitResult.Judgement judgement,
      int cut,
      List<String> notes,
      String hash,
      SplitResult.Sent sent) {}

  private <R extends Result> Scored<R> scored(
      R result, SplitResult.Judgement judgement, int cut, List<String> notes) {
    String hash = ResultHash.of(result);
    return new Scored<>(result, judgement, cut, notes, hash, SplitResult.Sent.NOTHING);
  }

  private RemoteResult remote() {
    return new RemoteResult(study, facts);
  }

  <R extends Result> Scored<R> judged(Parties parties, R result) {
    if (study.task() instanceof Task.Values task && study.layout().spreadsRows()) {
      OwnValuesJudged told = parties.sum(new JudgeOwnValues()).total();
      return scored(result, remote().judgement(told, task.kind()), told.cut(), List.of());
    }
    if (study.task() instanceof Task.Values task) {
      Matrix predictions = result.scores().orElseThrow();
      ValuesJudged told = parties.sum(new JudgeValues(predictions)).total();
      return scored(
          result, remote().judgement(told, task.kind(), predictions.rows()), told.cut(), List.of());
    }
    return judged(
        parties,
        result,
        result
            .clusters()
            .map(groups -> new Labels(groups, study.task().outcomes(0)).oneHot())
            .or(result::scores));
  }

  private <R extends Result> Scored<R> judged(Parties parties, R result, Optional<Matrix> joint) {
    boolean lacking = !study.protection().align().whole();
    Judged judged =
        new JudgedRange(study)
            .require(
                told(parties, joint.isPresent(), joint.orElse(NodeMessages.NONE)),
                joint.map(all -> Scoring.answered(lacking, all).length),
                remote().total());
    return scored(
        result,
        remote()
            .judgement(
                judged,
                byParty(parties, judged, joint.isPresent()),
                joint.map(all -> all.rows() - Scoring.answered(lacking, all).length).orElse(0)),
        judged.cut(),
        notes(judged, joint.flatMap(scores -> Scoring.unanswered(lacking, scores))));
  }

  /** Has scores judged by those who have labels: many in one sum, or one who alone is asked. */
  private Judged told(Parties parties, boolean joint, Matrix scores) {
    if (study.layout().spreadsRows()) {
      return parties.sum(new Judge(joint, scores)).total();
    }
    Optional<HeldOutJudged> own =
        NodeMessages.ofTheHolder(study, parties.gather(new JudgeHeldOut(joint, scores)));
    int cut = parties.sum(new CountCut()).total().parties();
    return own.orElseGet(() -> nothing()).with(cut);
  }

  /** Returns what is told where nobody has labels, or the party that has them is away. */
  private HeldOutJudged nothing() {
    int classes = facts.classes().size();
    boolean clusters = !study.task().learnsLabels();
    return new HeldOutJudged(
        Matrix.zeros(classes, study.task().outcomes(classes)),
        Matrix.zeros(2, EvaluatingParty.names(classes, clusters).size()),
        0,
        0);
  }

  /** Has scores judged that mostly lack one party's, first for what each party does to them. */
  <R extends Result> Scored<R> judged(
      Parties parties, R result, NetworkLeftOut<?, ?> leaving, NetworkLeftOut.All all) {
    LeaveOneOut effects = leaving.judged(parties, all.scores());
    Scored<R> found = judged(parties, result, Optional.of(all.scores()));
    JudgedRange.requireSame(effects, found.judgement().confusion());
    List<String> notes = new ArrayList<>(found.notes());
    effects.worse(study.trials()).ifPresent(notes::add);
    return new Scored<>(
        result,
        found.judgement().with(effects),
        found.cut(),
        notes,
        ResultHash.of(result, all.scores()),
        all.sent());
  }

  private static List<String> notes(Judged judged, Optional<String> unanswered) {
    List<String> notes = new ArrayList<>(unanswered.stream().toList());
    if (judged.below() > 0) {
      notes.add(OwnView.untold());
    }
    return notes;
  }

  /**
   * Returns the metrics by party; if one party's own scores were judged, the result is already that
   * party's.
   */
  private Map<String, Map<String, Map<String, Double>>> byParty(
      Parties parties, Judged judged, boolean joint) {
    if (study.evaluation().byParty()) {
      return new PartyMetrics(study, judged).ask(parties);
    }
    return joint || study.layout().spreadsRows() || judged.judges() != 1
        ? Map.of()
        : RemoteResult.ofTheJudge(study, judged);
  }
}
