package io.parallax.eval;

/**
 * Points of the plane in nested squares, for Barnes and Hut's approximation: a square that looks
 * small from a point acts on it like its centre of mass.
 *
 * <p>Points are sorted along the Z-curve, of which every square of the tree is a stretch, and nodes
 * are stored in depth-first order with the end of their branch, so that a walk is one loop without
 * a stack. A square with one occupied quarter is left out, which keeps the nodes below twice the
 * points however close these are. Points in the same one of 2²⁴ × 2²⁴ cells share a leaf.
 */
final class QuadTree {
  private static final int BITS = 24;
  private static final int DIGIT = 12;
  private static final int STRIDE = 4;

  private final int n;
  private final double[] nodes; // centre of mass (x, y), number of points, side²; side 0 at a leaf
  private final int[] after; // the first node outside the branch
  private int[] order;
  private long[] keys;
  private int[] otherOrder;
  private long[] otherKeys;
  private double cell;
  private int count;

  QuadTree(int n) {
    this.n = n;
    nodes = new double[2 * n * STRIDE];
    after = new int[2 * n];
    order = new int[n];
    keys = new long[n];
    otherOrder = new int[n];
    otherKeys = new long[n];
  }

  /** Sorts points x₀ y₀ x₁ y₁ … into the tree, instead of those before. */
  void build(double[] points) {
    encode(points);
    for (int shift = 0; shift < 2 * BITS; shift += DIGIT) {
      sortByDigit(shift);
    }
    count = 0;
    grow(points, 0, n);
  }

  /** The points along the Z-curve; those close on the curve are close in the plane. */
  int[] order() {
    return order.clone();
  }

  /**
   * Writes Σ_j q_ij² (y_i − y_j) for q_ij = 1 / (1 + ‖y_i − y_j‖²) and returns Σ_j q_ij, j ≠ i. A
   * square stands for its points when side ≤ theta · distance.
   */
  double repel(int i, double theta, double[] points, double[] force) {
    double x = points[2 * i];
    double y = points[2 * i + 1];
    double squaredTheta = theta * theta;
    double fx = 0;
    double fy = 0;
    double sum = -1; // the point itself is met in its leaf, at distance 0
    for (int node = 0; node < count; ) {
      int at = node * STRIDE;
      double dx = x - nodes[at];
      double dy = y - nodes[at + 1];
      double square = dx * dx + dy * dy;
      if (nodes[at + 3] <= squaredTheta * square) {
        double q = 1 / (1 + square);
        double push = nodes[at + 2] * q;
        sum += push;
        push *= q;
        fx += push * dx;
        fy += push * dy;
        node = after[node];
      } else {
        node++;
      }
    }
    force[2 * i] = fx;
    force[2 * i + 1] = fy;
    return sum;
  }

  private void encode(double[] points) {
    double[] low = {points[0], points[1]};
    double[] high = {points[0], points[1]};
    for (int i = 0; i < points.length; i++) {
      low[i & 1] = Math.min(low[i & 1], points[i]);
      high[i & 1] = Math.max(high[i & 1], points[i]);
    }
    double side = Math.max(high[0] - low[0], high[1] - low[1]);
    cell = Math.max(side, Double.MIN_NORMAL) / ((1 << BITS) - 1);
    for (int i = 0; i < n; i++) {
      long column = (long) ((points[2 * i] - low[0]) / cell);
      long row = (long) ((points[2 * i + 1] - low[1]) / cell);
      keys[i] = spread(column) | spread(row) << 1;
      order[i] = i;
    }
  }

  /** Moves bit b to place 2b. */
  private static long spread(long bits) {
    long x = bits;
    x = (x | x << 16) & 0x0000FFFF0000FFFFL;
    x = (x | x << 8) & 0x00FF00FF00FF00FFL;
    x = (x | x << 4) & 0x0F0F0F0F0F0F0F0FL;
    x = (x | x << 2) & 0x3333333333333333L;
    return (x | x << 1) & 0x5555555555555555L;
  }

  /** A stable counting sort by one digit of the keys. */
  private void sortByDigit(int shift) {
    int mask = (1 << DIGIT) - 1;
    int[] place = new int[mask + 2];
    for (long key : keys) {
      place[((int) (key >>> shift) & mask) + 1]++;
    }
    for (int digit = 0; digit < mask; digit++) {
      place[digit + 1] += place[digit];
    }
    for (int i = 0; i < n; i++) {
      int to = place[(int) (keys[i] >>> shift) & mask]++;
      otherKeys[to] = keys[i];
      otherOrder[to] = order[i];
    }
    swap();
  }

  private void swap() {
    long[] sortedKeys = otherKeys;
    int[] sortedOrder = otherOrder;
    otherKeys = keys;
    otherOrder = order;
    keys = sortedKeys;
    order = sortedOrder;
  }

  /** Adds the smallest square that holds the points at places from … to − 1, with its branch. */
  private void grow(double[] points, int from, int to) {
    int node = count++;
    long different = keys[from] ^ keys[to - 1];
    if (different == 0) {
      leaf(node, points, from, to);
    } else {
      int level = (63 - Long.numberOfLeadingZeros(different)) / 2;
      for (int start = from; start < to; ) {
        int end = quarterEnd(start, to, 2 * level);
        grow(points, start, end);
        start = end;
      }
      branch(node, cell * (2L << level));
    }
    after[node] = count;
  }

  private int quarterEnd(int start, int to, int shift) {
    long quarter = keys[start] >>> shift;
    int end = start + 1;
    while (end < to && keys[end] >>> shift == quarter) {
      end++;
    }
    return end;
  }

  private void leaf(int node, double[] points, int from, int to) {
    double x = 0;
    double y = 0;
    for (int place = from; place < to; place++) {
      x += points[2 * order[place]];
      y += points[2 * order[place] + 1];
    }
    set(node, x, y, to - from, 0);
  }

  private void branch(int node, double side) {
    double x = 0;
    double y = 0;
    double mass = 0;
    for (int child = node + 1; child < count; child = after[child]) {
      int at = child * STRIDE;
      x += nodes[at + 2] * nodes[at];
      y += nodes[at + 2] * nodes[at + 1];
      mass += nodes[at + 2];
    }
    set(node, x, y, mass, side);
  }

  private void set(int node, double sumX, double sumY, double mass, double side) {
    int at = node * STRIDE;
    nodes[at] = sumX / mass;
    nodes[at + 1] = sumY / mass;
    nodes[at + 2] = mass;
    nodes[at + 3] = side * side;
  }
}
