package io.parallax.run;

import io.parallax.core.BaselineHazard;
import io.parallax.core.Labels;
import io.parallax.core.Result;
import io.parallax.core.Round;
import io.parallax.core.Rounds;
import io.parallax.core.RowLimits;
import io.parallax.core.Stopped;
import io.parallax.core.View;
import io.parallax.data.Split;
import io.parallax.engine.Absence;
import io.parallax.engine.Simulation;
import io.parallax.engine.TranscriptFile;
import io.parallax.math.Matrix;
import io.parallax.run.certainty.CertaintyResult;
import io.parallax.run.check.LeaveOneOut;
import io.parallax.study.Configured;
import io.parallax.study.ResultHash;
import io.parallax.study.SettingsBinder;
import io.parallax.study.Study;
import io.parallax.study.Task;
import io.parallax.study.rows.Fold;
import io.parallax.study.rows.StudyData;
import io.parallax.study.rows.StudySplits;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * One split of a study: chooses settings on validation rows if asked to, trains, scores, compares.
 */
public final class SplitRun<C extends Record, R extends Result> {
  private final StudyData data;
  private final Study study;
  private final Configured<C, R> method;
  private final Progress progress;
  private final BooleanSupplier stop;
  private final Path folder;
  private final SettingsSearch<C> search;
  private final Set<String> notes = new ConcurrentSkipListSet<>();

  /**
   * @param folder where the round log and the search are kept
   */
  public SplitRun(
      StudyData data,
      Configured<C, R> method,
      Path folder,
      Progress progress,
      BooleanSupplier stop) {
    this.data = data;
    this.study = data.study();
    this.method = method;
    this.progress = progress;
    this.stop = stop;
    this.folder = folder;
    this.search = new SettingsSearch<>(data, method.config(), this::tryOut, progress, folder);
  }

  /** Returns the search for its settings. */
  public SettingsSearch<C> search() {
    return search;
  }

  /**
   * Runs split number {@code number} (from 1).
   *
   * @param predictions is given the held-out rows' scores
   * @param trained is given what training left
   */
  SplitResult run(
      int number,
      Split split,
      byte[] run,
      BiConsumer<Fold, Matrix> predictions,
      Consumer<FinalModel.Trained<C, R>> trained) {
    long began = System.nanoTime();
    Found<C, R> found = found(number, split, run);
    SettingsSearch.Chosen<C> chosen = found.chosen();
    boolean probabilities = method.method().probabilities(chosen.config());
    Map<String, Scored> compared = new LinkedHashMap<>();
    compared.put(
        method.method().about().title(),
        new Scored(found.scores(), probabilities, chosen.tried(), hazard(found.outcome())));
    compared.putAll(comparisons().of(split, number, found.fold(), chosen.config()));
    notes.addAll(SplitJudge.of(data, found.fold()).notes(found.scores()));
    predictions.accept(found.fold(), found.scores());
    trained.accept(
        new FinalModel.Trained<>(chosen.config(), split, found.outcome(), found.rounds().count()));
    Optional<CertaintyResult> certainty = certainty(number, split, run);
    return result(number, split, found, compared, figures(split, found), certainty, began);
  }

  /**
   * A training, and how it scores all held-out rows.
   *
   * @param fold the rows of the split
   * @param trained the rows of the training, which may hold out fewer
   * @param outcome of the training, with the traffic of scoring
   * @param hash of the bits of both
   * @param effects what is right without single parties; null: nobody is left out
   */
  private record Found<C extends Record, R extends Result>(
      Fold fold,
      Fold trained,
      SettingsSearch.Chosen<C> chosen,
      Simulation.Outcome<R> outcome,
      Rounds rounds,
      Matrix scores,
      String hash,
      LeaveOneOut effects) {}

  private Found<C, R> found(int number, Split split, byte[] run) {
    Fold fold = data.fold(split, PartName.purpose(number));
    Optional<LeaveOneOutRun<C, R>> leaving = LeaveOneOutRun.of(data, method, split, number);
    Fold trained = leaving.map(LeaveOneOutRun::together).orElse(fold);
    SettingsSearch.Chosen<C> chosen = search.choose(split, number, study.views());
    progress.stage("training");
    Rounds rounds = rounds(this::show);
    Simulation.Outcome<R> outcome = trainInFolder(trained, chosen.config(), rounds, run);
    Matrix scores = scores(trained, outcome);
    String hash = ResultHash.of(outcome.result());
    Found<C, R> found = new Found<>(fold, trained, chosen, outcome, rounds, scores, hash, null);
    return leaving.map(one -> leftOut(one, found, run)).orElse(found);
  }

