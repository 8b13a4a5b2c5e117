package io.parallax.joint;

import io.parallax.core.Roster;
import io.parallax.math.Matrix;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A party's share of the latest directions, H_1 … H_m (d × C each), of which W is a combination.
 * When there are enough, W takes the place of the two oldest.
 */
final class Directions {
  private static final int LEAST = 3;
  private static final int MOST = 8;
  private static final int FEW_COLUMNS = 64;

  private final int remembered;
  private final int classes;
  private List<Matrix> all = new ArrayList<>(); // oldest first
  private Matrix w; // d × C

  Directions(Roster roster, int columns) {
    this.remembered = remembered(roster);
    this.classes = roster.classes();
    this.w = Matrix.zeros(columns, classes);
  }

  /**
   * Returns the number of directions to remember: at least a few columns, and more as long as their
   * products have no more numbers than an image.
   */
  static int remembered(Roster roster) {
    int few = FEW_COLUMNS / roster.classes();
    int fits = (int) Math.sqrt((double) roster.samples() / roster.classes());
    return Math.max(LEAST, Math.max(few, Math.min(MOST, fits)));
  }

  Matrix w() {
    return w;
  }

  /** W = Σ_j H_j A_j. */
  void mix(Matrix a) {
    Matrix sum = Matrix.zeros(w.rows(), classes);
    for (int j = 0; j < all.size(); j++) {
      int[] own = IntStream.range(j * classes, (j + 1) * classes).toArray();
      sum = sum.plus(all.get(j).times(a.selectRows(own)));
    }
    w = sum;
  }

  void add(Matrix direction) {
    if (all.size() == remembered) {
      all.remove(0);
      all.set(0, w);
    }
    all.add(direction);
  }

  /** Restarts from W alone. */
  void renew(Matrix pruned) {
    w = pruned;
    all = new ArrayList<>(List.of(pruned));
  }

  /** Returns all H_j side by side, at full width: unused columns are 0. */
  Matrix sideBySide() {
    List<Matrix> wide = new ArrayList<>(all);
    wide.add(Matrix.zeros(w.rows(), Math.max(1, (remembered - all.size()) * classes)));
    return all.size() == remembered ? Matrix.stackColumns(all) : Matrix.stackColumns(wide);
  }

  /** Returns all H_j side by side, without unused columns. */
  Matrix inUse() {
    return Matrix.stackColumns(all);
  }

  /** Returns the newest direction. */
  Matrix last() {
    return all.get(all.size() - 1);
  }

  int count() {
    return all.size();
  }

  /** Restores directions that {@link #sideBySide} returned. */
  void restore(Matrix wide, int count, Matrix w) {
    all = new ArrayList<>();
    for (int j = 0; j < count; j++) {
      int[] own = IntStream.range(j * classes, (j + 1) * classes).toArray();
      all.add(wide.selectColumns(own));
    }
    this.w = w;
  }
}
