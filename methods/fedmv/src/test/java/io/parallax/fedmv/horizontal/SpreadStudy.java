package io.parallax.fedmv.horizontal;

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

/** Two views of samples from three classes, spread unevenly over three parties, or all at one. */
record SpreadStudy(List<View> views, Roster roster) {
  private static final int[] SIZES = {14, 25, 9};
  private static final int[] WIDTHS = {6, 4};
  private static final int HELD_OUT = 5;

  static SpreadStudy make(long seed) {
    List<View> views = new ArrayList<>();
    List<Roster.Member> members = new ArrayList<>();
    int from = 0;
    for (int l = 0; l < SIZES.length; l++) {
      PartyId id = PartyId.of("p" + l);
      views.addAll(rows(id, seed, from, SIZES[l]));
      members.add(new Roster.Member(id, List.of("v0", "v1"), true, SIZES[l]));
      from += SIZES[l] + HELD_OUT;
    }
    int all = IntStream.of(SIZES).sum();
    return new SpreadStudy(views, new Roster(members, all, 15, 3, seed));
  }

  /** Rows {@code from} … as training rows, the next few as held-out ones. */
  private static List<View> rows(PartyId id, long seed, int from, int count) {
    List<View> views = new ArrayList<>();
    int[] codes = IntStream.range(from, from + count).map(i -> i % 3).toArray();
    for (int k = 0; k < WIDTHS.length; k++) {
      Matrix x = all(seed, k);
      int[] train = IntStream.range(from, from + count).toArray();
      int[] test = IntStream.range(from + count, from + count + HELD_OUT).toArray();
      List<String> columns = IntStream.range(0, x.cols()).mapToObj(j -> "c" + j).toList();
      views.add(
          new View(
              id,
              "v" + k,
              columns,
              Features.of(x.selectRows(train)),
              Optional.of(Features.of(x.selectRows(test))),
              Optional.of(new Labels(codes, 3))));
    }
    return views;
  }

  private static Matrix all(long seed, int k) {
    Rng rng = Rng.of(seed).child("view", Integer.toString(k));
    Matrix centres = Matrix.gaussian(3, WIDTHS[k], rng);
    Matrix noise = Matrix.gaussian(100, WIDTHS[k], rng);
    return Matrix.fill(100, WIDTHS[k], (i, j) -> noise.get(i, j) + centres.get(i % 3, j));
  }

  /** All parties' training rows of one view, one below the other. */
  Matrix pooled(String view) {
    return Matrix.stackRows(
        views.stream()
            .filter(v -> v.name().equals(view))
            .map(v -> v.features().toMatrix())
            .toList());
  }

  Matrix pooledLabels() {
    return Matrix.stackRows(
        views.stream()
            .filter(v -> v.name().equals("v0"))
            .map(v -> v.labels().orElseThrow().oneHot())
            .toList());
  }
}
