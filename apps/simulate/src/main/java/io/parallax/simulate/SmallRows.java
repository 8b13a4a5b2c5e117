package io.parallax.simulate;

import io.parallax.core.Labels;
import io.parallax.core.Roster;
import io.parallax.core.Target;
import io.parallax.core.View;
import io.parallax.math.Rng;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The rows of a small study, by which two classes differ.
 *
 * @param views of all parties
 */
record SmallRows(List<View> views, Roster roster) {
  private static final int TRAIN = 12;
  private static final int HELD_OUT = 4;
  private static final int COLUMNS = 2;
  private static final int CLASSES = 2;
  private static final long SEED = 7;

  /** Layouts of rows at the parties, and what is learnt of them. */
  enum Layout {
    VIEWS,
    SITES,
    GROUPS,
    NUMBERS
  }

  static SmallRows of(Layout layout, int parties) {
    List<View> views = new ArrayList<>();
    for (int k = 0; k < parties; k++) {
      views.add(view(layout, k));
    }
    return new SmallRows(
        views,
        layout == Layout.SITES
            ? Roster.horizontal(views, CLASSES, SEED)
            : Roster.vertical(views, layout == Layout.NUMBERS ? 1 : CLASSES, SEED));
  }

  private static View view(Layout layout, int k) {
    boolean sites = layout == Layout.SITES;
    int[] codes = new int[TRAIN];
    Arrays.setAll(codes, i -> i % CLASSES);
    View view =
        View.of(
            "p" + (k + 1),
            sites ? "view" : "view-" + (k + 1),
            rows(TRAIN, k),
            rows(HELD_OUT, k + 100),
            Optional.empty());
    boolean holds = sites || k == 1;
    if (!holds || layout == Layout.GROUPS) {
      return view;
    }
    return layout == Layout.NUMBERS
        ? view.withTarget(
            Optional.of(
                new Target.Numbers(
                    Arrays.stream(rows(TRAIN, k)).mapToDouble(r -> 3 * r[0]).toArray())))
        : view.with(Optional.of(new Labels(codes, CLASSES)));
  }

  private static double[][] rows(int count, int k) {
    Rng rng = Rng.of(SEED).child("rows", Integer.toString(k));
    double[][] rows = new double[count][COLUMNS];
    for (int i = 0; i < count; i++) {
      for (int j = 0; j < COLUMNS; j++) {
        rows[i][j] = rng.gaussian() + (i % CLASSES) * (j + 1);
      }
    }
    return rows;
  }
}
