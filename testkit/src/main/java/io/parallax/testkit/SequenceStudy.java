package io.parallax.testkit;

import io.parallax.core.Labels;
import io.parallax.core.PartyId;
import io.parallax.core.Roster;
import io.parallax.core.Sequences;
import io.parallax.core.View;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Made-up sequences in two views of different lengths. In one view values drift up or down with the
 * class, in the other their spread depends on it.
 */
public final class SequenceStudy {
  private static final Sequences DRIFT = new Sequences(8, List.of("x", "y"));
  private static final Sequences SPREAD = new Sequences(5, List.of("z"));

  private SequenceStudy() {}

  /** Views of so many parties, each with training and held-out rows. */
  public static List<View> views(int parties, int rows, int heldOut, int classes) {
    List<View> all = new ArrayList<>();
    for (int p = 0; p < parties; p++) {
      Rng rng = Rng.of(100 + p);
      int[] codes = new int[rows + heldOut];
      double[][] drift = new double[codes.length][];
      double[][] spread = new double[codes.length][];
      for (int i = 0; i < codes.length; i++) {
        codes[i] = i % classes;
        drift[i] = DRIFT.row(sequence(3 + rng.below(8), 2, codes[i] - 0.5, 0.5, rng));
        spread[i] = SPREAD.row(sequence(2 + rng.below(5), 1, 0, 0.3 + codes[i], rng));
      }
      PartyId id = PartyId.of("party-" + p);
      all.add(view(id, "drift", DRIFT, drift, rows, codes, classes));
      all.add(view(id, "spread", SPREAD, spread, rows, codes, classes));
    }
    return all;
  }

  /** The roster of parties that hold different samples. */
  public static Roster roster(List<View> views, int classes) {
    return Roster.horizontal(views, classes, 7);
  }

  /** The same samples, with every view at a party of its own and the labels at the first. */
  public static List<View> byView(int rows, int heldOut, int classes) {
    List<View> all = new ArrayList<>();
    for (View view : views(1, rows, heldOut, classes)) {
      all.add(
          new View(
              PartyId.of(view.name()),
              view.name(),
              view.columns(),
              view.features(),
              view.heldOut(),
              all.isEmpty() ? view.labels() : Optional.empty(),
              view.shape()));
    }
    return all;
  }

  private static View view(
      PartyId id, String name, Sequences layout, double[][] all, int rows, int[] codes, int k) {
    double[][] train = Arrays.copyOf(all, rows);
    double[][] held = Arrays.copyOfRange(all, rows, all.length);
    return View.of(
        id,
        name,
        layout,
        Features.of(Matrix.of(train)),
        Optional.of(Features.of(Matrix.of(held))),
        Optional.of(new Labels(Arrays.copyOf(codes, rows), k)));
  }

  private static float[][] sequence(int length, int channels, double drift, double sd, Rng rng) {
    float[][] steps = new float[length][channels];
    for (int t = 0; t < length; t++) {
      for (int c = 0; c < channels; c++) {
        steps[t][c] = (float) (drift * t / 4 + sd * rng.gaussian());
      }
    }
    return steps;
  }
}
