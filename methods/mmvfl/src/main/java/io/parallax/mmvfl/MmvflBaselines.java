package io.parallax.mmvfl;

import io.parallax.core.Baseline;
import io.parallax.core.View;
import io.parallax.math.Matrix;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The methods that the paper's Table 2 compares MMVFL with: labels known to every party. */
final class MmvflBaselines {
  static final Map<String, String> LEGEND =
      Map.of(
          "supFL",
          "supFL: a view's own party that knew the labels, by sparse least squares.",
          "supMVLFL",
          "supMVLFL: all parties that knew the labels, each by supFL, their scores joined as MMVFL's are.");

  private MmvflBaselines() {}

  static List<Baseline> of(MmvflConfig config, List<String> views) {
    List<Baseline> all = new ArrayList<>();
    for (String name : views) {
      all.add(
          new Baseline.Pooled(
              "supFL " + name,
              Set.of("beta", "keep")::contains,
              in -> alone(named(in, name), labels(in), config)));
    }
    if (views.size() > 1) {
      all.add(
          new Baseline.Pooled(
              "supMVLFL, views together",
              Set.of("beta", "keep", "zeta")::contains,
              in -> together(in, config)));
    }
    return all;
  }

  private static Matrix alone(View view, Matrix y, MmvflConfig config) {
    Matrix w = SupFl.solve(view.features(), y, config.beta().of(view.name()));
    return new MmvflModel(w).scores(view.toScore(), config.keep());
  }

  /** Combines scores as MMVFL does, up to a factor that does not change the argmax. */
  private static Matrix together(List<View> views, MmvflConfig config) {
    Matrix y = labels(views);
    return views.stream()
        .map(v -> alone(v, y, config).scale(MmvflEquations.weight(config.zeta().of(v.name()), 0)))
        .reduce(Matrix::plus)
        .orElseThrow();
  }

  private static View named(List<View> views, String name) {
    return views.stream().filter(view -> view.name().equals(name)).findFirst().orElseThrow();
  }

  private static Matrix labels(List<View> views) {
    return views.stream()
        .flatMap(view -> view.labels().stream())
        .findFirst()
        .orElseThrow()
        .oneHot();
  }
}
