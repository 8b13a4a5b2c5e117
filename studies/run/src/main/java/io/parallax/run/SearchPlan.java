package io.parallax.run;

import io.parallax.data.Split;
import io.parallax.study.Search;
import io.parallax.study.rows.StudyData;
import io.parallax.study.rows.StudySplits;
import java.io.Serializable;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The order in which a search trains its points: all at once, or rung by rung. Everything follows
 * from the log, so that a search goes on wherever it was interrupted, on one machine or several.
 *
 * @param name of the trainings in the log
 * @param points number of points to try
 * @param weights the number of rows that each part of the search is judged on
 * @param budgets the rounds of training in each rung; the last is a whole training
 * @param factor one in so many points goes on to the next rung
 */
public record SearchPlan(
    String name, int points, List<Integer> weights, List<Integer> budgets, int factor) {

  /**
   * One training of the plan.
   *
   * @param part of the training rows, from 0
   * @param point of the search, from 0
   * @param rounds the most that it may take
   * @param key in the log
   */
  public record Training(int part, int point, int rounds, String key) implements Serializable {}

  /**
   * The end of a search.
   *
   * @param best the chosen point
   * @param values of each point, in the last rung that it was trained in; larger is better
   * @param rounds of each point in that rung; null if there is one rung only
   * @param bytesUp sent by all parties
   */
  record Found(int best, double[] values, int[] rounds, long bytesUp) {}

  /** Returns the plan of a search in one split. */
  static SearchPlan of(StudyData data, Split split, int number, String name, int points) {
    Search search = data.study().search();
    boolean groups = !data.study().task().learnsLabels();
    List<Integer> weights =
        groups
            ? List.of(1)
            : new StudySplits(data)
                .validation(split, number).stream().map(part -> part.test().length).toList();
    int factor = search.halving() == null ? 1 : search.halving().factor();
    return new SearchPlan(
        name, points, weights, search.budgets(data.study().stop().rounds()), factor);
  }

  /** Returns the number of trainings. */
  int trainings() {
    int left = points;
    int sum = 0;
    for (int rung = 0; rung < budgets.size(); rung++) {
      sum += left * weights.size();
      left = kept(left);
    }
    return sum;
  }

  /** Returns the trainings of the present rung that the log lacks; none: the search is done. */
  public List<Training> missing(SearchLog log) {
    List<Integer> left = all();
    for (int rung = 0; rung < budgets.size(); rung++) {
      int now = rung;
      List<Integer> alive = left;
      List<Training> missing =
          IntStream.range(0, weights.size())
              .boxed()
              .flatMap(part -> alive.stream().map(point -> training(now, part, point)))
              .filter(training -> log.find(training.key()).isEmpty())
              .toList();
      if (!missing.isEmpty()) {
        return missing;
      }
      left = best(left, values(log, rung, left));
    }
    return List.of();
  }

  /** Returns what a finished search has found. */
  Found found(SearchLog log) {
    double[] values = new double[points];
    int[] rounds = new int[points];
    List<Integer> left = all();
    List<Integer> best = left;
    for (int rung = 0; rung < budgets.size(); rung++) {
      double[] own = values(log, rung, left);
      for (int i = 0; i < own.length; i++) {
        values[left.get(i)] = own[i];
        rounds[left.get(i)] = budgets.get(rung);
      }
      best = left;
      left = best(left, own);
    }
    int first = best.get(0);
    for (int point : best) {
      first = values[point] > values[first] ? point : first;
    }
    long bytes = trained().mapToLong(one -> log.bytes(one.key())).sum();
    return new Found(first, values, budgets.size() > 1 ? rounds : null, bytes);
  }

  /** Returns every training that the plan may come to. */
  private Stream<Training> trained() {
    return IntStream.range(0, budgets.size())
        .boxed()
        .flatMap(
            rung ->
                IntStream.range(0, weights.size())
                    .boxed()
                    .flatMap(part -> all().stream().map(point -> training(rung, part, point))));
  }

  private List<Integer> all() {
    return IntStream.range(0, points).boxed().toList();
  }

  private Training training(int rung, int part, int point) {
    boolean whole = rung == budgets.size() - 1;
    String key = SearchLog.key(name, part, point) + (whole ? "" : "/" + budgets.get(rung));
    return new Training(part, point, budgets.get(rung), key);
  }

  private int kept(int left) {
    return Math.max(1, (left + factor - 1) / factor);
  }

  /** Returns the points that go on; of equals the first. */
  private List<Integer> best(List<Integer> left, double[] values) {
    return IntStream.range(0, left.size())
        .boxed()
        .sorted(Comparator.comparingDouble(i -> -values[i])) // stable
        .limit(kept(left.size()))
        .map(left::get)
        .sorted()
        .toList();
  }

  /**
   * Returns the mean over the parts' rows of each point's value. A part in which the metric is
   * defined for no point, for want of a class, does not count; a point for which alone it is
   * undefined has diverged, and is the last.
   */
  private double[] values(SearchLog log, int rung, List<Integer> left) {
    double[] sums = new double[left.size()];
    int rows = 0;
    for (int part = 0; part < weights.size(); part++) {
      double[] own = new double[left.size()];
      for (int i = 0; i < own.length; i++) {
        own[i] = log.find(training(rung, part, left.get(i)).key()).orElseThrow().correct();
      }
      if (Arrays.stream(own).allMatch(Double::isNaN)) {
        continue;
      }
      rows += weights.get(part);
      for (int i = 0; i < own.length; i++) {
        sums[i] += Double.isNaN(own[i]) ? Double.NEGATIVE_INFINITY : own[i];
      }
    }
    int all = rows;
    return Arrays.stream(sums).map(sum -> all == 0 ? 0 : sum / all).toArray();
  }
}
