package io.parallax.fedmv.vertical;

import io.parallax.core.Labels;
import io.parallax.core.PartyId;
import io.parallax.core.Roster;
import io.parallax.core.View;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Three views of samples from three overlapping classes; the last view is wider than it is long.
 */
record SmallStudy(List<View> views, Roster roster, int[] truth) {
  static final int[] WIDTHS = {5, 3, 40};

  static SmallStudy make(int samples, int heldOut, long seed) {
    Rng rng = Rng.of(seed);
    int all = samples + heldOut;
    int[] codes = IntStream.range(0, all).map(i -> i % 3).toArray();
    List<View> views = new ArrayList<>();
    List<Roster.Member> members = new ArrayList<>();
    int[] train = IntStream.range(0, samples).toArray();
    int[] test = IntStream.range(samples, all).toArray();
    for (int k = 0; k < WIDTHS.length; k++) {
      Matrix centres = Matrix.gaussian(3, WIDTHS[k], rng).scale(0.6);
      Matrix x = Matrix.gaussian(all, WIDTHS[k], rng);
      Matrix noisy = Matrix.fill(all, x.cols(), (i, j) -> x.get(i, j) + centres.get(codes[i], j));
      PartyId id = PartyId.of("p" + k);
      Optional<Labels> labels =
          k == 1 ? Optional.of(new Labels(codes, 3).select(train)) : Optional.empty();
      views.add(
          new View(
              id,
              "v" + k,
              IntStream.range(0, x.cols()).mapToObj(j -> "c" + j).toList(),
              Features.of(noisy.selectRows(train)),
              Optional.of(Features.of(noisy.selectRows(test))),
              labels));
      members.add(Roster.Member.vertical(id, "v" + k, k == 1, samples));
    }
    return new SmallStudy(
        views,
        new Roster(members, samples, heldOut, 3, seed),
        IntStream.of(test).map(i -> codes[i]).toArray());
  }

  Matrix y() {
    return views.get(1).labels().orElseThrow().oneHot();
  }
}
