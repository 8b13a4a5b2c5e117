package io.parallax.run;

import io.parallax.core.BadInput;
import io.parallax.data.Split;
import io.parallax.eval.Classification;
import io.parallax.math.Threads;
import io.parallax.study.Criteria;
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
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Chooses settings by validation within the training rows of one split: the held-out rows take no
 * part in it. Where rows are grouped, it is the clarity of the groups that chooses, or their
 * silhouette, not labels.
 */
public final class SettingsSearch<C extends Record> {
  private final StudyData data;
  private final Search search;
  private final C config;
  private final Trainer<C> train;
  private final Progress progress;
  private final SearchLog log;

  /** Trains with some settings for so many rounds at most. */
  interface Trainer<C> {
    Tried train(Fold fold, C config, int rounds);
  }

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
      Trainer<C> train) {}

  /** The result of one training: scores of the rows held out, the groups' clarity, bytes sent. */
  record Tried(Scored scored, OptionalDouble clarity, long bytesUp) {}

  /**
   * Settings, and how they were found.
   *
   * @param values of each point, on validation rows; empty without a search
   * @param rounds that each point was trained for; null: as long as the study says
   * @param bytesUp sent by all parties for the search
   */
  record Chosen<C extends Record>(C config, double[] values, int[] rounds, long bytesUp) {
    int tried() {
      return Math.max(1, values.length);
    }

    /** Returns settings that were not searched for. */
    static <C extends Record> Chosen<C> fixed(C config) {
      return new Chosen<>(config, new double[0], null, 0);
    }
  }

  /**
   * @param train trains the method with some settings
   * @param folder where what is found is kept, so that a search goes on after a stop
   */
  SettingsSearch(StudyData data, C config, Trainer<C> train, Progress progress, Path folder) {
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

  /** The settings that are best on the validation rows; of equals, the first. */
  Chosen<C> choose(Split split, int number, Subject<C> subject) {
    if (search.settings().stream().noneMatch(subject.uses())) {
      return Chosen.fixed(config);
    }
    List<Map<String, Double>> points = points(subject);
    SearchPlan plan = SearchPlan.of(data, split, number, subject.name(), points.size());
    AtomicInteger done = new AtomicInteger();
    Consumer<SearchPlan.Training> count =
        one ->
            progress.stage(
                "trying %d settings for %s: %d %%"
                    .formatted(
                        points.size(),
                        subject.title(),
                        100 * done.incrementAndGet() / plan.trainings()));
    List<SearchPlan.Training> missing = plan.missing(log);
    while (!missing.isEmpty()) {
      for (List<SearchPlan.Training> part : byPart(missing)) {
        Fold fold = fold(rows(split, number).get(part.get(0).part()), number, subject);
        train(fold, subject, points, part, count);
      }
      missing = plan.missing(log);
    }
    SearchPlan.Found found = plan.found(log);
    double sign = Metrics.smallerIsBetter(search.by()) ? -1 : 1;
    double[] values = Arrays.stream(found.values()).map(value -> sign * value).toArray();
    return new Chosen<>(
        SettingsBinder.replace(config, points.get(found.best())),
        values,
        found.rounds(),
        found.bytesUp());
  }

  private static List<List<SearchPlan.Training>> byPart(List<SearchPlan.Training> all) {
    Map<Integer, List<SearchPlan.Training>> parts = new LinkedHashMap<>();
    all.forEach(one -> parts.computeIfAbsent(one.part(), p -> new ArrayList<>()).add(one));
    return List.copyOf(parts.values());
  }

  /** Trains on one part of the training rows, in parallel. */
  private void train(
      Fold fold,
      Subject<C> subject,
      List<Map<String, Double>> points,
      List<SearchPlan.Training> all,
      Consumer<SearchPlan.Training> count) {
    Consumer<SearchPlan.Training> one =
        training -> {
          Map<String, Double> point = points.get(training.point());
          log.add(training.key(), tryOut(fold, subject, point, training.rounds()));
          count.accept(training);
        };
    one.accept(all.get(0)); // alone: it forms the Gram matrices that all the others use
    Threads.forEach(all.size() - 1, i -> one.accept(all.get(i + 1)));
  }

  private Subject<C> among(List<String> views) {
    return new Subject<>(
        name(views),
        String.join(" + ", views),
        setting -> true,
        (split, purpose) -> data.fold(split, purpose).among(views),
        (fold, settings, rounds) ->
            train.train(fold, SettingsBinder.among(settings, views), rounds));
  }

  private static String name(List<String> views) {
    return String.join("+", views);
  }

  /** Returns the plan of the search for the method's settings among some views. */
  public static SearchPlan plan(StudyData data, Split split, int number, List<String> views) {
    int points = data.study().search().points(data.study().seed()).size();
    return SearchPlan.of(data, split, number, name(views), points);
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

  /** Returns the parts of a split's training rows; all of them where rows are grouped. */
  private List<Split> rows(Split split, int number) {
    boolean groups = !data.study().task().learnsLabels();
    return groups ? List.of(split) : new StudySplits(data).validation(split, number);
  }

  /** The rows of one part of a split's search. */
  public Fold part(Split split, int number, List<String> views, int part) {
    return fold(rows(split, number).get(part), number, among(views));
  }

  /** Trains the method with one point. */
  public SearchLog.Entry entry(Fold fold, List<String> views, SearchPlan.Training training) {
    Subject<C> subject = among(views);
    return tryOut(fold, subject, points(subject).get(training.point()), training.rounds());
  }

  private SearchLog.Entry tryOut(
      Fold fold, Subject<C> subject, Map<String, Double> point, int rounds) {
    Tried tried = subject.train().train(fold, SettingsBinder.replace(config, point), rounds);
    return new SearchLog.Entry(value(fold, tried), tried.bytesUp());
  }

  /** Returns the rows that were right, or so many times the metric that chooses. */
  private double value(Fold fold, Tried tried) {
    int rows = fold.truth().length;
    Scored scored = tried.scored();
    if (!data.study().task().learnsLabels()) {
      return search.by().equals(GroupJudge.SILHOUETTE)
          ? new GroupJudge(data, fold).silhouette(scored.scores()).orElseThrow(this::noSilhouette)
          : tried.clarity().orElseThrow();
    }
    if (fold.values().isPresent()) {
      Fold.Values values = fold.values().get();
      return rows
          * (search.by().isEmpty()
              ? ValueScoring.goodness(values, scored.scores())
              : signed(ValueScoring.metrics(values, scored)));
    }
    int[] truth = fold.truth(scored.scores());
    if (search.by().isEmpty() || (needsProbabilities() && !scored.probabilities())) {
      return Math.rint(rows * Classification.scores(truth, scored.scores()).accuracy());
    }
    return rows
        * signed(
            Scoring.metrics(data.study().task(), truth, scored.scores(), scored.probabilities()));
  }

  /** Returns whether the metric cannot judge a comparison whose scores are no probabilities. */
  private boolean needsProbabilities() {
    return Criteria.ofProbabilities(search.by());
  }

  private BadInput noSilhouette() {
    return new BadInput(
        "search.by is silhouette, and no view's columns are in memory to compare rows by; leave it out");
  }

  private double signed(Map<String, Double> metrics) {
    double value = metrics.getOrDefault(search.by(), Double.NaN);
    return Metrics.smallerIsBetter(search.by()) ? -value : value;
  }
}
