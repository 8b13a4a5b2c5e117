package io.parallax.fedmv.horizontal;

import io.parallax.core.Baseline;
import io.parallax.core.Eq;
import io.parallax.core.View;
import io.parallax.fedmv.horizontal.HFedMvMessages.Products;
import io.parallax.math.Matrix;
import io.parallax.math.RowSparseRegression;
import java.util.ArrayList;
import java.util.List;

/** What the paper's Table 2 compares H-FedMV with. Scores are those of each party's own rows. */
final class HFedMvBaselines {
  private static final double TOLERANCE = 1e-9;

  private HFedMvBaselines() {}

  static List<Baseline> of(HFedMvConfig config, List<String> views) {
    List<Baseline> all = new ArrayList<>();
    all.add(new Baseline.Alone("every party for itself", in -> local(in, config)));
    if (views.size() > 2) {
      for (int i = 0; i < views.size(); i++) {
        for (int j = i + 1; j < views.size(); j++) {
          List<String> pair = List.of(views.get(i), views.get(j));
          all.add(new Baseline.Among(String.join(" + ", pair), pair));
        }
      }
    }
    for (String view : views) {
      double beta = config.beta().of(view);
      all.add(new Baseline.Pooled(view + " alone, averaged", in -> averaged(in, view, beta)));
    }
    return all;
  }

  /** Multi-view learning without federation: each party's own optimum of Eq. (1). */
  private static Matrix local(List<View> views, HFedMvConfig config) {
    List<Matrix> scores = new ArrayList<>();
    View.byOwner(views).values().forEach(own -> scores.add(local(config, own)));
    return Matrix.stackRows(scores);
  }

  private static Matrix local(HFedMvConfig config, List<View> own) {
    Stack columns = new Stack(own.stream().mapToInt(v -> v.features().size()).toArray());
    Matrix x = Matrix.stackColumns(own.stream().map(v -> v.features().toMatrix()).toList());
    Matrix y = own.get(0).labels().orElseThrow().oneHot();
    Products products = new Products(x.gram(), x.transposeTimes(y), y.rows());
    List<String> names = own.stream().map(View::name).toList();
    List<Matrix> w = columns.cut(new JointProblem(config, names, columns, products).solve().w());
    return HFedMvEquations.testConsensus(config, own, w);
  }

  /** Single-view FL: each party solves Eq. (20) on its rows; the models are averaged by rows. */
  @Eq("20")
  private static Matrix averaged(List<View> views, String name, double beta) {
    List<View> own = views.stream().filter(view -> view.name().equals(name)).toList();
    double rows = own.stream().mapToDouble(view -> view.features().samples()).sum();
    Matrix mean =
        own.stream()
            .map(view -> solve(view, beta).scale(view.features().samples() / rows))
            .reduce(Matrix::plus)
            .orElseThrow();
    return Matrix.stackRows(own.stream().map(view -> view.toScore().times(mean)).toList());
  }

  private static Matrix solve(View view, double beta) {
    Matrix y = view.labels().orElseThrow().oneHot();
    return new RowSparseRegression(view.features()).solve(y, beta, null, TOLERANCE).w();
  }
}
