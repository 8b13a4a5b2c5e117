package io.parallax.cli.study;

import io.parallax.data.Split;
import io.parallax.data.Splits;
import io.parallax.eval.Classification;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.math.Threads;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.IntConsumer;

/**
 * Chooses settings by cross-validation within the training rows of one split: the held-out rows
 * take no part in it.
 */
final class SettingsSearch<C extends Record> {
  private static final int FOLDS = 5;
  private final StudyData data;
  private final C config;
  private final BiFunction<Fold, C, Matrix> train;
  private final Progress progress;
  private final List<Map<String, Double>> grid;

  /** Settings, and how many were tried to find them. */
  record Chosen<C extends Record>(C config, int tried) {}

  /**
   * @param train trains with some settings and returns the scores of the rows held out
   */
  SettingsSearch(StudyData data, C config, BiFunction<Fold, C, Matrix> train, Progress progress) {
    this.data = data;
    this.config = config;
    this.train = train;
    this.progress = progress;
    this.grid = grid(data.study().search());
  }

  /** The settings that get most validation rows right; of equals, the first. */
  Chosen<C> choose(Split split, int number, List<String> views) {
    if (grid.size() == 1) {
      return new Chosen<>(point(0), 1);
    }
    progress.stage("choosing among " + grid.size() + " settings for " + String.join(" + ", views));
    double[] correct = new double[grid.size()];
    for (Split part : validation(split, number)) {
      Fold fold = data.fold(part, "validation-" + number).among(views);
      double[] found = correct(fold, views);
      Arrays.setAll(correct, i -> correct[i] + found[i]);
    }
    int best = 0;
    for (int i = 1; i < correct.length; i++) {
      best = correct[i] > correct[best] ? i : best;
    }
    return new Chosen<>(point(best), grid.size());
  }

  private C point(int i) {
    return SettingsBinder.replace(config, grid.get(i));
  }

  /** How many validation rows each point of the grid gets right. */
  private double[] correct(Fold fold, List<String> views) {
    double[] correct = new double[grid.size()];
    IntConsumer count =
        i -> {
          Matrix scores = train.apply(fold, SettingsBinder.among(point(i), views));
          correct[i] = fold.truth().length * Classification.scores(fold.truth(), scores).accuracy();
        };
    count.accept(0); // alone: it forms the Gram matrices that all the others use
    Threads.forEach(grid.size() - 1, i -> count.accept(i + 1));
    return correct;
  }

  private List<Split> validation(Split split, int number) {
    int[] codes = pick(data.codes(), split.train());
    Rng rng = Rng.of(data.study().seed()).child("validation", Integer.toString(number));
    List<Split> parts = new ArrayList<>();
    for (Split part : Splits.kFold(codes, FOLDS, rng)) {
      parts.add(new Split(pick(split.train(), part.train()), pick(split.train(), part.test())));
    }
    return parts;
  }

  private static int[] pick(int[] from, int[] places) {
    return Arrays.stream(places).map(place -> from[place]).toArray();
  }

  /** Every combination of the values to try; one empty point when there is nothing to search. */
  private static List<Map<String, Double>> grid(Map<String, List<Double>> search) {
    List<Map<String, Double>> points = List.of(Map.of());
    for (var setting : search.entrySet()) {
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
}
