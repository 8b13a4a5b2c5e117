package io.parallax.fedmv.vertical;

import io.parallax.core.Baseline;
import io.parallax.core.Eq;
import io.parallax.core.Labels;
import io.parallax.core.RowWeights;
import io.parallax.core.View;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.RowSparseRegression;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * The methods that the paper's Table 1 compares V-FedMV with, and two more that anyone would try
 * first. They have a column of ones if V-FedMV has one.
 */
final class VFedMvBaselines {
  private static final double TOLERANCE = 1e-9;

  private VFedMvBaselines() {}

  static List<Baseline> of(VFedMvConfig config, List<String> views) {
    List<Baseline> all = new ArrayList<>();
    if (views.size() > 2) {
      all.addAll(pairs(views));
    }
    for (String view : views) {
      all.add(pooled(view + " alone", in -> alone(named(in, view), labels(in), config)));
    }
    if (views.size() > 1) {
      all.add(pooled("single views, averaged", in -> averaged(in, config)));
      all.add(pooled("all columns in one place", in -> concatenated(in, config)));
    }
    return all;
  }

  private static Baseline pooled(String name, Function<List<View>, Matrix> scores) {
    return new Baseline.Pooled(name, "beta"::equals, scores);
  }

  private static List<Baseline> pairs(List<String> views) {
    List<Baseline> pairs = new ArrayList<>();
    for (int i = 0; i < views.size(); i++) {
      for (int j = i + 1; j < views.size(); j++) {
        String a = views.get(i);
        String b = views.get(j);
        pairs.add(new Baseline.Among(a + " + " + b, List.of(a, b)));
      }
    }
    return pairs;
  }

  /** min ‖XW − Y‖² + β‖W‖₂,₁ on the training rows; XW on the held-out ones. */
  @Eq("20")
  private static Matrix alone(Features x, Features heldOut, Labels labels, double beta) {
    Matrix w = new RowSparseRegression(x).solve(labels.oneHot(), beta, null, TOLERANCE).w();
    return heldOut.times(w);
  }

  private static Matrix alone(View view, Labels labels, VFedMvConfig config) {
    View used = (config.bias() ? Bias.addTo(view) : view).withoutBlanks();
    double beta = config.beta().of(view.name());
    return view.ofHeldOut(alone(used.features(), used.toScore(), labels, beta));
  }

  private static Matrix averaged(List<View> views, VFedMvConfig config) {
    Matrix sum =
        views.stream()
            .map(view -> alone(view, labels(views), config))
            .reduce(Matrix::plus)
            .orElseThrow();
    Matrix one = Matrix.fill(sum.rows(), 1, (i, j) -> 1);
    return RowWeights.of(
            views.stream().map(v -> v.ofHeldOut(one)).reduce(Matrix::plus).orElseThrow())
        .mean(sum);
  }

  /** Returns the columns of all views side by side, with one column of ones for all of them. */
  private static Matrix concatenated(List<View> all, VFedMvConfig config) {
    List<View> views = new ArrayList<>(all);
    if (config.bias()) {
      views.set(0, Bias.addTo(views.get(0)));
    }
    Features x = Features.of(columns(views.stream().map(View::features).toList()));
    Features heldOut = Features.of(columns(views.stream().map(View::toScore).toList()));
    return alone(x, heldOut, labels(views), config.beta().of(views.get(0).name()));
  }

  private static Matrix columns(List<Features> parts) {
    return Matrix.stackColumns(parts.stream().map(Features::toMatrix).toList());
  }

  private static View named(List<View> views, String name) {
    return views.stream().filter(view -> view.name().equals(name)).findFirst().orElseThrow();
  }

  private static Labels labels(List<View> views) {
    return views.stream().flatMap(view -> view.labels().stream()).findFirst().orElseThrow();
  }
}
