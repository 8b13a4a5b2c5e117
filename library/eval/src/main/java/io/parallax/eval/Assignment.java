package io.parallax.eval;

import java.util.Arrays;

/**
 * The cheapest one-to-one assignment of rows to columns of a square cost table: shortest augmenting
 * paths with dual prices (Jonker and Volgenant), O(n³).
 */
final class Assignment {
  private static final int NONE = -1;

  private final double[][] cost;
  private final int n;
  private final double[] rowPrice;
  private final double[] columnPrice;
  private final int[] rowOf;
  private final int[] cameFrom;
  private final double[] distance;
  private final boolean[] done;

  private Assignment(double[][] cost) {
    this.cost = cost;
    n = cost.length;
    rowPrice = new double[n];
    columnPrice = new double[n];
    rowOf = new int[n];
    cameFrom = new int[n];
    distance = new double[n];
    done = new boolean[n];
    Arrays.fill(rowOf, NONE);
  }

  /** For each row the column it is given. */
  static int[] cheapest(double[][] cost) {
    Assignment assignment = new Assignment(cost);
    for (int row = 0; row < assignment.n; row++) {
      assignment.augment(row, assignment.shortestPath(row));
    }
    int[] columns = new int[assignment.n];
    for (int column = 0; column < assignment.n; column++) {
      columns[assignment.rowOf[column]] = column;
    }
    return columns;
  }

  /** Grows a tree of shortest paths from a free row until it meets a free column. */
  private int shortestPath(int start) {
    Arrays.fill(distance, Double.POSITIVE_INFINITY);
    Arrays.fill(done, false);
    int row = start;
    int column = NONE;
    double reached = 0;
    while (row != NONE) {
      relax(row, column, reached);
      column = nearest();
      reached = distance[column];
      done[column] = true;
      row = rowOf[column];
    }
    reprice(start, reached);
    return column;
  }

  private void relax(int row, int via, double reached) {
    for (int column = 0; column < n; column++) {
      double path = reached + cost[row][column] - rowPrice[row] - columnPrice[column];
      if (!done[column] && path < distance[column]) {
        distance[column] = path;
        cameFrom[column] = via;
      }
    }
  }

  private int nearest() {
    int best = NONE;
    for (int column = 0; column < n; column++) {
      if (!done[column] && (best == NONE || distance[column] < distance[best])) {
        best = column;
      }
    }
    return best;
  }

  private void reprice(int start, double reached) {
    rowPrice[start] += reached;
    for (int column = 0; column < n; column++) {
      if (done[column] && rowOf[column] != NONE) {
        rowPrice[rowOf[column]] += reached - distance[column];
        columnPrice[column] -= reached - distance[column];
      }
    }
  }

  /** Shifts the rows along the path that ends in a free column; the new row takes the first one. */
  private void augment(int start, int column) {
    int at = column;
    while (cameFrom[at] != NONE) {
      rowOf[at] = rowOf[cameFrom[at]];
      at = cameFrom[at];
    }
    rowOf[at] = start;
  }
}
