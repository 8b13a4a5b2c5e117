package io.parallax.run;

import io.parallax.data.Split;
import io.parallax.eval.Classification;
import io.parallax.math.Matrix;
import io.parallax.math.Threads;
import io.parallax.study.Search;
import io.parallax.study.SettingsBinder;
import io.parallax.study.rows.Fold;
import io.parallax.study.rows.StudyData;
import io.parallax.study.rows.StudySplits;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.IntConsumer;
import java.util.function.Predicate;

/**
 * Chooses settings by validation within the training rows of one split: the held-out rows take no
 * part in it. Where rows are grouped, it is the clarity of the groups that chooses, not labels.
 */
public final class SettingsSearch<C extends Record> {
  private final StudyData data;
  private final Search search;
  private final C config;
  private final BiFunction<Fold, C, Tried> train;
  private final Progress progress;
  private final SearchLog log;

  /**
   * Something that settings are chosen for.
   *
   * @param name of its trainings in the log
   * @param title what people call it
   * @param uses whether it depends on a setting
   * @param rows what it sees of some rows, which have a purpose
   * @param train trains with some settings
   */
  record Subject<C extends Record>(
      String name,
      String title,
      Predicate<String> uses,
      BiFunction<Split, String, Fold> rows,
      BiFunction<Fold, C, Tried> train) {}

  /**
   * The result of one training: scores of the rows held out, or the groups' clarity; bytes sent.
   */
  record Tried(Matrix scores, OptionalDouble clarity, long bytesUp) {}

  /**
   * Settings, and how they were found.
   *
   * @param accuracies of each point, on validation rows; empty without a search
   * @param bytesUp sent by all parties for the search
   */
  record Chosen<C extends Record>(C config, double[] accuracies, long bytesUp) {
    int tried() {
      return Math.max(1, accuracies.length);
    }
  }

  /**
   * @param train trains the method with some settings
   * @param folder where what is found is kept, so that a search goes on after a stop
   */
  SettingsSearch(
      StudyData data, C config, BiFunction<Fold, C, Tried> train, Progress progress, Path folder) {
    this.data = data;
    this.search = data.study().search();
    this.config = config;
    this.train = train;
    this.progress = progress;
    this.log = SearchLog.in(folder);
  }

  /** The settings of the method among some views. */
  Chosen<C> choose(Split split, int number, List<String> views) {
    return choose(split, number, among(views));
  }

  /** The settings that get most validation rows right; of equals, the first. */
  Chosen<C> choose(Split split, int number, Subject<C> subject) {
    if (search.settings().stream().noneMatch(subject.uses())) {
      return new Chosen<>(config, new double[0], 0);
    }
    boolean groups = !data.study().task().learnsLabels();
    List<Map<String, Double>> points = points(subject);
    double[] correct = new double[points.size()];
    long bytes = 0;
    int rows = 0;
    List<Split> parts = groups ? List.of(split) : new StudySplits(data).validation(split, number);
    for (int part = 0; part < parts.size(); part++) {
      Fold fold = fold(parts.get(part), number, subject);
      SearchLog.Entry[] found = tryAll(fold, subject, points, part, parts.size());
      for (int i = 0; i < found.length; i++) {
        correct[i] += found[i].correct();
        bytes += found[i].bytesUp();
      }
      rows += groups ? 1 : fold.truth().length;
    }
    int best = 0;
    for (int i = 1; i < correct.length; i++) {
      best = correct[i] > correct[best] ? i : best;
    }
    int all = rows;
    double[] accuracies = Arrays.stream(correct).map(c -> c / all).toArray();
    return new Chosen<>(SettingsBinder.replace(config, points.get(best)), accuracies, bytes);
  }

  private Subject<C> among(List<String> views) {
    return new Subject<>(
        String.join("+", views),
        String.join(" + ", views),
        setting -> true,
        (split, purpose) -> data.fold(split, purpose).among(views),
        (fold, settings) -> train.apply(fold, SettingsBinder.among(settings, views)));
  }

  /** The points that differ in what the subject uses. */
  private List<Map<String, Double>> points(Subject<C> subject) {
    List<Map<String, Double>> some = new ArrayList<>();
    for (Map<String, Double> point : search.points(data.study().seed())) {
      Map<String, Double> used = new LinkedHashMap<>(point);
      used.keySet().removeIf(subject.uses().negate());
      some.add(used);
    }
    return some.stream().distinct().toList();
  }

  private static <C extends Record> Fold fold(Split part, int number, Subject<C> subject) {
    return subject.rows().apply(part, "validation-" + number);
  }

  /** The rows of one part of a split's search. */
  public Fold part(Split split, int number, List<String> views, int part) {
    boolean groups = !data.study().task().learnsLabels();
    Split rows = groups ? split : new StudySplits(data).validation(split, number).get(part);
    return fold(rows, number, among(views));
  }

  /** Trains the method with one point. */
  public SearchLog.Entry entry(Fold fold, List<String> views, int i) {
    Subject<C> subject = among(views);
    return tryOut(fold, subject, points(subject).get(i));
  }

  /** Trains with each point on one part of the training rows, in parallel. */
  private SearchLog.Entry[] tryAll(
      Fold fold, Subject<C> subject, List<Map<String, Double>> points, int part, int parts) {
    SearchLog.Entry[] found = new SearchLog.Entry[points.size()];
    AtomicInteger done = new AtomicInteger();
    String what = "trying %d settings for %s".formatted(points.size(), subject.title());
    IntConsumer count =
        i -> {
          String key = SearchLog.key(subject.name(), part, i);
          found[i] =
              log.find(key).orElseGet(() -> log.add(key, tryOut(fold, subject, points.get(i))));
          progress.stage(
              what
                  + ": "
                  + 100 * (part * points.size() + done.incrementAndGet()) / (parts * points.size())
                  + " %");
        };
    count.accept(0); // alone: it forms the Gram matrices that all the others use
    Threads.forEach(points.size() - 1, i -> count.accept(i + 1));
    return found;
  }

  private SearchLog.Entry tryOut(Fold fold, Subject<C> subject, Map<String, Double> point) {
    Tried tried = subject.train().apply(fold, SettingsBinder.replace(config, point));
    if (!data.study().task().learnsLabels()) {
      return new SearchLog.Entry(tried.clarity().orElseThrow(), tried.bytesUp());
    }
    if (fold.values().isPresent()) {
      double goodness = ValueScoring.goodness(fold.values().get(), tried.scores());
      return new SearchLog.Entry(fold.truth().length * goodness, tried.bytesUp());
    }
    double accuracy = Classification.scores(fold.truth(tried.scores()), tried.scores()).accuracy();
    return new SearchLog.Entry(Math.rint(fold.truth().length * accuracy), tried.bytesUp());
  }
}
