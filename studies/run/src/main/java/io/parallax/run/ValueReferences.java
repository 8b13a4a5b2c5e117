package io.parallax.run;

import io.parallax.core.BaselineHazard;
import io.parallax.core.Target;
import io.parallax.eval.KaplanMeier;
import io.parallax.math.Matrix;
import io.parallax.study.rows.Fold;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** The prediction without features, for every method that learns a target that is not classes. */
final class ValueReferences {
  static final String NAME = "without features";

  private ValueReferences() {}

  /** Returns the mean, the common rate, or the same survival for all. */
  static Map<String, Scored> of(Fold.Values values) {
    Map<String, Scored> found = new LinkedHashMap<>();
    found.put(NAME, scored(values));
    return found;
  }

  private static Scored scored(Fold.Values values) {
    int rows = values.heldOut().size();
    if (values.trained() instanceof Target.Numbers numbers) {
      double offsets =
          numbers
              .adjustment()
              .offset()
              .map(Arrays::stream)
              .map(o -> o.average().orElse(0))
              .orElse(0.0);
      double mean = Arrays.stream(numbers.values()).average().orElse(0);
      return same(rows, mean - offsets, Optional.empty());
    }
    if (values.trained() instanceof Target.Counts counts) {
      double exposure = Arrays.stream(ValueScoring.exposure(counts)).sum();
      double rate = Arrays.stream(counts.counts()).sum() / exposure;
      return same(rows, Math.max(rate, Double.MIN_NORMAL), Optional.empty());
    }
    return same(rows, 0, Optional.of(hazard((Target.Survival) values.trained())));
  }

  private static Scored same(int rows, double value, Optional<BaselineHazard> hazard) {
    return new Scored(Matrix.fill(rows, 1, (i, j) -> value), false, 1, hazard);
  }

  /** Returns the hazard with which everybody survives as Kaplan and Meier estimate by stratum. */
  private static BaselineHazard hazard(Target.Survival trained) {
    int[] groups = trained.strata().orElse(new int[trained.size()]);
    int[] numbers = Arrays.stream(groups).distinct().sorted().toArray();
    List<KaplanMeier> curves = KaplanMeier.ofGroups(trained.times(), trained.events(), groups);
    return new BaselineHazard(
        curves.stream().flatMapToDouble(c -> Arrays.stream(c.times())).toArray(),
        curves.stream()
            .flatMapToDouble(c -> Arrays.stream(c.survival()))
            .map(share -> -StrictMath.log(Math.max(share, Double.MIN_NORMAL)))
            .toArray(),
        IntStream.range(0, numbers.length)
            .flatMap(g -> Arrays.stream(curves.get(g).times()).mapToInt(t -> numbers[g]))
            .toArray());
  }
}
