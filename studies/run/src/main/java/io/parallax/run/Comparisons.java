package io.parallax.run;

import io.parallax.core.Baseline;
import io.parallax.core.Labels;
import io.parallax.core.Result;
import io.parallax.core.Rounds;
import io.parallax.core.Stopped;
import io.parallax.data.Split;
import io.parallax.engine.Simulation;
import io.parallax.math.Matrix;
import io.parallax.math.Threads;
import io.parallax.study.Configured;
import io.parallax.study.SettingsBinder;
import io.parallax.study.Study;
import io.parallax.study.Task;
import io.parallax.study.rows.Fold;
import io.parallax.study.rows.StudyData;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/**
 * Trains and judges the comparisons of a method on the rows of one split: those that the method
 * names, each with settings searched for like the method's, and the references of any
 * classification.
 */
final class Comparisons<C extends Record, R extends Result> {
  private final StudyData data;
  private final Study study;
  private final Configured<C, R> method;
  private final SettingsSearch<C> search;
  private final Trainer<C> train;
  private final Progress progress;
  private final BooleanSupplier stop;

  /** Trains the method itself for so many rounds at most, and scores. */
  interface Trainer<C> {
    Matrix scores(Fold fold, C config, int rounds);
  }

  /**
   * A baseline with the settings that were chosen for it.
   *
   * @param rounds the most that it is trained for
   */
  private record Tuned<C>(Baseline baseline, C config, int tried, int rounds) {}

  /**
   * @param search chooses settings
   * @param train trains the method itself, and scores
   */
  Comparisons(
      StudyData data,
      Configured<C, R> method,
      SettingsSearch<C> search,
      Trainer<C> train,
      Progress progress,
      BooleanSupplier stop) {
    this.data = data;
    this.study = data.study();
    this.method = method;
    this.search = search;
    this.train = train;
    this.progress = progress;
    this.stop = stop;
  }

  /**
   * Each by its name.
   *
   * @param chosen the method's own settings
   */
  Map<String, Scored> of(Split split, int number, Fold fold, C chosen) {
    Map<String, Scored> found = new LinkedHashMap<>();
    if (study.extras().baselines()) {
      found.putAll(baselines(split, number, fold, chosen));
    }
    for (Configured<?, ?> other : study.extras().rivals()) {
      found.putAll(beside(other, fold));
    }
    fold.values().ifPresent(values -> found.putAll(ValueReferences.of(values)));
    if (study.task() instanceof Task.Classes) {
      found.putAll(new References(data, split, number, fold, progress, stop).all());
    }
    return found;
  }

  /** Another method that the study names, with the settings that it gives it. */
  private <D extends Record, S extends Result> Map<String, Scored> beside(
      Configured<D, S> other, Fold fold) {
    String title = other.method().about().title();
    Baseline.Rival<D, S> rival =
        new Baseline.Rival<>(
            title,
            other.method(),
            other.config(),
            result -> Map.of(title, result.scores().orElseThrow()));
    progress.stage(title);
    return allowed(rival) ? rival(rival, fold, 1, study.stop().rounds()) : Map.of();
  }

  private Map<String, Scored> baselines(Split split, int number, Fold fold, C chosen) {
    int rounds = study.stop().rounds();
    Map<C, List<Baseline>> known = new HashMap<>(); // alike where settings are: some share work
    List<Tuned<C>> tuned = new ArrayList<>();
    for (Baseline baseline : baselines(method.config(), fold, rounds)) {
      if (allowed(baseline)) {
        SettingsSearch.Chosen<C> own = choose(baseline, split, number, chosen);
        List<Baseline> alike = known.computeIfAbsent(own.config(), c -> baselines(c, fold, rounds));
        tuned.add(new Tuned<>(named(alike, baseline.name()), own.config(), own.tried(), rounds));
      }
    }
    Map<String, Scored> models = models(tuned, fold);
    Map<String, Scored> found = new LinkedHashMap<>();
    for (Tuned<C> one : tuned) {
      String name = one.baseline().name();
      if (models.containsKey(name)) {
        found.put(name, models.get(name));
      } else {
        progress.stage(name);
        boolean alone = one.baseline() instanceof Baseline.Alone;
        found.putAll(scored(one, alone ? data.foldAlone(split, PartName.purpose(number)) : fold));
      }
    }
    return found;
  }

  private List<Baseline> baselines(C config, Fold fold, int rounds) {
    return method.method().baselines(config, fold.roster(), rounds);
  }

  private static Baseline named(List<Baseline> all, String name) {
    return all.stream().filter(one -> one.name().equals(name)).findFirst().orElseThrow();
  }

