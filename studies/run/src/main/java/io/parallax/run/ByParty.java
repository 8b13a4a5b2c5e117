package io.parallax.run;

import io.parallax.core.Party;
import io.parallax.core.PartyId;
import io.parallax.core.View;
import io.parallax.eval.Classification;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.study.rows.Fold;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.IntStream;

/** Judges a result for each party. */
public final class ByParty {
  /** The name of the mean over the parties. */
  public static final String MEAN = "mean of the parties";

  private static final List<String> METRICS = List.of("accuracy", "balancedAccuracy");

  private ByParty() {}

  /**
   * Returns metrics by party. If parties hold different people, every row of the comparison is
   * judged on the held-out people of each party that has some. If they hold different views, each
   * is judged by the scores of its view alone.
   */
  static Map<String, Map<String, Map<String, Double>>> of(
      Fold fold, Map<String, Matrix> scores, SortedMap<PartyId, Party> parties) {
    Map<String, Map<String, Map<String, Double>>> found = new LinkedHashMap<>();
    if (fold.values().isPresent()) {
      return found; // no part of a linear predictor predicts alone
    }
    if (fold.horizontal()) {
      scores.forEach(
          (row, all) -> {
            if (all.rows() == fold.truth().length) { // else they are those of several models
              found.put(row, withMean(slices(fold, all)));
            }
          });
      return found;
    }
    Map<String, Map<String, Double>> own = new LinkedHashMap<>();
    for (View view : fold.views()) {
      OwnScores.of(parties.get(view.owner()), view, fold.classes())
          .ifPresent(s -> own.put(view.owner().name(), judged(fold.truth(), s)));
    }
    if (!own.isEmpty()) {
      found.put(scores.keySet().iterator().next(), withMean(own));
    }
    return found;
  }

  private static Map<String, Map<String, Double>> slices(Fold fold, Matrix scores) {
    Map<String, Map<String, Double>> byParty = new LinkedHashMap<>();
    int from = 0;
    for (var own : View.byOwner(fold.judged()).entrySet()) {
      int count = own.getValue().get(0).heldOut().map(Features::samples).orElse(0);
      int[] rows = IntStream.range(from, from + count).toArray();
      int[] truth = Arrays.copyOfRange(fold.truth(), from, from + count);
      byParty.put(own.getKey().name(), judged(truth, scores.selectRows(rows)));
      from += count;
    }
    return byParty;
  }

  private static Map<String, Double> judged(int[] truth, Matrix scores) {
    Map<String, Double> all = Classification.scores(truth, scores).asMap();
    Map<String, Double> some = new LinkedHashMap<>();
    METRICS.forEach(metric -> some.put(metric, all.get(metric)));
    return some;
  }

  private static Map<String, Map<String, Double>> withMean(
      Map<String, Map<String, Double>> byParty) {
    Map<String, Double> mean = new LinkedHashMap<>();
    for (String metric : METRICS) {
      mean.put(
          metric,
          byParty.values().stream().mapToDouble(m -> m.get(metric)).average().orElseThrow());
    }
    byParty.put(MEAN, mean);
    return byParty;
  }
}
