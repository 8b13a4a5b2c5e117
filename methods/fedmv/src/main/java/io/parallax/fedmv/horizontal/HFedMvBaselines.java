package io.parallax.fedmv.horizontal;

import io.parallax.core.Baseline;
import io.parallax.core.Eq;
import io.parallax.core.View;
import io.parallax.fedmv.horizontal.HFedMvMessages.Products;
import io.parallax.math.Matrix;
import io.parallax.math.RowSparseRegression;
import java.util.ArrayList;
import java.util.List;

/** The methods that the paper's Table 2 compares H-FedMV with. Each party scores its own rows. */
public final class HFedMvBaselines {
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
      all.add(
          new Baseline.Pooled(
              view + " alone, averaged", "beta"::equals, in -> averaged(in, view, beta)));
    }
    return all;
  }

  /** Multi-view learning without federation: each party's own optimum of Eq. (1). */
  public static Matrix local(List<View> views, HFedMvConfig config) {
    List<Matrix> scores = new ArrayList<>();
    for (List<View> own : View.byOwner(views).values()) {
      if (own.get(0).heldOut().isPresent()) {
        scores.add(local(config, own));
      }
    }
    return Matrix.stackRows(scores);
  }

  private static Matrix local(HFedMvConfig config, List<View> own) {
    return HFedMvEquations.testConsensus(config, own, optimum(config, own));
  }

  /** Computes the result of H-FedMV itself in one place: the optimum of Eq. (1) over all rows. */
  public static Matrix together(List<View> views, HFedMvConfig config) {
    List<List<View>> parties = List.copyOf(View.byOwner(views).values());
    Products sum =
        parties.stream()
            .map(ExactParty::products)
            .reduce(
                (a, b) ->
                    new Products(
                        a.gram().plus(b.gram()),
                        a.cross().plus(b.cross()),
                        a.samples() + b.samples()))
            .orElseThrow();
    List<Matrix> w = optimum(config, parties.get(0), sum);
    return Matrix.stackRows(
        parties.stream()
            .filter(own -> own.get(0).heldOut().isPresent())
            .map(own -> HFedMvEquations.testConsensus(config, own, w))
            .toList());
  }

  /** W_k of every view by a party's own rows. */
  private static List<Matrix> optimum(HFedMvConfig config, List<View> views) {
    List<View> own = views.stream().map(View::withoutBlanks).toList();
    Products products = ExactParty.products(own);
    if (HFedMvEquations.complete(own)) {
      return optimum(config, own, products);
    }
    Stack columns = columns(own);
    return columns.cut(
        new PartialProblem(config, names(own), columns, products, ExactParty.lacking(config, own))
            .solve()
            .w());
  }

  private static Stack columns(List<View> like) {
    return new Stack(like.stream().mapToInt(v -> v.features().size()).toArray());
  }

  private static List<String> names(List<View> views) {
    return views.stream().map(View::name).toList();
  }

  /** W_k of every view. */
  private static List<Matrix> optimum(HFedMvConfig config, List<View> like, Products products) {
    Stack columns = columns(like);
    return columns.cut(new JointProblem(config, names(like), columns, products).solve().w());
  }

  /** Single-view FL: each party solves Eq. (20) on its rows; the models are averaged by rows. */
  @Eq("20")
  private static Matrix averaged(List<View> views, String name, double beta) {
    List<View> own =
        views.stream().filter(view -> view.name().equals(name)).map(View::withoutBlanks).toList();
    double rows = own.stream().mapToDouble(HFedMvParty::held).sum();
    Matrix mean =
        own.stream()
            .map(view -> solve(view, beta).scale(HFedMvParty.held(view) / rows))
            .reduce(Matrix::plus)
            .orElseThrow();
    return Matrix.stackRows(
        own.stream().map(view -> view.ofHeldOut(view.toScore().times(mean))).toList());
  }

  private static Matrix solve(View view, double beta) {
    Matrix y = view.labels().orElseThrow().oneHot();
    return new RowSparseRegression(view.features()).solve(y, beta, null, TOLERANCE).w();
  }
}
