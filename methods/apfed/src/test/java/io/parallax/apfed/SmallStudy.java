package io.parallax.apfed;

import io.parallax.core.Images;
import io.parallax.core.Labels;
import io.parallax.core.PartyId;
import io.parallax.core.PerView;
import io.parallax.core.Roster;
import io.parallax.core.Sequences;
import io.parallax.core.Shape;
import io.parallax.core.View;
import io.parallax.core.WordPerView;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.tensor.Architecture;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** A few classes that every view sees through noise: numbers, small images, short sequences. */
record SmallStudy(List<View> views, int[] truth, int classes) {
  private static final int CLASSES = 3;

  static SmallStudy of(int rows, int heldOut, List<Optional<Shape>> shapes, long seed) {
    Rng rng = Rng.of(seed);
    int[] codes = IntStream.range(0, rows + heldOut).map(i -> i % CLASSES).toArray();
    List<View> views = new ArrayList<>();
    for (int k = 0; k < shapes.size(); k++) {
      views.add(view(k, rows, codes, shapes.get(k), rng.child("view-" + k)));
    }
    int[] truth = IntStream.range(rows, codes.length).map(i -> codes[i]).toArray();
    return new SmallStudy(views, truth, CLASSES);
  }

  /** Three views of plain numbers. */
  static SmallStudy plain(int rows, int heldOut) {
    return of(rows, heldOut, List.of(Optional.empty(), Optional.empty(), Optional.empty()), 5);
  }

  /** Grey images, sequences, and numbers. */
  static SmallStudy mixed(int rows, int heldOut) {
    return of(
        rows,
        heldOut,
        List.of(
            Optional.of(new Images(1, 6, 5)),
            Optional.of(new Sequences(4, List.of("x", "y"))),
            Optional.empty()),
        7);
  }

  private static View view(int k, int rows, int[] codes, Optional<Shape> shape, Rng rng) {
    int d = shape.map(Shape::columns).orElse(7);
    Matrix centres = Matrix.gaussian(CLASSES, d, rng.child("centres")).scale(1.5);
    Matrix noise = Matrix.gaussian(codes.length, d, rng.child("noise"));
    boolean stepwise = shape.filter(Sequences.class::isInstance).isPresent();
    Matrix all =
        Matrix.fill(
            codes.length,
            d,
            (i, j) -> stepwise && j == 0 ? 4 : centres.get(codes[i], j) + noise.get(i, j));
    int[] first = IntStream.range(0, rows).toArray();
    int[] rest = IntStream.range(rows, codes.length).toArray();
    Optional<Labels> labels =
        k == 0
            ? Optional.of(new Labels(IntStream.of(first).map(i -> codes[i]).toArray(), CLASSES))
            : Optional.empty();
    List<String> names =
        shape.map(Shape::names).orElse(IntStream.range(0, d).mapToObj(Integer::toString).toList());
    return new View(
        PartyId.of("party-" + (char) ('a' + k)),
        "view-" + (char) ('a' + k),
        names,
        Features.of(all.selectRows(first)),
        Optional.of(Features.of(all.selectRows(rest))),
        labels,
        shape);
  }

  Roster roster() {
    return roster(11);
  }

  Roster roster(long seed) {
    return Roster.vertical(views, classes, seed);
  }

  /** Small networks that learn fast. */
  static ApFedConfig config(ApFedConfig.Mode mode, String... losses) {
    WordPerView loss =
        losses.length == 1
            ? WordPerView.everywhere(losses[0])
            : WordPerView.each(
                Map.of("view-a", losses[0], "view-b", losses[1], "view-c", losses[2]));
    return ApFedConfig.DEFAULTS
        .with(mode)
        .with(loss, PerView.of(0.5))
        .with(
            new Architecture(WordPerView.everywhere("auto"), 8, 8, 1),
            new Descent(16, 0.05, 0.9, 1e-4));
  }
}
