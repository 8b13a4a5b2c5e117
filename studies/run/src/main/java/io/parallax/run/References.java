package io.parallax.run;

import io.parallax.core.BadInput;
import io.parallax.core.Stopped;
import io.parallax.core.View;
import io.parallax.data.Split;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.study.rows.Fold;
import io.parallax.study.rows.StudyData;
import io.parallax.study.rows.StudySplits;
import io.parallax.trees.BoostSettings;
import io.parallax.trees.BoostedTrees;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/**
 * The references of any classification, for every method: the majority class always; with
 * 'baselines', logistic regression and boosted trees on all columns in one place, and logistic
 * regression on every view alone. Nobody is allowed to pool columns, so they exist in a simulation
 * only. Views of sequences and images have none of them.
 */
final class References {
  static final String ALONE = " alone, logistic regression";

  /** The guess that needs no features. */
  static final String MAJORITY = "majority class";

  static final String LOGISTIC = "pooled logistic regression (simulation only)";
  static final String TREES = "pooled boosted trees (simulation only)";

  /** The largest pool of columns, in numbers; a larger one is left out. */
  static final long MOST_NUMBERS = 20_000_000;

  /** The largest system, in columns or in rows, whichever is less; a larger one is left out. */
  static final int MOST_UNKNOWNS = 3000;

  private final StudyData data;
  private final Split split;
  private final int number;
  private final Fold fold;
  private final Progress progress;
  private final BooleanSupplier stop;

  /**
   * @param number of the split, from 1
   * @param fold its rows
   */
  References(
      StudyData data, Split split, int number, Fold fold, Progress progress, BooleanSupplier stop) {
    this.data = data;
    this.split = split;
    this.number = number;
    this.fold = fold;
    this.progress = progress;
    this.stop = stop;
  }

  /** Each by its name. */
  Map<String, Scored> all() {
    Map<String, Scored> found = new LinkedHashMap<>();
    if (data.study().extras().baselines() && poolable()) {
      Optional<Fold> inner = inner();
      if (data.study().views().size() > 1) {
        for (String view : data.study().views()) {
          String name = view + ALONE;
          found.put(name, logistic(name, view::equals, inner));
        }
      }
      found.put(LOGISTIC, logistic(LOGISTIC, view -> true, inner));
      found.put(TREES, trees());
    }
    found.put(MAJORITY, majority());
    return found;
  }

  private boolean poolable() {
    if (fold.views().stream().anyMatch(view -> view.shape().isPresent())) {
      return false;
    }
    View first = fold.views().get(0);
    long rows = split.train().length;
    long columns =
        fold.views().stream()
            .filter(view -> !fold.horizontal() || view.owner().equals(first.owner()))
            .mapToLong(view -> view.features().size())
            .sum();
    boolean small = rows * columns <= MOST_NUMBERS && Math.min(rows, columns) <= MOST_UNKNOWNS;
    if (!small) {
      progress.note(
          "pooled comparisons are left out: %,d training rows of %,d columns are more than %,d numbers, or both more than %,d"
              .formatted(rows, columns, MOST_NUMBERS, MOST_UNKNOWNS));
    }
    return small;
  }

  /** The training rows, a fifth of them to choose λ by; none where they are too few to be cut. */
  private Optional<Fold> inner() {
    try {
      Split part = new StudySplits(data).inner(split, number);
      return Optional.of(data.fold(part, "comparison-" + number));
    } catch (BadInput tooFew) {
      return Optional.empty();
    }
  }

  private Scored logistic(String name, Predicate<String> views, Optional<Fold> inner) {
    begin(name);
    double lambda =
        inner
            .map(part -> new PooledLogistic(Pool.of(part, views)).best(part.truth()))
            .orElse(PooledLogistic.DEFAULT);
    Matrix found = new PooledLogistic(Pool.of(fold, views)).probabilities(lambda);
    return new Scored(found, true, inner.isPresent() ? PooledLogistic.LAMBDAS.size() : 1);
  }

  /** The number of rounds is chosen on a tenth of the training rows. */
  private Scored trees() {
    begin(TREES);
    Pool all = Pool.of(fold, view -> true);
    Rng rng = Rng.of(data.study().seed()).child("trees", Integer.toString(number));
    BoostedTrees trees =
        BoostedTrees.fit(all.train(), all.labels(), all.classes(), BoostSettings.defaults(), rng);
    return new Scored(trees.probabilities(all.heldOut()), true, 1);
  }

  private void begin(String name) {
    if (stop.getAsBoolean()) {
      throw new Stopped(0);
    }
    progress.stage(name);
  }

  /** For every held-out row the share of each class among the training rows. */
  private Scored majority() {
    int[] labels = Pool.labels(fold);
    double[] counts = new double[fold.classes()];
    Arrays.stream(labels).forEach(code -> counts[code]++);
    Matrix shares =
        Matrix.fill(fold.truth().length, counts.length, (i, c) -> counts[c] / labels.length);
    return new Scored(shares, true, 1);
  }
}
