package io.parallax.remote;

import io.parallax.core.PartyId;
import io.parallax.data.ColumnMoments;
import io.parallax.engine.AbsenceLog;
import io.parallax.eval.Classification;
import io.parallax.eval.Scores;
import io.parallax.remote.NodeMessages.Judged;
import io.parallax.remote.NodeMessages.Moments;
import io.parallax.remote.NodeMessages.OwnValuesJudged;
import io.parallax.remote.NodeMessages.ValuesJudged;
import io.parallax.run.ByParty;
import io.parallax.run.PartName;
import io.parallax.run.ResultSummary;
import io.parallax.run.SplitResult;
import io.parallax.run.StudyResult;
import io.parallax.run.ValueScoring;
import io.parallax.run.ValueSums;
import io.parallax.study.AlignRules;
import io.parallax.study.Layout;
import io.parallax.study.Study;
import io.parallax.study.Task;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Turns what parties tell of their held-out rows into the result that every study has. */
final class RemoteResult {
  /** The metrics that nobody tells, since they follow from the confusion. */
  static final Set<String> COUNTED = Set.of(Scores.SENSITIVITY, Scores.SPECIFICITY);

  /**
   * The guess without features; it follows from the confusion, so that nobody tells more for it.
   */
  static final String MOST_FREQUENT = "most frequent class";

  private final Study study;
  private final SetupFacts facts;
  private final String title;

  RemoteResult(Study study, SetupFacts facts) {
    this.study = study;
    this.facts = facts;
    this.title = study.method().method().about().title();
  }

  /**
   * Returns how good a split's result is.
   *
   * @param parties metrics by party and view, if they are told
   * @param unanswered number of held-out rows of which nothing is predicted
   */
  SplitResult.Judgement judgement(
      Judged judged, Map<String, Map<String, Map<String, Double>>> parties, int unanswered) {
    int[][] confusion = JudgedRange.counts(judged.confusion(), total());
    Map<String, Double> told = told(study, judged);
    Map<String, Map<String, Double>> rows = new LinkedHashMap<>();
    rows.put(title, study.layout().spreadsRows() ? counted(confusion) : completed(told, confusion));
    int heldOut = Arrays.stream(confusion).flatMapToInt(Arrays::stream).sum();
    if (study.task().learnsLabels() && heldOut > 0 && rows.get(title).containsKey("accuracy")) {
      double most = Arrays.stream(confusion).mapToInt(r -> Arrays.stream(r).sum()).max().orElse(0);
      rows.put(MOST_FREQUENT, Map.of("accuracy", most / heldOut));
    }
    return new SplitResult.Judgement(
        rows,
        byParty(parties, study.layout().spreadsRows() ? told : Map.of()),
        confusion,
        (int) Math.max(0, total() - heldOut - unanswered),
        heldOut + unanswered,
        Map.of());
  }

  /** Returns how well a split's model predicts a target that is not classes. */
  SplitResult.Judgement judgement(ValuesJudged judged, Task.Values.Kind kind, int heldOut) {
    return new SplitResult.Judgement(
        Map.of(title, ScaledMetrics.read(judged, ValueScoring.names(kind))),
        Map.of(),
        new int[0][0],
        (int) Math.max(0, total() - heldOut),
        heldOut,
        Map.of());
  }

  /** Returns the same of rows that several parties hold. */
  SplitResult.Judgement judgement(OwnValuesJudged judged, Task.Values.Kind kind) {
    ColumnMoments total = MomentLimbs.total(new Moments(judged.counts(), judged.limbs()));
    int heldOut = (int) Arrays.stream(total.counts()).max().orElse(0);
    return new SplitResult.Judgement(
        Map.of(title, ValueSums.metrics(kind, total, heldOut)),
        Map.of(),
        new int[0][0],
        (int) Math.max(0, total() - heldOut),
        heldOut,
        Map.of());
  }

  /** Returns a row for all views together, and one for each view that is judged alone. */
  private Map<String, Map<String, Map<String, Double>>> byParty(
      Map<String, Map<String, Map<String, Double>>> parties, Map<String, Double> mean) {
    Map<String, Map<String, Map<String, Double>>> rows = new LinkedHashMap<>();
    parties.forEach(
        (party, views) ->
            views.forEach(
                (view, metrics) ->
                    rows.computeIfAbsent(row(view), row -> new LinkedHashMap<>())
                        .put(party, metrics)));
    if (!mean.isEmpty()) {
      rows.computeIfAbsent(title, row -> new LinkedHashMap<>()).put(ByParty.MEAN, mean);
    }
    return rows;
  }

  private String row(String view) {
    return view.equals(PartyMetrics.ALL) || !study.layout().spreadsRows()
        ? title
        : "view " + view + " alone";
  }

  /** Returns the judges' metrics, each as the mean of those for whom it is defined. */
  private static Map<String, Double> told(Study study, Judged judged) {
    List<String> names =
        EvaluatingParty.names(judged.confusion().rows(), !study.task().learnsLabels());
    Map<String, Double> metrics = new LinkedHashMap<>();
    for (int j = 0; j < names.size() && judged.judges() > 0; j++) {
      double defined = judged.metrics().get(1, j);
      if (defined > 0) {
        metrics.put(names.get(j), judged.metrics().get(0, j) / defined);
      }
    }
    return metrics;
  }

