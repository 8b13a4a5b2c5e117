package io.parallax;

import io.parallax.core.BadInput;
import io.parallax.core.Method;
import io.parallax.core.Methods;
import io.parallax.core.Result;
import io.parallax.study.Align;
import io.parallax.study.AlignRules;
import io.parallax.study.Certainty;
import io.parallax.study.CertaintyRules;
import io.parallax.study.Check;
import io.parallax.study.Configured;
import io.parallax.study.Layout;
import io.parallax.study.Protection;
import io.parallax.study.Protection.Aggregation;
import io.parallax.study.SettingsBinder;
import io.parallax.study.Study;
import io.parallax.study.Study.Evaluation;
import io.parallax.study.Study.Stop;
import io.parallax.study.StudyRules;
import io.parallax.study.Task;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A study that is being built. */
final class StudyDraft {
  private final String name;
  final LayoutDraft layout = new LayoutDraft();
  final PreparationDraft preparation = new PreparationDraft();
  final Map<String, Object> settings = new LinkedHashMap<>();
  final SearchDraft search = new SearchDraft();
  final Map<String, Map<String, Object>> rivals = new LinkedHashMap<>();
  String method;
  Integer clusters;
  Evaluation evaluation = Evaluation.DEFAULT;
  boolean byParty;
  List<Double> times = List.of();
  int rounds = Stop.ROUNDS;
  Double tolerance;
  boolean continues;
  Integer wait;
  Aggregation aggregation;
  double rowClip = Protection.ROW_CLIP;
  Double labelEpsilon;
  boolean recorded;
  Align align;
  Align.Blanks blanks; // null: every party has every row
  boolean model = true;
  int points = Study.Extras.POINTS;
  boolean baselines;
  boolean contribution;
  Certainty certainty;
  long seed = 1;

  StudyDraft(String name) {
    this.name = name;
  }

  Study study() {
    StudyRules.name(name);
    if (method == null) {
      throw new BadInput("the study has no 'method'; it needs one");
    }
    Optional<Task.Values.Kind> target = layout.kind();
    Method<?, ?> named = StudyRules.method(method, target);
    Task task = task(named, target);
    Layout rows = layout.layout(task.learnsLabels(), StudyRules.disclosures(named));
    Configured<?, ?> configured = configured(named, settings, target);
    SettingsBinder.perViews(configured.config())
        .forEach((setting, value) -> value.covers(rows.views(), "settings." + setting));
    Study study =
        new Study(
            name,
            configured,
            task,
            rows,
            Optional.empty(),
            evaluation(task),
            stop(configured),
            preparation.preparation(configured.scales(), rows),
            search.search(configured, task, stop(configured).rounds()),
            extras(),
            protection(configured, rows),
            seed);
    StudyRules.requireForTarget(study);
    CertaintyRules.requireFit(study);
    StudyRules.requireConsent(configured, rows);
    AlignRules.requireBlankRows(configured, study);
    return study;
  }

  private Task task(Method<?, ?> named, Optional<Task.Values.Kind> target) {
    if (clusters != null) {
      StudyRules.requireGroups(named);
    }
    if (preparation.hasClasses()) {
      StudyRules.requireClasses(named);
    }
    if (!named.clusters()) {
      return target.isPresent() ? new Task.Values(target.get()) : new Task.Classes();
    }
    if (clusters == null) {
      throw new BadInput("the study has no 'clusters'; it needs one");
    }
    return new Task.Groups(StudyRules.atLeast("clusters", clusters, 2));
  }

  private static <C extends Record, R extends Result> Configured<C, R> configured(
      Method<C, R> method, Map<String, Object> settings, Optional<Task.Values.Kind> target) {
    C defaults = StudyRules.defaults(method, target);
    Configured<C, R> found = new Configured<>(method, SettingsBinder.given(defaults, settings));
    StudyRules.requireTarget(found, target);
    return found;
  }

  private <C extends Record> Stop stop(Configured<C, ?> configured) {
    double usual = configured.method().tolerance(configured.config());
    return new Stop(
        StudyRules.atLeast("stop.rounds", rounds, 1),
        StudyRules.tolerance(tolerance == null ? usual : tolerance),
        continues,
        StudyRules.patience(Optional.ofNullable(wait), continues));
  }

  private Evaluation evaluation(Task task) {
    if (byParty) {
      StudyRules.requireByParty(task.learnsLabels());
    }
    if (!times.isEmpty()) {
      StudyRules.requireSurvival(task);
    }
    return new Evaluation(
        evaluation.kind(),
        evaluation.test(),
        evaluation.repeats(),
        evaluation.folds(),
        evaluation.columns(),
        evaluation.value(),
        byParty,
        times.isEmpty() ? evaluation.times() : StudyRules.times(times));
  }

  private Study.Extras extras() {
    List<Configured<?, ?>> others =
        rivals.entrySet().stream()
            .<Configured<?, ?>>map(
                rival ->
                    configured(
                        StudyRules.rival(Methods.named(rival.getKey())),
                        rival.getValue(),
                        Optional.empty()))
            .toList();
    return new Study.Extras(
        model,
        StudyRules.atLeast("report.points", points, 0),
        contribution ? Optional.of(Study.Contributed.DEFAULT) : Optional.empty(),
        others,
        baselines,
        Optional.empty(),
        Optional.ofNullable(certainty),
        Check.NONE);
  }

  private Protection protection(Configured<?, ?> configured, Layout rows) {
    Optional<Aggregation> wanted = Optional.ofNullable(aggregation);
    int parties = rows.partyCount();
    boolean learns = !configured.method().clusters();
    Align aligned = align(rows);
    Protection found =
        new Protection(
            Protection.masked(wanted, parties, continues, aligned.lacksRows(rows)),
            Protection.robust(wanted, parties, rows.spreadsRows()),
            Protection.rowClip(rowClip),
            labelEpsilon == null ? 0 : Protection.labelEpsilon(labelEpsilon, learns),
            recorded,
            aligned);
    found.requireFit(configured);
    if (search.wanted()) {
      StudyRules.requireTrueLabels(found);
    }
    return found;
  }

  private Align align(Layout rows) {
    if (align == null && blanks == null) {
      return Align.NONE;
    }
    AlignRules.requireSamePeople(rows);
    return (align == null ? Align.NONE : align).lacking(blanks);
  }
}
