package io.parallax.testkit;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** All combinations of some rows of numbers. */
public final class Span {
  private final List<double[]> basis = new ArrayList<>(); // orthonormal

  public Span(List<double[]> rows) {
    for (double[] row : rows) {
      double[] rest = rest(rest(row));
      double length = Math.sqrt(dot(rest, rest));
      if (length > 1e-9 * Math.sqrt(dot(row, row))) {
        basis.add(IntStream.range(0, rest.length).mapToDouble(i -> rest[i] / length).toArray());
      }
    }
  }

  /** Returns whether the row that is 1 at a place and else 0 is among them. */
  public boolean holds(int place) {
    double[] one = new double[basis.get(0).length];
    one[place] = 1;
    double[] rest = rest(rest(one));
    return Math.sqrt(dot(rest, rest)) < 1e-6;
  }

  private double[] rest(double[] row) {
    double[] rest = row.clone();
    for (double[] b : basis) {
      double along = dot(b, rest);
      for (int i = 0; i < rest.length; i++) {
        rest[i] -= along * b[i];
      }
    }
    return rest;
  }

  private static double dot(double[] a, double[] b) {
    return IntStream.range(0, a.length).mapToDouble(i -> a[i] * b[i]).sum();
  }
}
