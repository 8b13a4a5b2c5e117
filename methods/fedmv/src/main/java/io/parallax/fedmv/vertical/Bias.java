package io.parallax.fedmv.vertical;

import io.parallax.core.View;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The column of ones that the setting {@code bias} adds behind a view's own columns. */
final class Bias {
  private static final String NAME = "(ones)";

  private Bias() {}

  static View addTo(View view) {
    List<String> columns = new ArrayList<>(view.columns());
    columns.add(NAME);
    Optional<Features> heldOut = view.heldOut().map(Bias::addTo);
    return new View(
            view.owner(), view.name(), columns, addTo(view.features()), heldOut, view.labels())
        .withPresence(view.presence());
  }

  private static Features addTo(Features x) {
    Matrix ones = Matrix.fill(x.samples(), 1, (i, j) -> 1);
    return x.beside(List.of(Features.of(ones)));
  }

  /** The row norms of W_k, one for each of the view's own columns. */
  static double[] importance(Matrix wk, View view) {
    boolean biased = view.columns().get(view.columns().size() - 1).equals(NAME);
    return Arrays.copyOf(wk.rowNorms(), wk.rows() - (biased ? 1 : 0));
  }
}
