package io.parallax.trees;

import io.parallax.math.Threads;
import java.util.Arrays;
import java.util.PriorityQueue;
import java.util.function.IntFunction;

/**
 * One tree while it grows. The sums of a leaf's smaller child are added up, those of the larger one
 * are what is left of the leaf's. All rows of a leaf keep the order that they had at first.
 */
final class Growth {
  private static final int WORTH_A_TASK = 1 << 15; // additions
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
    if (settings.leaves() > 1 && root.maySplit(settings)) {
      examineRoot(root);
    }
    for (int leaves = 2; leaves <= settings.leaves() && !open.isEmpty(); leaves++) {
      split(open.poll(), leaves < settings.leaves());
    }
    open.forEach(leaf -> histograms.giveBack(leaf.histogram()));
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
    Leaf small = leftIsSmall ? left : right;
    Leaf large = leftIsSmall ? right : left;
    if (goOn && large.maySplit(settings)) {
      examine(leaf.histogram(), small, large);
    } else {
      histograms.giveBack(leaf.histogram());
    }
  }

  /** Puts the rows of a leaf that go left before the others; tells where the others begin. */
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

  private void examineRoot(Leaf root) {
    double[] histogram = histograms.take();
    gather(root);
    Split best =
        best(
            root.rows(),
            j -> {
              histograms.fill(histogram, j, sorted, root.from, root.to, gathered);
              return new Split[] {histograms.best(histogram, j, root)};
            })[0];
    open(root, best, histogram);
  }

  private void examine(double[] whole, Leaf small, Leaf large) {
    double[] part = histograms.take();
    gather(small);
    boolean both = small.maySplit(settings);
    Split[] best =
        best(
            small.rows(),
            j -> {
              histograms.fill(part, j, sorted, small.from, small.to, gathered);
              histograms.subtract(whole, part, j);
              return new Split[] {
                histograms.best(whole, j, large),
                both ? histograms.best(part, j, small) : Split.NONE
              };
            });
    open(large, best[0], whole);
    open(small, best[1], part);
  }

  /** Gradients and hessians in the order of the leaf, so that columns read them one by one. */
  private void gather(Leaf leaf) {
    for (int i = leaf.from, p = 0; i < leaf.to; i++, p += 2) {
      gathered[p] = pairs[2 * sorted[i]];
      gathered[p + 1] = pairs[2 * sorted[i] + 1];
    }
  }

  private void open(Leaf leaf, Split best, double[] histogram) {
    double own = leaf.hessian > 0 ? settings.score(leaf.gradient, leaf.hessian) : 0;
    if (best.score() > own + NOISE * own) {
      leaf.found(best, own, histogram);
      open.add(leaf);
    } else {
      histograms.giveBack(histogram);
    }
  }

  /** The best of what is found by column, for one leaf or two. */
  private Split[] best(int leafRows, IntFunction<Split[]> byColumn) {
    int columns = histograms.columns();
    long work = (long) columns * (leafRows + Bins.MOST) / WORTH_A_TASK;
    int tasks = columnsSideBySide ? (int) Math.max(1, Math.min(columns, work)) : 1;
    Split[][] best = new Split[tasks][];
    Threads.forEach(
        tasks,
        t -> best[t] = best(slice(columns, t, tasks), slice(columns, t + 1, tasks), byColumn));
    return Arrays.stream(best).reduce(Growth::better).orElseThrow();
  }

  private static int slice(int columns, int task, int tasks) {
    return (int) ((long) columns * task / tasks);
  }

  private static Split[] best(int from, int to, IntFunction<Split[]> byColumn) {
    Split[] best = byColumn.apply(from);
    for (int j = from + 1; j < to; j++) {
      best = better(best, byColumn.apply(j));
    }
    return best;
  }

  private static Split[] better(Split[] first, Split[] next) {
    Split[] better = new Split[first.length];
    Arrays.setAll(better, k -> first[k].or(next[k]));
    return better;
  }
}
