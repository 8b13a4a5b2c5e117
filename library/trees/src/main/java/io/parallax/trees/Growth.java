package io.parallax.trees;

import io.parallax.math.Threads;
import io.parallax.trees.Histograms.Sums;
import java.util.Arrays;
import java.util.PriorityQueue;

/**
 * One tree while it grows. A large leaf keeps its sums: when it is split, those of its smaller
 * child are added up and those of the larger one are what is left. A small leaf keeps none, because
 * there it is faster to add up both children than to go through all bins once more. All rows of a
 * leaf keep the order that they had at first.
 */
final class Growth {
  private static final int WORTH_A_TASK = 1 << 15; // additions
  private static final int LARGE = 4 * Bins.MOST; // rows
  private static final double NOISE = 1e-10; // of a leaf's own score: no gain, but rounding

  private final Binned rows;
  private final Histograms histograms;
  private final TreeSettings settings;
  private final boolean columnsSideBySide;
  private final double[] pairs; // gradient and hessian of every row
  private final int[] sorted; // all rows, those of a leaf together
  private final int[] aside;
  private final double[] gathered;
  private final PriorityQueue<Leaf> open = new PriorityQueue<>();
  private final Tree.Builder tree;

  Growth(
      Binned rows,
      Histograms histograms,
      TreeSettings settings,
      double[] pairs,
      boolean columnsSideBySide) {
    this.rows = rows;
    this.histograms = histograms;
    this.settings = settings;
    this.pairs = pairs;
    this.columnsSideBySide = columnsSideBySide;
    sorted = new int[rows.rows()];
    Arrays.setAll(sorted, i -> i);
    aside = new int[sorted.length];
    gathered = new double[pairs.length];
    tree = new Tree.Builder(2 * settings.leaves() - 1);
  }

  Tree grow() {
    Leaf root = leaf(0, 0, sorted.length);
    if (settings.leaves() > 1) {
      examine(root);
    }
    for (int leaves = 2; leaves <= settings.leaves() && !open.isEmpty(); leaves++) {
      split(open.poll(), leaves < settings.leaves());
    }
    open.forEach(leaf -> histograms.giveBack(leaf.sums()));
    return tree.tree();
  }

  private Leaf leaf(int depth, int from, int to) {
    double gradient = 0;
    double hessian = 0;
    for (int i = from; i < to; i++) {
      gradient += pairs[2 * sorted[i]];
      hessian += pairs[2 * sorted[i] + 1];
    }
    int node = tree.leaf(settings.value(gradient, hessian));
    return new Leaf(node, depth, from, to, gradient, hessian);
  }

  private void split(Leaf leaf, boolean goOn) {
    Split split = leaf.split();
    double threshold = rows.bins().cut(split.column(), split.code());
    tree.split(leaf.node, split.column(), threshold);
    int middle = part(leaf, split);
    Leaf left = leaf(leaf.depth + 1, leaf.from, middle);
    Leaf right = leaf(leaf.depth + 1, middle, leaf.to);
    boolean leftIsSmall = left.rows() <= right.rows();
    if (goOn) {
      examine(leaf.sums(), leftIsSmall ? left : right, leftIsSmall ? right : left);
    } else {
      histograms.giveBack(leaf.sums());
    }
  }

  /**
   * Puts the rows of a leaf that go left before the others; returns the position of the first of
   * the others.
   */
  private int part(Leaf leaf, Split split) {
    byte[] codes = rows.column(split.column());
    int left = leaf.from;
    int right = 0;
    for (int i = leaf.from; i < leaf.to; i++) {
      int row = sorted[i];
      if ((codes[row] & 0xff) <= split.code()) {
        sorted[left++] = row;
      } else {
        aside[right++] = row;
      }
    }
    System.arraycopy(aside, 0, sorted, left, right);
    return left;
  }

  /** Looks for the best split of a leaf of which no sums are known. */
  private void examine(Leaf leaf) {
    if (!leaf.maySplit(settings)) {
      return;
    }
    double[] kept = leaf.rows() >= LARGE ? histograms.take() : null;
    gather(leaf);
    Split[] best =
        best(
            leaf.rows(),
            (j, room) -> {
              Sums sums = kept == null ? new Sums(room, 0, j) : histograms.in(kept, j);
              histograms.fill(sums, leaf, sorted, gathered);
              return new Split[] {histograms.best(sums, leaf)};
            });
    open(leaf, best[0], kept);
  }

  /**
   * Looks for the best splits of the two children of a leaf.
   *
   * @param whole the leaf's sums, or null where it kept none
   */
  private void examine(double[] whole, Leaf small, Leaf large) {
    if (whole == null || !large.maySplit(settings)) {
      histograms.giveBack(whole);
      examine(small);
      examine(large);
      return;
    }
    double[] kept = small.rows() >= LARGE ? histograms.take() : null;
    gather(small);
    Split[] best =
        best(
            small.rows(),
            (j, room) -> {
              Sums part = kept == null ? new Sums(room, 0, j) : histograms.in(kept, j);
              Sums rest = histograms.in(whole, j);
              histograms.fill(part, small, sorted, gathered);
              histograms.subtract(rest, part);
              return new Split[] {histograms.best(rest, large), histograms.best(part, small)};
            });
    open(large, best[0], whole);
    open(small, small.maySplit(settings) ? best[1] : Split.NONE, kept);
  }

  /** Gradients and hessians in the order of the leaf, so that columns read them one by one. */
  private void gather(Leaf leaf) {
    for (int i = leaf.from, p = 0; i < leaf.to; i++, p += 2) {
      gathered[p] = pairs[2 * sorted[i]];
      gathered[p + 1] = pairs[2 * sorted[i] + 1];
    }
  }

  private void open(Leaf leaf, Split best, double[] sums) {
    double own = leaf.hessian > 0 ? settings.score(leaf.gradient, leaf.hessian) : 0;
    boolean worth = best.score() > own + NOISE * own;
    boolean keep = worth && leaf.rows() >= LARGE;
    if (worth) {
      leaf.found(best, best.score() - own, keep ? sums : null);
      open.add(leaf);
    }
    if (!keep) {
      histograms.giveBack(sums);
    }
  }

  /** Adds up a column and returns the best split of each leaf that is examined. */
  private interface Column {
    /**
     * @param room for the sums of one column
     */
    Split[] best(int j, double[] room);
  }

  /** The best splits by any column; every task has columns of its own. */
  private Split[] best(int leafRows, Column column) {
    int columns = histograms.columns();
    long work = (long) columns * (leafRows + Bins.MOST) / WORTH_A_TASK;
    int tasks = columnsSideBySide ? (int) Math.max(1, Math.min(columns, work)) : 1;
    Split[][] best = new Split[tasks][];
    Threads.forEach(
        tasks, t -> best[t] = best(slice(columns, t, tasks), slice(columns, t + 1, tasks), column));
    return Arrays.stream(best).reduce(Growth::better).orElseThrow();
  }

  private static int slice(int columns, int task, int tasks) {
    return (int) ((long) columns * task / tasks);
  }

  private static Split[] best(int from, int to, Column column) {
    double[] room = Histograms.oneColumn();
    Split[] best = column.best(from, room);
    for (int j = from + 1; j < to; j++) {
      best = better(best, column.best(j, room));
    }
    return best;
  }

  private static Split[] better(Split[] first, Split[] next) {
    Split[] better = new Split[first.length];
    Arrays.setAll(better, k -> first[k].or(next[k]));
    return better;
  }
}
