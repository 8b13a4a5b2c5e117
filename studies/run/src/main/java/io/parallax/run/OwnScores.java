package io.parallax.run;

import io.parallax.core.Party;
import io.parallax.core.View;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import java.util.Optional;
import java.util.stream.IntStream;

/** Scores the held-out rows by one view alone, for trained parties that can. */
public final class OwnScores {
  private OwnScores() {}

  /** The scores that a party computes alone, else those of its view's linear map. */
  public static Optional<Matrix> of(Party trained, View view, int classes) {
    Optional<Matrix> alone = trained.scores();
    return alone.isPresent() ? alone : ofView(trained, view, classes);
  }

  /** XW, where the party's model has a linear map W for the view. */
  public static Optional<Matrix> ofView(Party trained, View view, int classes) {
    Matrix w = trained.model().get(view.name()); // d × C, or with a last row for a column of ones
    int d = view.features().size();
    boolean linear = w != null && w.cols() == classes && (w.rows() == d || w.rows() == d + 1);
    return linear ? view.heldOut().map(rows -> product(rows, w)) : Optional.empty();
  }

  private static Matrix product(Features x, Matrix w) {
    int d = x.size();
    if (w.rows() == d) {
      return x.times(w);
    }
    Matrix own = x.times(w.selectRows(IntStream.range(0, d).toArray()));
    return Matrix.fill(own.rows(), own.cols(), (i, j) -> own.get(i, j) + w.get(d, j));
  }
}
