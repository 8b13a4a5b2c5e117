package io.parallax.testkit;

import io.parallax.core.Presence;
import io.parallax.core.View;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Views of parties that lack rows. */
public final class BlankRows {
  private BlankRows() {}

  /** Returns the same views, each with every row by this chance; the others are blank. */
  public static List<View> of(List<View> views, double chance, long seed) {
    return filled(lacking(views, chance, chance, seed), 0);
  }

  /** Returns the same for training rows only; every party has every held-out row. */
  public static List<View> ofTraining(List<View> views, double chance, long seed) {
    return filled(lacking(views, chance, 1, seed), 0);
  }

  /** Returns the same views with the training rows only that every party has. */
  public static List<View> complete(List<View> lacking) {
    BitSet all = new BitSet();
    all.set(0, lacking.get(0).features().samples());
    lacking.forEach(view -> all.and(view.presence().orElseThrow().training()));
    int[] rows = all.stream().toArray();
    return lacking.stream().map(view -> only(view, rows)).toList();
  }

  private static View only(View view, int[] rows) {
    return new View(
        view.owner(),
        view.name(),
        view.columns(),
        Features.of(view.features().toMatrix().selectRows(rows)),
        view.heldOut(),
        view.labels().map(labels -> labels.select(rows)),
        view.shape());
  }

  /** Returns the same views, which say that their parties have every row but may lack some. */
  public static List<View> none(List<View> views) {
    return lacking(views, 1, 1, 0);
  }

  /** Returns the same views with this number in all cells of blank rows. */
  public static List<View> filled(List<View> views, double cell) {
    return views.stream().map(view -> filled(view, cell)).toList();
  }

  private static List<View> lacking(List<View> views, double training, double later, long seed) {
    return views.stream()
        .map(
            view -> {
              Rng rng = Rng.of(seed).child(view.name());
              BitSet trained = held(view.features().samples(), training, rng);
              int heldOut = view.heldOut().map(Features::samples).orElse(0);
              return view.withPresence(
                  Optional.of(new Presence(trained, held(heldOut, later, rng))));
            })
        .toList();
  }

  private static BitSet held(int rows, double chance, Rng rng) {
    BitSet held = new BitSet();
    IntStream.range(0, rows).filter(i -> rng.uniform() < chance).forEach(held::set);
    return held;
  }

  private static View filled(View view, double cell) {
    Presence held = view.presence().orElseThrow();
    return new View(
        view.owner(),
        view.name(),
        view.columns(),
        filled(view.features(), held.training(), cell),
        view.heldOut().map(rows -> filled(rows, held.heldOut(), cell)),
        view.labels(),
        view.shape(),
        view.target(),
        view.presence());
  }

  private static Features filled(Features rows, BitSet held, double cell) {
    Matrix x = rows.toMatrix();
    return Features.of(Matrix.fill(x.rows(), x.cols(), (i, j) -> held.get(i) ? x.get(i, j) : cell));
  }
}