  /** Scores the rows that single parties are left out of, and looks for one that does harm. */
  private Found<C, R> leftOut(LeaveOneOutRun<C, R> leaving, Found<C, R> found, byte[] run) {
    progress.stage("leaving out one party after the other");
    Simulation.Outcome<R> outcome = found.outcome();
    C config = found.chosen().config();
    LeaveOneOutRun.Scores all =
        leaving.scores(
            config,
            outcome.parties(),
            found.scores(),
            rows ->
                Simulation.Options.inMemory()
                    .limiting(limits(rows, config, note -> {}))
                    .summing(ids -> study.protection().inProcess(ids, run, study.stop().goesOn())),
            UnaryOperator.identity());
    LeaveOneOut effects = leaving.judged(all.all());
    effects.worse(study.trials()).ifPresent(notes::add);
    return new Found<>(
        found.fold(),
        found.trained(),
        found.chosen(),
        new Simulation.Outcome<>(
            outcome.result(), outcome.parties(), outcome.traffic().plus(all.traffic())),
        found.rounds(),
        all.all(),
        ResultHash.of(outcome.result(), all.all()),
        effects);
  }

  /**
   * Returns the method's own figures, and how well its model separates training rows from others.
   */
  private Map<String, Double> figures(Split split, Found<C, R> found) {
    Fold fold = found.trained();
    SettingsSearch.Chosen<C> chosen = found.chosen();
    Simulation.Outcome<R> outcome = found.outcome();
    Map<String, Double> figures = new TreeMap<>(outcome.result().figures());
    Map<String, Long> letters = method.method().sizes(chosen.config(), fold.roster());
    long told = StudyDirections.of(study).told(letters, outcome.traffic());
    if (told > 0) {
      int columns = fold.views().stream().mapToInt(view -> view.features().size()).sum();
      figures.put(StudyDirections.TOLD, (double) told);
      figures.put(StudyDirections.COLUMNS, (double) columns);
    }
    if (study.task() instanceof Task.Classes) {
      new Membership<>(method, chosen.config(), fold)
          .advantage(outcome.parties(), scores(fold, outcome), data.trainTruth(split))
          .ifPresent(advantage -> figures.put(Membership.FIGURE, advantage));
    }
    return figures;
  }

  /** Trains a split once more and judges what is certain, if the study states it. */
  private Optional<CertaintyResult> certainty(int number, Split split, byte[] run) {
    return study.extras().certainty().map(how -> judgedCertainty(number, split, run));
  }

  private CertaintyResult judgedCertainty(int number, Split split, byte[] run) {
    progress.stage("training without the rows that calibrate");
    SettingsSearch<C> own =
        new SettingsSearch<>(
            data, method.config(), this::tryOut, progress, folder.resolve("certainty"));
    return new CertaintyRun<>(data, method, run)
        .judged(split, number, own, (fold, config) -> train(fold, config, study.stop().rounds()));
  }

  /** Trains on all rows, for use; if certainty is stated, on all but those that calibrate it. */
  FinalModel.Trained<C, R> everything(int number, byte[] run) {
    Split rows = new StudySplits(data).model();
    Split all = new Split(rows.train(), new int[0]);
    Fold fold = data.fold(all, PartName.purpose(PartName.MODEL));
    SettingsSearch.Chosen<C> chosen = search.choose(all, number, study.views());
    progress.stage("training a model of all rows");
    Rounds rounds = rounds(this::show);
    Simulation.Outcome<R> outcome = trainInFolder(fold, chosen.config(), rounds, run);
    return new FinalModel.Trained<>(chosen.config(), rows, outcome, rounds.count());
  }

  private void show(Round round) {
    progress.round(round, study.stop());
  }

  private Comparisons<C, R> comparisons() {
    return new Comparisons<>(
        data,
        method,
        search,
        (fold, config, rounds) -> scores(fold, train(fold, config, rounds)),
        progress.alsoNoting(notes::add),
        stop);
  }

  private SettingsSearch.Tried tryOut(Fold fold, C config, int rounds) {
    if (stop.getAsBoolean()) {
      throw new Stopped(0);
    }
    Simulation.Outcome<R> outcome;
    try {
      outcome = train(fold, config, rounds);
    } catch (Stopped stopped) {
      throw new Stopped(0); // the round was that of a candidate
    }
    Scored scored =
        new Scored(
            scores(fold, outcome), method.method().probabilities(config), 1, hazard(outcome));
    return new SettingsSearch.Tried(
        scored, outcome.result().clarity(), outcome.traffic().bytesUp());
  }

  /**
   * The held-out rows' scores: joint ones, or those of each party that has some, in the order of
   * the fold's rows; where rows are grouped, a one in the column of each row's group.
   */
  public static Matrix scores(Fold fold, Simulation.Outcome<? extends Result> outcome) {
    Optional<int[]> clusters = outcome.result().clusters();
    if (clusters.isPresent()) {
      return new Labels(clusters.get(), fold.classes()).oneHot();
    }
    return outcome
        .result()
        .scores()
        .orElseGet(
            () ->
                Matrix.stackRows(
                    View.byOwner(fold.judged()).keySet().stream()
                        .flatMap(id -> outcome.parties().get(id).scores().stream())
                        .toList()));
  }

