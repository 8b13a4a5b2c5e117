package io.parallax.trees;

import io.parallax.math.Matrix;
import java.util.Arrays;

/**
 * A regression tree: a row goes left where its value is at most the node's threshold. Nodes are
 * numbered from the root, 0; a node's children have larger numbers, the right one's follows the
 * left one's. Thresholds are values of the columns, so that a tree needs no bins to predict.
 */
final class Tree {
  /** Numbers of a node in {@link #nodes}: column, threshold, left child, value. */
  static final int WIDTH = 4;

  private static final int LEAF = -1;

  private final int[] column; // LEAF where there is no split
  private final double[] threshold;
  private final int[] left;
  private final double[] value; // 0 where there is a split

  private Tree(int[] column, double[] threshold, int[] left, double[] value) {
    this.column = column;
    this.threshold = threshold;
    this.left = left;
    this.value = value;
  }

  static Tree constant(double value) {
    Builder builder = new Builder(1);
    builder.leaf(value);
    return builder.tree();
  }

  int leaves() {
    return (column.length + 1) / 2;
  }

  double predict(double[] row) {
    int node = 0;
    while (column[node] != LEAF) {
      node = row[column[node]] <= threshold[node] ? left[node] : left[node] + 1;
    }
    return value[node];
  }

  /** The last bin that goes left, for every node, where rows were binned by these bins. */
  int[] codes(Bins bins) {
    int[] codes = new int[column.length];
    for (int node = 0; node < codes.length; node++) {
      if (column[node] != LEAF) {
        codes[node] = code(bins, column[node], threshold[node]);
      }
    }
    return codes;
  }

  private static int code(Bins bins, int column, double threshold) {
    int code = bins.code(column, threshold);
    if (code == bins.count(column) - 1 || bins.cut(column, code) != threshold) {
      throw new IllegalArgumentException(
          "a tree splits column "
              + column
              + " inside a bin; predict from the rows themselves or bin them as it was grown");
    }
    return code;
  }

  /**
   * @param codes what {@link #codes} gave for the bins of the rows
   */
  double predict(Binned rows, int i, int[] codes) {
    int node = 0;
    while (column[node] != LEAF) {
      node = rows.code(i, column[node]) <= codes[node] ? left[node] : left[node] + 1;
    }
    return value[node];
  }

  /** The same splits with every value multiplied. */
  Tree scaled(double factor) {
    double[] scaled = Arrays.stream(value).map(v -> factor * v).toArray();
    return new Tree(column, threshold, left, scaled);
  }

  /** Adds one for every split to its column. */
  void count(double[] byColumn) {
    for (int split : column) {
      if (split != LEAF) {
        byColumn[split]++;
      }
    }
  }

  /** All of the tree as numbers, a row for every node. */
  double[][] nodes() {
    double[][] nodes = new double[column.length][];
    Arrays.setAll(nodes, k -> new double[] {column[k], threshold[k], left[k], value[k]});
    return nodes;
  }

  /**
   * The tree that {@link #nodes} gave, in rows {@code from} … {@code to − 1} of {@code nodes}.
   *
   * @param skip how many columns of {@code nodes} come before the node's
   * @param columns how many columns the rows have that it predicts
   */
  static Tree of(Matrix nodes, int from, int to, int skip, int columns) {
    Builder builder = new Builder(to - from);
    for (int i = from; i < to; i++) {
      double[] node = Arrays.copyOfRange(nodes.row(i), skip, skip + WIDTH);
      builder.node(node, to - from, columns);
    }
    return builder.tree();
  }

  /** A tree that gets one node after the other. */
  static final class Builder {
    private final int[] column;
    private final double[] threshold;
    private final int[] left;
    private final double[] value;
    private int size;

    Builder(int most) {
      column = new int[most];
      threshold = new double[most];
      left = new int[most];
      value = new double[most];
    }

    /** Adds a leaf and returns its number. */
    int leaf(double leafValue) {
      column[size] = LEAF;
      value[size] = leafValue;
      return size++;
    }

    /** Makes a leaf a split whose children are the next two leaves to be added. */
    void split(int leaf, int byColumn, double byThreshold) {
      column[leaf] = byColumn;
      threshold[leaf] = byThreshold;
      left[leaf] = size;
      value[leaf] = 0;
    }

    /** Adds a node as numbers, which may come from a file: no walk may leave the tree or circle. */
    private void node(double[] node, int nodes, int columns) {
      boolean isLeaf = node[0] == LEAF;
      boolean walks =
          whole(node[0], 0, columns - 1)
              && Double.isFinite(node[1])
              && whole(node[2], size + 1, nodes - 2);
      if (!(isLeaf || walks) || !Double.isFinite(node[3])) {
        throw new IllegalArgumentException(
            "node " + size + " of a tree is damaged; train the model again or restore it");
      }
      column[size] = (int) node[0];
      threshold[size] = node[1];
      left[size] = (int) node[2];
      value[size++] = node[3];
    }

    private static boolean whole(double number, int least, int most) {
      return number == Math.rint(number) && number >= least && number <= most;
    }

    Tree tree() {
      return new Tree(
          Arrays.copyOf(column, size),
          Arrays.copyOf(threshold, size),
          Arrays.copyOf(left, size),
          Arrays.copyOf(value, size));
    }
  }
}