  /** Returns what is told, and what follows from the confusion beside it. */
  private Map<String, Double> completed(Map<String, Double> told, int[][] confusion) {
    Map<String, Double> all = new LinkedHashMap<>(told);
    if (study.task().learnsLabels()) {
      Map<String, Double> counted = counted(confusion);
      counted.keySet().retainAll(COUNTED);
      all.putAll(counted);
    }
    return all;
  }

  /** Returns the metrics of the party that has the labels, if only its own scores were judged. */
  static Map<String, Map<String, Map<String, Double>>> ofTheJudge(Study study, Judged judged) {
    return study.layout().holders().stream()
        .filter(Layout.Holder::labels)
        .collect(Collectors.toMap(m -> m.id().name(), m -> Map.of(m.view(), told(study, judged))));
  }

  /** Returns the metrics of all held-out rows together that follow from the confusion alone. */
  private static Map<String, Double> counted(int[][] confusion) {
    Map<String, Double> metrics = new LinkedHashMap<>(Classification.counted(confusion).asMap());
    metrics.remove("auc"); // it needs the scores, which stay with the parties
    metrics.values().removeIf(value -> value.isNaN());
    return metrics;
  }

  /**
   * Returns the sentences on cut rows.
   *
   * @param parties number of parties whose rows were cut; which ones, only they know
   */
  List<String> cut(int parties) {
    return parties == 0
        ? List.of()
        : List.of(
            "many rows of %d of %d parties are longer than protection.row-clip (%s) and are cut to it; if they are right, raise it"
                .formatted(parties, study.members().size(), study.protection().rowClip()));
  }

  /** Sums up a study. */
  StudyResult of(
      List<SplitResult> splits,
      Optional<NetworkRun.KeptModel> model,
      Optional<NetworkAlignment.Note> aligned) {
    RemoteRows rows = new RemoteRows(study, facts, aligned, splits);
    List<String> notes = new ArrayList<>(constants());
    notes.addAll(study.layout().lacking());
    AlignRules.plain(study).ifPresent(notes::add);
    aligned.map(note -> note.sentences(study.protection().leastAdding())).ifPresent(notes::addAll);
    notes.addAll(rows.sentences());
    return new ResultSummary(study, rows.summary(), splits)
        .with(
            new ResultSummary.Extra(
                model
                    .map(m -> new StudyResult.ModelNote("", trained(), m.rounds(), m.bytesUp()))
                    .stream()
                    .toList(),
                List.of(),
                notes,
                study.layout().spreadsRows() ? ofSites() : List.of(),
                NodeMessages.learned(study),
                missing(splits, model),
                model.map(NetworkRun.KeptModel::fit),
                null,
                Optional.empty(), // rows' scores stay with the parties
                ""));
  }

  /** Returns the number of rows: of all parties, or those that they have in common. */
  long total() {
    return study.layout().spreadsRows() ? Arrays.stream(facts.samples()).sum() : facts.samples()[0];
  }

  /** Returns the number of rows that the model for use is trained on. */
  private int trained() {
    boolean without = study.extras().certainty().isPresent();
    return outline().training(PartName.MODEL, "", without).train().length;
  }

  private RowOutline outline() {
    return study.layout().spreadsRows()
        ? RowOutline.ofSites(study, facts.rows())
        : RowOutline.ofViews(study, facts.samples()[0]);
  }

  /** Returns the number of columns that are scaled to 0; only the parties know them by name. */
  private List<String> constants() {
    boolean dropped =
        study.views().stream()
            .allMatch(view -> study.preparation().scales().of(view).dropsConstants());
    if (!dropped || facts.moments().length < 3) {
      return List.of();
    }
    long same = Arrays.stream(facts.moments()[2]).filter(deviation -> deviation == 0).count();
    return same == 0
        ? List.of()
        : List.of(
            "%d column(s) have one value only in all parties' training rows and count as 0"
                .formatted(same));
  }

  /** Returns which parties missed which splits, for studies that continue after a dropout. */
  private static List<String> missing(
      List<SplitResult> splits, Optional<NetworkRun.KeptModel> model) {
    List<String> all = new ArrayList<>();
    splits.forEach(
        s ->
            all.addAll(
                AbsenceLog.sentences("split " + s.trial(), s.missing(), "when it was judged")));
    model.ifPresent(
        m ->
            all.addAll(AbsenceLog.sentences("the model", m.missing(), "when its parts were kept")));
    return all;
  }

  private List<String> ofSites() {
    return study.task() instanceof Task.Values values && values.kind() == Task.Values.Kind.TIME
        ? List.of(
            weights(),
            "Metrics of times compare people of the same party only, and weigh against its own censoring; of few rows there is concordance alone.")
        : List.of(weights());
  }

  /** Returns what decided how much each party counted. */
  private String weights() {
    List<PartyId> own = study.layout().unpinned();
    return own.isEmpty()
        ? "Each party counted by its number of rows as the study says it, which all have approved."
        : "Each party counted by its number of rows. Of %s that was the party's own word, which nobody could check; 'rows' in the study file pins it."
            .formatted(own.size() == study.members().size() ? "all" : named(own));
  }

  private static String named(List<PartyId> parties) {
    return parties.stream().map(PartyId::name).collect(Collectors.joining(", "));
  }
}