  private Rounds rounds(Consumer<Round> watcher) {
    return rounds(study.stop().rounds(), watcher);
  }

  private Rounds rounds(int most, Consumer<Round> watcher) {
    return new Rounds(most, study.stop().tolerance(), watcher, stop);
  }

  /** Trains with everything kept that an interrupted run needs to go on. */
  private Simulation.Outcome<R> trainInFolder(Fold fold, C config, Rounds rounds, byte[] run) {
    Simulation.Options options =
        Simulation.Options.in(folder, run)
            .allowing(study.layout().allowed())
            .when(absence(fold))
            .limiting(limits(fold, config, notes::add))
            .summing(ids -> study.protection().inProcess(ids, run, study.stop().goesOn()));
    if (!study.protection().recorded()) {
      return train(fold, config, rounds, options);
    }
    try (TranscriptFile recording = TranscriptFile.open(RunFolder.transcript(folder))) {
      Simulation.Outcome<R> outcome = train(fold, config, rounds, options.recorded(recording::add));
      recording.end();
      return outcome;
    }
  }

  private Simulation.Outcome<R> train(
      Fold fold, C config, Rounds rounds, Simulation.Options options) {
    return Simulation.train(method.method(), config, fold.views(), fold.roster(), rounds, options);
  }

  /**
   * @param noted is told that many of a party's rows are cut, once for each party
   */
  private RowLimits limits(Fold fold, C config, Consumer<String> noted) {
    RowLimits limits =
        new Configured<>(method.method(), config)
            .limits(fold.roster(), study.protection().rowClip());
    return study
        .protection()
        .requireLimits(limits, method.method())
        .telling(
            party -> {
              progress.note(study.protection().cut(party));
              noted.accept(study.protection().cut(party));
            });
  }

  private Absence absence(Fold fold) {
    return method.absence(study.stop(), fold.roster(), Set.of(), progress::note);
  }

  /** Trains in memory, for comparison; masks would change nothing but the time it takes. */
  private Simulation.Outcome<R> train(Fold fold, C config, int most) {
    Simulation.Options options =
        Simulation.Options.inMemory()
            .allowing(study.layout().allowed())
            .when(absence(fold))
            .limiting(limits(fold, config, note -> {}))
            .summing(ids -> study.protection().plainSums());
    return Simulation.train(
        method.method(), config, fold.views(), fold.roster(), rounds(most, round -> {}), options);
  }

  private SplitResult result(
      int number,
      Split split,
      Found<C, R> found,
      Map<String, Scored> compared,
      Map<String, Double> figures,
      Optional<CertaintyResult> certainty,
      long began) {
    Simulation.Outcome<R> outcome = found.outcome();
    SettingsSearch.Chosen<C> chosen = found.chosen();
    SplitJudge judge = SplitJudge.of(data, found.fold());
    ViewFigures views = new ViewFigures(outcome.parties());
    PredictionCheck check = number == 1 ? check(found) : null;
    return new SplitResult(
        number,
        judge
            .judgement(split, found.trained(), outcome, compared, check)
            .with(certainty.orElse(null))
            .with(found.effects()),
        new SplitResult.Course(
            found.rounds().count(),
            found.rounds().converged(),
            outcome.result().objective(),
            figures,
            found.rounds().objectives(),
            views.importance(),
            views.weights(study.layout()),
            (System.nanoTime() - began) / 1e9),
        SplitResult.Sent.of(outcome.traffic()),
        new SplitResult.Choice(
            SettingsBinder.toMap(chosen.config()),
            chosen.tried(),
            chosen.bytesUp(),
            chosen.values(),
            chosen.rounds()),
        told(outcome),
        found.hash(),
        new TreeMap<>(),
        number == 1 ? judge.found(outcome.result()) : FoundGroups.NONE);
  }

  private List<String> told(Simulation.Outcome<R> outcome) {
    List<String> told = new ArrayList<>(notes);
    study.protection().proofs(outcome.traffic().proofs()).ifPresent(told::add);
    return told;
  }

  /** Returns predictions beside what was observed; null where the target is classes. */
  private PredictionCheck check(Found<C, R> found) {
    Simulation.Outcome<R> outcome = found.outcome();
    return new RowsAsNew<>(method, found.chosen().config(), found.fold())
        .check(outcome.parties(), found.scores(), hazard(outcome), study.evaluation().times())
        .orElse(null);
  }

  private static Optional<BaselineHazard> hazard(Simulation.Outcome<?> outcome) {
    return outcome.parties().values().stream()
        .flatMap(party -> party.baselineHazard().stream())
        .findFirst();
  }
}
