package io.parallax.fedavg;

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

/** Two views of samples from three classes at three parties of different sizes. */
record SpreadRows(List<View> views, Roster roster) {
  private static final int[] SIZES = {14, 25, 9};
  private static final int[] WIDTHS = {3, 2};
  private static final int HELD_OUT = 6;

  static SpreadRows make(long seed) {
    List<View> views = new ArrayList<>();
    List<Roster.Member> members = new ArrayList<>();
    for (int p = 0; p < SIZES.length; p++) {
      PartyId id = PartyId.of("p" + p);
      for (int k = 0; k < WIDTHS.length; k++) {
        views.add(view(id, k, seed, SIZES[p]));
      }
      members.add(new Roster.Member(id, List.of("v0", "v1"), true, SIZES[p]));
    }
    int all = IntStream.of(SIZES).sum();
    return new SpreadRows(views, new Roster(members, all, HELD_OUT * SIZES.length, 3, seed));
  }

  private static View view(PartyId id, int k, long seed, int rows) {
    Rng rng = Rng.of(seed).child("view", Integer.toString(k));
    Matrix centres = Matrix.gaussian(3, WIDTHS[k], rng).scale(2);
    Rng own = rng.child(id.name());
    Matrix noise = Matrix.gaussian(rows + HELD_OUT, WIDTHS[k], own);
    Matrix x =
        Matrix.fill(rows + HELD_OUT, WIDTHS[k], (i, j) -> noise.get(i, j) + centres.get(i % 3, j));
    return new View(
        id,
        "v" + k,
        IntStream.range(0, WIDTHS[k]).mapToObj(j -> "c" + j).toList(),
        Features.of(x.selectRows(IntStream.range(0, rows).toArray())),
        Optional.of(Features.of(x.selectRows(IntStream.range(rows, rows + HELD_OUT).toArray()))),
        Optional.of(new Labels(IntStream.range(0, rows).map(i -> i % 3).toArray(), 3)));
  }

  /** Returns the class of a party's held-out row. */
  int truth(PartyId id, int row) {
    return (roster.member(id).samples() + row) % 3;
  }

  /** Returns all training rows of a party, its views side by side. */
  Matrix rows(PartyId id) {
    return Matrix.stackColumns(
        views.stream()
            .filter(v -> v.owner().equals(id))
            .map(v -> v.features().toMatrix())
            .toList());
  }
}
