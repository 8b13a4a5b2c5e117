package io.parallax.cli.study;

import io.parallax.core.Labels;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.Result;
import io.parallax.core.Round;
import io.parallax.core.Rounds;
import io.parallax.core.RowLimits;
import io.parallax.core.Stopped;
import io.parallax.core.View;
import io.parallax.data.Split;
import io.parallax.engine.Absence;
import io.parallax.engine.Recording;
import io.parallax.engine.Simulation;
import io.parallax.engine.SumProtocol;
import io.parallax.eval.Classification;
import io.parallax.eval.Clustering;
import io.parallax.eval.Probabilities;
import io.parallax.math.Matrix;
import io.parallax.privacy.MaskedSum;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * One split of a study: chooses settings on validation rows if asked to, trains, scores, compares.
 */
final class Trial<C extends Record, R extends Result> {
  private final StudyData data;
  private final Study study;
  private final Configured<C, R> method;
  private final Progress progress;
  private final BooleanSupplier stop;
  private final Path folder;
  private final SettingsSearch<C> search;
  private final Set<String> cut = new ConcurrentSkipListSet<>();

  /**
   * @param folder where the round log and the search are kept
   */
  Trial(
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

  /** How it chooses its settings. */
  SettingsSearch<C> search() {
    return search;
  }

  /**
   * Runs split number {@code number} (from 1).
   *
   * @param predictions is given the held-out rows' scores
   * @param trained is given what training left
   */
  TrialResult run(
      int number,
      Split split,
      byte[] run,
      BiConsumer<Fold, Matrix> predictions,
      Consumer<FinalModel.Trained<C, R>> trained) {
    long began = System.nanoTime();
    Fold fold = data.fold(split, "split-" + number);
    SettingsSearch.Chosen<C> chosen = search.choose(split, number, study.views());
    progress.stage("training");
    Rounds rounds = rounds(this::show);
    Simulation.Outcome<R> outcome = trainInFolder(fold, chosen.config(), rounds, run);
    Matrix own = scores(fold, outcome);
    boolean probabilities = method.method().probabilities(chosen.config());
    Map<String, Scored> compared = new LinkedHashMap<>();
    compared.put(method.method().about().title(), new Scored(own, probabilities, chosen.tried()));
    compared.putAll(comparisons().of(split, number, fold, chosen.config()));
    predictions.accept(fold, own);
    trained.accept(new FinalModel.Trained<>(chosen.config(), outcome, rounds.count()));
    return result(
        number,
        split,
        fold,
        chosen,
        outcome,
        rounds,
        compared,
        figures(split, fold, chosen, outcome),
        began);
  }

  /** What the method tells of itself, and how well its model tells training rows from others. */
  private Map<String, Double> figures(
      Split split, Fold fold, SettingsSearch.Chosen<C> chosen, Simulation.Outcome<R> outcome) {
    Map<String, Double> figures = new TreeMap<>(outcome.result().figures());
    Map<String, Long> letters = method.method().sizes(chosen.config(), fold.roster());
    long told = StudyDirections.of(study).told(letters, outcome.traffic());
    if (told > 0) {
      int columns = fold.views().stream().mapToInt(view -> view.features().size()).sum();
      figures.put(StudyDirections.TOLD, (double) told);
      figures.put(StudyDirections.COLUMNS, (double) columns);
    }
    if (study.clusters() == 0 && study.labelled()) {
      new Membership<>(method, chosen.config(), fold)
          .advantage(outcome.parties(), scores(fold, outcome), data.trainTruth(split))
          .ifPresent(advantage -> figures.put(Membership.FIGURE, advantage));
    }
    return figures;
  }

  /** Trains on all rows, for use. */
  FinalModel.Trained<C, R> everything(int number, byte[] run) {
    Split all = data.everything();
    Fold fold = data.fold(all, "model");
    SettingsSearch.Chosen<C> chosen = search.choose(all, number, study.views());
    progress.stage("training a model of all rows");
    Rounds rounds = rounds(this::show);
    Simulation.Outcome<R> outcome = trainInFolder(fold, chosen.config(), rounds, run);
    return new FinalModel.Trained<>(chosen.config(), outcome, rounds.count());
  }

  private void show(Round round) {
    progress.round(round, study.stop());
  }

  private Comparisons<C, R> comparisons() {
    return new Comparisons<>(
        data, method, search, (fold, config) -> scores(fold, train(fold, config)), progress, stop);
  }

  private SettingsSearch.Tried tryOut(Fold fold, C config) {
    if (stop.getAsBoolean()) {
      throw new Stopped(0);
    }
    Simulation.Outcome<R> outcome;
    try {
      outcome = train(fold, config);
    } catch (Stopped stopped) {
      throw new Stopped(0); // the round was that of a candidate
    }
    return new SettingsSearch.Tried(
        scores(fold, outcome), outcome.result().clarity(), outcome.traffic().bytesUp());
  }

  /**
   * The held-out rows' scores: joint ones, or those of each party that has some, in the order of
   * the fold's rows; where rows are grouped, a one in the column of each row's group.
   */
  static Matrix scores(Fold fold, Simulation.Outcome<? extends Result> outcome) {
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
    return new Rounds(study.stop().rounds(), study.stop().tolerance(), watcher, stop);
  }

  /** Trains with everything kept that an interrupted run needs to go on. */
  private Simulation.Outcome<R> trainInFolder(Fold fold, C config, Rounds rounds, byte[] run) {
    Simulation.Options options =
        Simulation.Options.in(folder, run)
            .allowing(study.allowed())
            .when(absence(fold))
            .limiting(limits(fold, config, cut::add))
            .summing(ids -> sums(ids, run));
    if (!study.protection().recorded()) {
      return train(fold, config, rounds, options);
    }
    try (Recording recording = Recording.open(RunFolder.transcript(folder))) {
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
    return method
        .method()
        .limits(config, fold.roster(), study.protection().rowClip())
        .telling(
            party -> {
              progress.note(study.protection().cut(party));
              noted.accept(study.protection().cut(party));
            });
  }

  private Absence absence(Fold fold) {
    return study.stop().goesOn()
        ? new Absence(id -> method.method().goesOnWithout(id, fold.roster()), progress::note)
        : Absence.STOP;
  }

  /** Trains in memory, for comparison; masks would change nothing but the time it takes. */
  private Simulation.Outcome<R> train(Fold fold, C config) {
    Simulation.Options options =
        Simulation.Options.inMemory()
            .allowing(study.allowed())
            .when(absence(fold))
            .limiting(limits(fold, config, note -> {}))
            .summing(ids -> study.protection().plainSums());
    return Simulation.train(
        method.method(), config, fold.views(), fold.roster(), rounds(round -> {}), options);
  }

  private SumProtocol sums(SortedSet<PartyId> parties, byte[] run) {
    return study.protection().masked()
        ? MaskedSum.inProcess(parties, run)
        : study.protection().plainSums();
  }

  private TrialResult result(
      int number,
      Split split,
      Fold fold,
      SettingsSearch.Chosen<C> chosen,
      Simulation.Outcome<R> outcome,
      Rounds rounds,
      Map<String, Scored> compared,
      Map<String, Double> figures,
      long began) {
    Map<String, Map<String, Double>> rows = new LinkedHashMap<>();
    Map<String, Matrix> scores = new LinkedHashMap<>();
    Map<String, Integer> tried = new LinkedHashMap<>();
    compared.forEach(
        (row, found) -> {
          rows.put(row, judged(fold.truth(found.scores()), found));
          scores.put(row, found.scores());
          tried.put(row, found.tried());
        });
    int[] own = scores.values().iterator().next().argmaxRows();
    SortedMap<String, Long> down = new TreeMap<>();
    SortedMap<String, Long> up = new TreeMap<>();
    outcome
        .traffic()
        .parties()
        .forEach(
            (id, bytes) -> {
              down.put(id.name(), bytes.down());
              up.put(id.name(), bytes.up());
            });
    Map<String, TrialResult.Left> left = new TreeMap<>();
    outcome
        .traffic()
        .kinds()
        .forEach(
            (kind, k) ->
                left.put(kind, new TrialResult.Left(k.exchanges(), k.bytes(), k.onlyInSum())));
    return new TrialResult(
        number,
        rows,
        ByParty.of(fold, scores, outcome.parties()),
        confusion(fold.truth(), own),
        rounds.count(),
        rounds.converged(),
        outcome.result().objective(),
        figures,
        rounds.objectives(),
        down,
        up,
        left,
        importance(outcome.parties()),
        viewWeights(outcome.parties()),
        SettingsBinder.toMap(chosen.config()),
        chosen.tried(),
        chosen.bytesUp(),
        chosen.accuracies(),
        (System.nanoTime() - began) / 1e9,
        List.copyOf(cut),
        ResultHash.of(outcome.result()),
        split.train().length,
        split.test().length,
        tried);
  }

  /** How good scores are; nothing where there are no labels to tell. */
  private Map<String, Double> judged(int[] truth, Scored row) {
    if (!study.labelled()) {
      return Map.of();
    }
    if (study.clusters() > 0) {
      return Clustering.asMap(truth, row.scores().argmaxRows());
    }
    Map<String, Double> metrics =
        new LinkedHashMap<>(Classification.scores(truth, row.scores()).asMap());
    if (row.probabilities()) {
      metrics.putAll(Probabilities.of(truth, row.scores()).asMap());
    }
    return metrics;
  }

  private int[][] confusion(int[] truth, int[] found) {
    int[][] table = new int[data.classes().size()][data.groups().size()];
    for (int i = 0; i < truth.length; i++) {
      table[truth[i]][found[i]]++;
    }
    return table;
  }

  private static Map<String, double[]> importance(SortedMap<PartyId, Party> parties) {
    Map<String, double[]> byView = new TreeMap<>();
    parties.values().forEach(party -> byView.putAll(party.importance()));
    return byView;
  }

  /** What each view counted in training, as shares of 1; empty where there is no such notion. */
  private Map<String, Double> viewWeights(SortedMap<PartyId, Party> parties) {
    Map<String, Double> weights = new LinkedHashMap<>();
    for (Study.Member member : study.parties()) {
      Optional.ofNullable(parties.get(member.id()))
          .flatMap(party -> party.viewWeight().stream().boxed().findFirst())
          .ifPresent(weight -> weights.put(member.view(), weight));
    }
    double total = weights.values().stream().mapToDouble(w -> w).sum();
    weights.replaceAll((view, weight) -> weight / total);
    return weights;
  }
}
