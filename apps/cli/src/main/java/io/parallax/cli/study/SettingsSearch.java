package io.parallax.cli.study;

import io.parallax.data.Split;
import io.parallax.eval.Classification;
import io.parallax.math.Matrix;
import io.parallax.math.Threads;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.IntConsumer;

/**
 * Chooses settings by validation within the training rows of one split: the held-out rows take no
 * part in it. Where rows are grouped, it is the clarity of the groups that chooses, not labels.
 */
final class SettingsSearch<C extends Record> {
  private final StudyData data;
  private final Search search;
  private final C config;
  private final BiFunction<Fold, C, Tried> train;
  private final Progress progress;
  private final SearchLog log;
  private final List<Map<String, Double>> points;

  /** What one training gave: scores of the rows held out, or the groups' clarity; bytes sent. */
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
   * @param train trains with some settings
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
    this.points = search.points(data.study().seed());
  }

  /** The settings that get most validation rows right; of equals, the first. */
  Chosen<C> choose(Split split, int number, List<String> views) {
    if (search.settings().isEmpty()) {
      return new Chosen<>(config, new double[0], 0);
    }
    boolean groups = data.study().clusters() > 0;
    double[] correct = new double[points.size()];
    long bytes = 0;
    int rows = 0;
    List<Split> parts = groups ? List.of(split) : new StudySplits(data).validation(split, number);
    for (int part = 0; part < parts.size(); part++) {
      Fold fold = fold(parts.get(part), number, views);
      SearchLog.Entry[] found = tryAll(fold, views, part, parts.size());
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
    return new Chosen<>(point(best), accuracies, bytes);
  }

  private Fold fold(Split part, int number, List<String> views) {
    return data.fold(part, "validation-" + number).among(views);
  }

  /** The rows of one part of a split's search. */
  Fold part(Split split, int number, List<String> views, int part) {
    boolean groups = data.study().clusters() > 0;
    return fold(
        groups ? split : new StudySplits(data).validation(split, number).get(part), number, views);
  }

  /** Trains with one point. */
  SearchLog.Entry entry(Fold fold, List<String> views, int i) {
    return tryOut(fold, SettingsBinder.among(point(i), views));
  }

  private C point(int i) {
    return SettingsBinder.replace(config, points.get(i));
  }

  /** Trains with each point on one part of the training rows, in parallel. */
  private SearchLog.Entry[] tryAll(Fold fold, List<String> views, int part, int parts) {
    SearchLog.Entry[] found = new SearchLog.Entry[points.size()];
    AtomicInteger done = new AtomicInteger();
    String what = "trying %d settings for %s".formatted(points.size(), String.join(" + ", views));
    IntConsumer count =
        i -> {
          String key = SearchLog.key(views, part, i);
          found[i] = log.find(key).orElseGet(() -> log.add(key, entry(fold, views, i)));
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

  private SearchLog.Entry tryOut(Fold fold, C settings) {
    Tried tried = train.apply(fold, settings);
    if (data.study().clusters() > 0) {
      return new SearchLog.Entry(tried.clarity().orElseThrow(), tried.bytesUp());
    }
    double accuracy = Classification.scores(fold.truth(), tried.scores()).accuracy();
    return new SearchLog.Entry(Math.rint(fold.truth().length * accuracy), tried.bytesUp());
  }
}