  /** Groups are not searched for by labels, so that only the method's own settings are at hand. */
  private SettingsSearch.Chosen<C> choose(Baseline baseline, Split split, int number, C chosen) {
    if (baseline instanceof Baseline.Among among) {
      return search.choose(split, number, among.views());
    }
    return !study.task().learnsLabels()
        ? SettingsSearch.Chosen.fixed(chosen)
        : search.choose(split, number, subject(baseline));
  }

  private SettingsSearch.Subject<C> subject(Baseline baseline) {
    return new SettingsSearch.Subject<>(
        "baseline:" + baseline.name(),
        baseline.name(),
        baseline::uses,
        baseline instanceof Baseline.Alone ? data::foldAlone : data::fold,
        (fold, config, rounds) -> tryOut(baseline.name(), fold, config, rounds));
  }

  private SettingsSearch.Tried tryOut(String name, Fold fold, C config, int rounds) {
    requireGoingOn();
    Tuned<C> one = new Tuned<>(named(baselines(config, fold, rounds), name), config, 1, rounds);
    Scored scored = scored(one, fold).values().iterator().next();
    return new SettingsSearch.Tried(scored, OptionalDouble.empty(), 0);
  }

  private void requireGoingOn() {
    if (stop.getAsBoolean()) {
      throw new Stopped(0);
    }
  }

  /** Another method is left out where an owner does not allow what it discloses. */
  private boolean allowed(Baseline baseline) {
    if (baseline instanceof Baseline.Rival<?, ?> rival) {
      for (String name : disclosures(rival)) {
        if (!study.layout().allowed().values().stream()
            .allMatch(allowed -> allowed.contains(name))) {
          progress.note(
              "%s is left out: it needs every party to say 'allow: [%s]'"
                  .formatted(rival.name(), name));
          return false;
        }
      }
    }
    return true;
  }

  private static <D extends Record, S extends Result> Iterable<String> disclosures(
      Baseline.Rival<D, S> rival) {
    return rival.method().disclosures(rival.config());
  }

  /** Returns the rows of one baseline; a training of another method can give several. */
  private Map<String, Scored> scored(Tuned<C> one, Fold fold) {
    Baseline baseline = one.baseline();
    boolean alike = method.method().probabilities(one.config());
    if (baseline instanceof Baseline.Rival<?, ?> rival) {
      return rival(rival, fold, one.tried(), one.rounds());
    }
    Matrix scores;
    boolean probabilities = false;
    if (baseline instanceof Baseline.Among among) {
      C narrowed = SettingsBinder.among(one.config(), among.views());
      scores = train.scores(fold.among(among.views()), narrowed, one.rounds());
      probabilities = alike;
    } else if (baseline instanceof Baseline.Clustered clustered) {
      scores = new Labels(clustered.clusters().apply(fold.views()), fold.classes()).oneHot();
    } else if (baseline instanceof Baseline.Models models) {
      scores = Matrix.stackRows(models.scores().apply(fold.views()));
      probabilities = alike;
    } else if (baseline instanceof Baseline.Alone alone) {
      scores = alone.scores().apply(fold.judged());
    } else {
      scores = ((Baseline.Pooled) baseline).scores().apply(fold.pooled());
    }
    return Map.of(baseline.name(), new Scored(scores, probabilities, one.tried()));
  }

  /** A study that says nothing about it leaves each method its own. */
  private double tolerance(double rivals) {
    double own = method.method().tolerance(method.config());
    return study.stop().tolerance() == own ? rivals : study.stop().tolerance();
  }

  private <D extends Record, S extends Result> Map<String, Scored> rival(
      Baseline.Rival<D, S> rival, Fold fold, int tried, int most) {
    Simulation.Options options = Simulation.Options.inMemory().allowing(study.layout().allowed());
    double tolerance = tolerance(rival.method().tolerance(rival.config()));
    Rounds rounds = new Rounds(most, tolerance, r -> {}, stop);
    S result =
        Simulation.train(
                rival.method(), rival.config(), fold.views(), fold.roster(), rounds, options)
            .result();
    boolean probabilities = rival.method().probabilities(rival.config());
    Map<String, Scored> found = new LinkedHashMap<>();
    rival
        .rows()
        .apply(result)
        .forEach((row, scores) -> found.put(row, new Scored(scores, probabilities, tried)));
    return found;
  }

  /** Trained side by side, since each takes long and most of them a single thread. */
  private Map<String, Scored> models(List<Tuned<C>> all, Fold fold) {
    List<Tuned<C>> some =
        all.stream().filter(one -> one.baseline() instanceof Baseline.Models).toList();
    if (!some.isEmpty()) {
      progress.stage("what it is compared with");
    }
    Map<String, Scored> found = new ConcurrentHashMap<>();
    Threads.forEach(
        some.size(),
        i -> {
          requireGoingOn();
          found.putAll(scored(some.get(i), fold));
        });
    return found;
  }
}
