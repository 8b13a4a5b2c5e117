package io.parallax.regression;

import io.parallax.core.BadInput;
import io.parallax.core.View;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A party's columns with mean 0 and deviation 1, at the label holder with a column of ones behind
 * them. Rows are accessed through products only; a column that does not vary is 0.
 */
final class StandardColumns {
  private static final int STRIPE = 64; // columns that are brought together at a time
  private static final double CONSTANT = 1e-12; // of the mean: a deviation that is rounding

  private final Features x;
  private final double[] means;
  private final double[] deviations; // 0 where a column does not vary
  private final double[] factors; // 1/deviation, 0 for a column that does not vary
  private final boolean ones;

  /**
   * @param centred whether means are subtracted, as a model with an intercept, or with one that
   *     cancels out, allows
   */
  StandardColumns(Features x, boolean centred, boolean ones) {
    this.x = x;
    this.ones = ones;
    int n = x.samples();
    Matrix all = Matrix.fill(n, 1, (i, j) -> 1);
    this.means = centred ? x.transposeTimes(all).scale(1.0 / n).toArray() : new double[x.size()];
    this.deviations = new double[x.size()];
    for (int[] some : stripes()) {
      Matrix own = rows(some);
      for (int j = 0; j < some.length; j++) {
        deviations[some[j]] = deviation(own, j, means[some[j]]);
      }
    }
    this.factors = factors(deviations);
  }

  /** Makes columns with means and deviations that are known, of more rows than these. */
  StandardColumns(Features x, double[] means, double[] deviations, boolean ones) {
    this.x = x;
    this.ones = ones;
    this.means = means.clone();
    this.deviations = deviations.clone();
    this.factors = factors(deviations);
  }

  private static double deviation(Matrix rows, int j, double mean) {
    double squares = 0;
    for (int i = 0; i < rows.rows(); i++) {
      squares += (rows.get(i, j) - mean) * (rows.get(i, j) - mean);
    }
    double deviation = Math.sqrt(squares / rows.rows());
    return deviation > CONSTANT * Math.abs(mean) ? deviation : 0;
  }

  private List<int[]> stripes() {
    return IntStream.iterate(0, from -> from < x.size(), from -> from + STRIPE)
        .mapToObj(from -> IntStream.range(from, Math.min(x.size(), from + STRIPE)).toArray())
        .toList();
  }

  private Matrix rows(int[] some) {
    Features chosen = some.length == x.size() ? x : x.columns(some);
    return chosen.times(Matrix.identity(some.length));
  }

  /** Returns the number of columns, with that of ones. */
  int size() {
    return x.size() + (ones ? 1 : 0);
  }

  /** Returns the number of columns without that of ones. */
  int own() {
    return x.size();
  }

  int samples() {
    return x.samples();
  }

  double[] means() {
    return means.clone();
  }

  double[] deviations() {
    return deviations.clone();
  }

  private static double[] factors(double[] deviations) {
    return Arrays.stream(deviations).map(v -> v > 0 ? 1 / v : 0).toArray();
  }

  /** X·D, N × c. */
  Matrix times(Matrix d) {
    Matrix scaled = Matrix.fill(own(), d.cols(), (i, j) -> d.get(i, j) * factors[i]);
    double[] constant = new double[d.cols()];
    for (int j = 0; j < constant.length; j++) {
      constant[j] = ones ? d.get(own(), j) : 0;
      for (int i = 0; i < own(); i++) {
        constant[j] -= means[i] * scaled.get(i, j);
      }
    }
    Matrix product = x.times(scaled);
    return Matrix.fill(product.rows(), product.cols(), (i, j) -> product.get(i, j) + constant[j]);
  }

  /** Xᵀ·T, d × c. */
  Matrix transposeTimes(Matrix t) {
    Matrix product = x.transposeTimes(t);
    double[] sums = new double[t.cols()];
    for (int i = 0; i < t.rows(); i++) {
      for (int j = 0; j < sums.length; j++) {
        sums[j] += t.get(i, j);
      }
    }
    return Matrix.fill(
        size(),
        t.cols(),
        (i, j) -> i == own() ? sums[j] : (product.get(i, j) - means[i] * sums[j]) * factors[i]);
  }

  /** Xᵀ diag(a) X, d × d. */
  Matrix gram(double[] a) {
    Matrix[] parts = new Matrix[stripes().size() + (ones ? 1 : 0)];
    int at = 0;
    for (int[] some : stripes()) {
      parts[at++] = transposeTimes(weighed(a, some));
    }
    if (ones) {
      parts[at] = transposeTimes(Matrix.of(a.length, 1, a));
    }
    return Matrix.stackColumns(Arrays.asList(parts));
  }

  /** Returns diag(a)·X, of some columns. */
  private Matrix weighed(double[] a, int[] some) {
    Matrix own = rows(some);
    int c = some.length;
    int first = some[0];
    return Matrix.build(
        own.rows(),
        c,
        (from, count, buffer) -> {
          int i = from / c;
          int j = from % c;
          for (int k = 0; k < count; k++) {
            buffer[k] = a[i] * (own.get(i, j) - means[first + j]) * factors[first + j];
            j++;
            if (j == c) {
              j = 0;
              i++;
            }
          }
        });
  }

  /** Rejects columns of which one is a combination of others, where no penalty tells them apart. */
  void requireIndependent(View view) {
    for (int j = 0; j < own(); j++) {
      if (deviations[j] == 0) {
        throw refused(view, j, "has the same value in all training rows");
      }
    }
    if (size() > samples()) {
      throw new BadInput(
          "view %s has %d columns and %d training rows; without a penalty there must be fewer columns than rows; set lambda above 0"
              .formatted(view.name(), own(), samples()));
    }
    double[] all = new double[samples()];
    Arrays.fill(all, 1);
    int repeated = Factor.of(gram(all)).lost();
    if (repeated >= 0 && repeated < own()) {
      throw refused(view, repeated, "is a combination of the columns before it");
    }
  }

  private static BadInput refused(View view, int column, String what) {
    return new BadInput(
        "column %d of view %s %s; without a penalty columns must be independent; leave it out or set lambda above 0"
            .formatted(column + 1, view.name(), what),
        " (the column is '" + view.columns().get(column) + "')");
  }
}
