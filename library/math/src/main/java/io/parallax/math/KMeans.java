package io.parallax.math;

import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.IntStream;

/**
 * k-means: the best of several seeded k-means++ starts, each improved by Lloyd's steps. Clusters
 * are named 0, 1, … by size, the larger first, and by their first row where sizes are equal, so
 * that a partition has one name however it was found.
 */
public final class KMeans {
  private static final int MOST_STEPS = 200;

  private final int n;
  private final int d;
  private final int c;
  private final double[] points; // n × d
  private final double[] centres; // c × d
  private final int[] nearest;
  private final double[] square;

  private KMeans(Matrix points, double[] data, int c) {
    n = points.rows();
    d = points.cols();
    this.c = c;
    this.points = data;
    centres = new double[c * d];
    nearest = new int[n];
    square = new double[n];
  }

  /**
   * A clustering.
   *
   * @param clusters the cluster of every row
   * @param centres c × d, in the order of the names
   * @param spread the sum of the squared distances to the centres
   */
  public record Found(int[] clusters, Matrix centres, double spread) {
    /** Rows by cluster as ones and zeros, n × c. */
    public Matrix membership() {
      return KMeans.membership(clusters, centres.rows());
    }
  }

  /**
   * @param c how many clusters, from 1 to the number of rows
   * @param starts how many times to begin; the smallest spread wins, the first of equals
   */
  public static Found cluster(Matrix points, int c, int starts, Rng rng) {
    if (c < 1 || c > points.rows() || starts < 1) {
      throw new IllegalArgumentException(
          c + " clusters of " + points.rows() + " rows in " + starts + " starts");
    }
    double[] data = points.toArray();
    Found[] found = new Found[starts];
    Threads.forEach(
        starts, s -> found[s] = new KMeans(points, data, c).run(rng.child("start " + s)));
    return Arrays.stream(found).min(Comparator.comparingDouble(Found::spread)).orElseThrow();
  }

  /** Rows by cluster as ones and zeros, n × c. */
  public static Matrix membership(int[] clusters, int c) {
    return Matrix.fill(clusters.length, c, (i, j) -> clusters[i] == j ? 1 : 0);
  }

  private Found run(Rng rng) {
    seed(rng);
    double spread = assign();
    for (int step = 0; step < MOST_STEPS; step++) {
      move();
      double next = assign();
      if (!(next < spread)) {
        break;
      }
      spread = next;
    }
    return named(spread);
  }

  /** k-means++: the next centre is a row, likelier the farther it lies from the centres so far. */
  private void seed(Rng rng) {
    Arrays.fill(square, Double.POSITIVE_INFINITY);
    int row = rng.below(n);
    for (int k = 0; k < c; k++) {
      System.arraycopy(points, row * d, centres, k * d, d);
      for (int i = 0; i < n; i++) {
        square[i] = Math.min(square[i], distance(i, k));
      }
      row = draw(rng);
    }
  }

  private int draw(Rng rng) {
    double left = rng.uniform() * RowWise.sum(square);
    for (int i = 0; i < n; i++) {
      left -= square[i];
      if (left < 0) {
        return i;
      }
    }
    return rng.below(n); // all rows lie on centres
  }

  private double assign() {
    for (int i = 0; i < n; i++) {
      square[i] = Double.POSITIVE_INFINITY;
      for (int k = 0; k < c; k++) {
        double distance = distance(i, k);
        if (distance < square[i]) {
          square[i] = distance;
          nearest[i] = k;
        }
      }
    }
    return RowWise.sum(square);
  }

  private void move() {
    int[] sizes = sizes();
    for (int k = 0; k < c; k++) {
      if (sizes[k] == 0) {
        adopt(k, sizes);
      }
    }
    Arrays.fill(centres, 0);
    for (int i = 0; i < n; i++) {
      HeapRows.addScaled(centres, nearest[i] * d, 1.0 / sizes[nearest[i]], points, i * d, d);
    }
  }

  /** An empty cluster takes the row that lies farthest from its centre. */
  private void adopt(int empty, int[] sizes) {
    int farthest = -1;
    for (int i = 0; i < n; i++) {
      if (sizes[nearest[i]] > 1 && (farthest < 0 || square[i] > square[farthest])) {
        farthest = i;
      }
    }
    sizes[nearest[farthest]]--;
    sizes[empty] = 1;
    nearest[farthest] = empty;
    square[farthest] = 0;
  }

  private int[] sizes() {
    int[] sizes = new int[c];
    for (int k : nearest) {
      sizes[k]++;
    }
    return sizes;
  }

  private double distance(int i, int k) {
    double sum = 0;
    for (int j = 0; j < d; j++) {
      double t = points[i * d + j] - centres[k * d + j];
      sum += t * t;
    }
    return sum;
  }

  private Found named(double spread) {
    int[] sizes = sizes();
    int[] first = new int[c];
    Arrays.fill(first, n);
    for (int i = n - 1; i >= 0; i--) {
      first[nearest[i]] = i;
    }
    int[] order =
        IntStream.range(0, c)
            .boxed()
            .sorted(
                Comparator.comparingInt((Integer k) -> -sizes[k]).thenComparingInt(k -> first[k]))
            .mapToInt(Integer::intValue)
            .toArray();
    int[] name = new int[c];
    for (int k = 0; k < c; k++) {
      name[order[k]] = k;
    }
    int[] clusters = IntStream.of(nearest).map(k -> name[k]).toArray();
    return new Found(clusters, Matrix.of(c, d, centres).selectRows(order), spread);
  }
}
