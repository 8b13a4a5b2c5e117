package io.parallax.cli.study;

import io.parallax.core.Baseline;
import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.PerView;
import io.parallax.core.Result;
import io.parallax.core.Round;
import io.parallax.core.Rounds;
import io.parallax.core.View;
import io.parallax.data.Split;
import io.parallax.data.Splits;
import io.parallax.engine.Simulation;
import io.parallax.eval.Classification;
import io.parallax.eval.Scores;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.math.Threads;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/**
 * One split of a study: chooses settings on validation rows if asked to, trains, scores, compares.
 */
final class Trial<C extends Record, R extends Result> {
  private static final double VALIDATION = 0.2;
  private final StudyData data;
  private final Study study;
  private final Configured<C, R> method;
  private final Progress progress;
  private final BooleanSupplier stop;

  Trial(StudyData data, Configured<C, R> method, Progress progress, BooleanSupplier stop) {
    this.data = data;
    this.study = data.study();
    this.method = method;
    this.progress = progress;
    this.stop = stop;
  }

  /** Runs split number {@code number} (from 1), with its round log in the folder. */
  TrialResult run(int number, Split split, Path folder, byte[] run) {
    long began = System.nanoTime();
    StudyData.Fold fold = data.fold(split, "split-" + number);
    method.method().check(method.config(), fold.roster());
    Chosen<C> chosen = choose(split, number, viewNames());
    progress.stage("training");
    Rounds rounds = new Rounds(study.stop().rounds(), study.stop().tolerance(), this::show, stop);
    Simulation.Options options = Simulation.Options.in(folder, run).allowing(allowed());
    Simulation.Outcome<R> outcome =
        Simulation.train(
            method.method(), chosen.config(), fold.views(), fold.roster(), rounds, options);
    Matrix scores = outcome.result().scores().orElseThrow();
    Map<String, Map<String, Double>> baselines = baselines(split, number, fold, chosen);
    return result(number, fold, chosen, outcome, rounds, scores, baselines, began);
  }

  private void show(Round round) {
    progress.round(round, study.stop().tolerance());
  }

  /** Settings, and how many were tried to find them. */
  private record Chosen<C extends Record>(C config, int tried) {}

  private Chosen<C> choose(Split split, int number, List<String> views) {
    List<Map<String, Double>> grid = grid();
    if (grid.size() < 2) {
      return new Chosen<>(
          grid.isEmpty() ? method.config() : SettingsBinder.replace(method.config(), grid.get(0)),
          1);
    }
    progress.stage("choosing among " + grid.size() + " settings for " + String.join(" + ", views));
    StudyData.Fold fold = data.fold(validation(split, number), "validation-" + number).among(views);
    double[] accuracy = new double[grid.size()];
    Threads.forEach(
        accuracy.length,
        i -> accuracy[i] = accuracy(fold, SettingsBinder.replace(method.config(), grid.get(i))));
    int best = 0;
    for (int i = 1; i < accuracy.length; i++) {
      best = accuracy[i] > accuracy[best] ? i : best;
    }
    return new Chosen<>(SettingsBinder.replace(method.config(), grid.get(best)), grid.size());
  }

  /** A split of the training rows alone: the held-out rows take no part in choosing. */
  private Split validation(Split split, int number) {
    int[] codes = new int[split.train().length];
    for (int i = 0; i < codes.length; i++) {
      codes[i] = data.codes()[split.train()[i]];
    }
    Rng rng = Rng.of(study.seed()).child("validation", Integer.toString(number));
    Split inner = Splits.stratified(codes, VALIDATION, 1, rng).get(0);
    return new Split(pick(split.train(), inner.train()), pick(split.train(), inner.test()));
  }

  private static int[] pick(int[] from, int[] places) {
    int[] picked = new int[places.length];
    for (int i = 0; i < places.length; i++) {
      picked[i] = from[places[i]];
    }
    return picked;
  }

