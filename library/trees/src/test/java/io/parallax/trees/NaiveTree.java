package io.parallax.trees;

import io.parallax.math.Matrix;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Best-first growth the slow way: every split of every leaf is tried on the rows themselves. */
final class NaiveTree {
  private final Matrix x;
  private final double[] gradient;
  private final double[] hessian;
  private final TreeSettings settings;
  private final Bins bins;

  NaiveTree(Matrix x, Bins bins, double[] gradient, double[] hessian, TreeSettings settings) {
    this.x = x;
    this.bins = bins;
    this.gradient = gradient;
    this.hessian = hessian;
    this.settings = settings;
  }

  /** Rows of a leaf, its depth, and the best way to part them. */
  private record Part(int[] rows, int depth, double gain, int[] left, int[] right) {}

  /** The value of the leaf that each training row ends in. */
  double[] fitted() {
    List<Part> parts = new ArrayList<>();
    parts.add(part(IntStream.range(0, x.rows()).toArray(), 0));
    while (parts.size() < settings.leaves()) {
      Part best = parts.get(0);
      for (Part part : parts) {
        best = part.gain > best.gain ? part : best;
      }
      if (best.left == null) {
        break;
      }
      parts.remove(best);
      parts.add(part(best.left, best.depth + 1));
      parts.add(part(best.right, best.depth + 1));
    }
    double[] fitted = new double[x.rows()];
    for (Part part : parts) {
      double value =
          -settings.learningRate()
              * sum(gradient, part.rows)
              / (sum(hessian, part.rows) + settings.l2());
      IntStream.of(part.rows).forEach(i -> fitted[i] = value);
    }
    return fitted;
  }

  private Part part(int[] rows, int depth) {
    Part best = new Part(rows, depth, 0, null, null);
    if (depth == settings.depth()) {
      return best;
    }
    for (int j = 0; j < x.cols(); j++) {
      for (int code = 0; code < bins.count(j) - 1; code++) {
        int column = j;
        double cut = bins.cut(j, code);
        int[] left = IntStream.of(rows).filter(i -> x.get(i, column) <= cut).toArray();
        int[] right = IntStream.of(rows).filter(i -> x.get(i, column) > cut).toArray();
        double gain = score(left) + score(right) - score(rows);
        if (Math.min(left.length, right.length) >= settings.minimumRows() && gain > best.gain) {
          best = new Part(rows, depth, gain, left, right);
        }
      }
    }
    return best;
  }

  private double score(int[] rows) {
    double sum = sum(gradient, rows);
    return sum * sum / (sum(hessian, rows) + settings.l2());
  }

  private static double sum(double[] values, int[] rows) {
    return IntStream.of(rows).mapToDouble(i -> values[i]).reduce(0, Double::sum);
  }
}