  private List<Map<String, Double>> grid() {
    List<Map<String, Double>> points = new ArrayList<>();
    if (!study.search().isEmpty()) {
      points.add(Map.of());
    }
    for (var setting : study.search().entrySet()) {
      List<Map<String, Double>> longer = new ArrayList<>();
      for (Map<String, Double> point : points) {
        for (double value : setting.getValue()) {
          Map<String, Double> next = new LinkedHashMap<>(point);
          next.put(setting.getKey(), value);
          longer.add(next);
        }
      }
      points = longer;
    }
    return points;
  }

  private double accuracy(StudyData.Fold fold, C config) {
    return Classification.scores(fold.truth(), train(fold, config)).accuracy();
  }

  /** Trains in memory and returns the held-out rows' scores. */
  private Matrix train(StudyData.Fold fold, C config) {
    Rounds rounds = new Rounds(study.stop().rounds(), study.stop().tolerance(), round -> {}, stop);
    Simulation.Options options = Simulation.Options.inMemory().allowing(allowed());
    return Simulation.train(method.method(), config, fold.views(), fold.roster(), rounds, options)
        .result()
        .scores()
        .orElseThrow();
  }

  private Map<String, Map<String, Double>> baselines(
      Split split, int number, StudyData.Fold fold, Chosen<C> chosen) {
    Map<String, Map<String, Double>> found = new LinkedHashMap<>();
    if (!study.baselines()) {
      return found;
    }
    for (Baseline baseline : method.method().baselines(chosen.config(), fold.roster())) {
      progress.stage(baseline.name());
      Matrix scores;
      if (baseline instanceof Baseline.Among among) {
        StudyData.Fold part = fold.among(among.views());
        scores = train(part, narrowed(choose(split, number, among.views()).config(), among));
      } else {
        scores = ((Baseline.Pooled) baseline).scores().apply(fold.views());
      }
      found.put(baseline.name(), Classification.scores(fold.truth(), scores).asMap());
    }
    return found;
  }

  /** The settings for some of the views: numbers of other views are dropped. */
  private C narrowed(C config, Baseline.Among among) {
    return SettingsBinder.mapPerView(
        config,
        perView -> {
          if (perView.byView().isEmpty()) {
            return perView;
          }
          Map<String, Double> kept = new TreeMap<>(perView.byView());
          kept.keySet().retainAll(among.views());
          return PerView.of(kept);
        });
  }

  private Map<PartyId, Set<String>> allowed() {
    Map<PartyId, Set<String>> allowed = new LinkedHashMap<>();
    study.parties().forEach(member -> allowed.put(member.id(), member.allow()));
    return allowed;
  }

  private List<String> viewNames() {
    return study.parties().stream().map(Study.Member::view).toList();
  }

  private TrialResult result(
      int number,
      StudyData.Fold fold,
      Chosen<C> chosen,
      Simulation.Outcome<R> outcome,
      Rounds rounds,
      Matrix scores,
      Map<String, Map<String, Double>> baselines,
      long began) {
    Scores judged = Classification.scores(fold.truth(), scores);
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
        judged.asMap(),
        judged.confusion(),
        rounds.count(),
        rounds.converged(),
        outcome.result().objective(),
        rounds.objectives(),
        down,
        up,
        left,
        importance(fold.views(), outcome.parties()),
        SettingsBinder.toMap(chosen.config()),
        chosen.tried(),
        baselines,
        (System.nanoTime() - began) / 1e9,
        hash(outcome.result()));
  }

  private static Map<String, double[]> importance(
      List<View> views, SortedMap<PartyId, Party> parties) {
    Map<String, double[]> byView = new LinkedHashMap<>();
    views.forEach(view -> byView.put(view.name(), parties.get(view.owner()).importance()));
    return byView;
  }

  /** SHA-256 over the bits of what the method calls the essence of its result. */
  private static String hash(Result result) {
    MessageDigest sha = RunFolder.sha256();
    for (Matrix matrix : result.essence()) {
      ByteBuffer bytes = ByteBuffer.allocate(8 + 8 * matrix.rows() * matrix.cols());
      bytes.putInt(matrix.rows()).putInt(matrix.cols());
      matrix.write(bytes);
      sha.update(bytes.array());
    }
    return HexFormat.of().formatHex(sha.digest());
  }
}
