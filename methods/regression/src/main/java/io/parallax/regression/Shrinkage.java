package io.parallax.regression;

import io.parallax.core.Eq;
import io.parallax.math.Matrix;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Minimises ½vᵀPv − bᵀv + Σ c_j|v_j|, P positive definite and c ≥ 0. Sweeps of exact updates of one
 * number after the other find which are 0 and the others' signs; with these a linear system has the
 * solution, which is checked by its optimality conditions.
 */
final class Shrinkage {
  private static final int MOST_SWEEPS = 20_000;
  private static final double ROUNDING = 1e-12; // relative

  private final Matrix p;
  private final double[] b;
  private final double[] c;
  private final double[] v;
  private final double[] rest; // b − Pv

  private Shrinkage(Matrix p, double[] b, double[] c, double[] start) {
    this.p = p;
    this.b = b;
    this.c = c;
    this.v = start.clone();
    this.rest = rest(start);
  }

  @Eq("13")
  static double[] minimise(Matrix p, double[] b, double[] c, double[] start) {
    return new Shrinkage(p, b, c, start).minimise();
  }

  private double[] minimise() {
    int[] signs = signs(v);
    int pause = 1; // sweeps until the linear system is tried again
    int stable = 0;
    for (int k = 0; k < MOST_SWEEPS; k++) {
      sweep();
      int[] now = signs(v);
      stable = Arrays.equals(now, signs) ? stable + 1 : 0;
      signs = now;
      if (stable >= pause) {
        double[] found = solved(signs);
        if (optimal(found, signs)) {
          return found;
        }
        stable = 0;
        pause *= 2;
      }
    }
    return v;
  }

  private int[] signs(double[] a) {
    return Arrays.stream(a).mapToInt(x -> (int) Math.signum(x)).toArray();
  }

  private double[] rest(double[] at) {
    double[] product = p.times(Matrix.of(at.length, 1, at)).toArray();
    return IntStream.range(0, at.length).mapToDouble(j -> b[j] - product[j]).toArray();
  }

  /** Gives every number its best value, given the others. */
  private void sweep() {
    for (int j = 0; j < v.length; j++) {
      double bend = p.get(j, j);
      double pull = rest[j] + bend * v[j];
      double next = Math.signum(pull) * Math.max(0, Math.abs(pull) - c[j]) / bend;
      double change = next - v[j];
      if (change != 0) {
        v[j] = next;
        for (int i = 0; i < rest.length; i++) {
          rest[i] -= change * p.get(i, j);
        }
      }
    }
  }

  private boolean free(int j, int[] signs) {
    return c[j] == 0 || signs[j] != 0;
  }

  private double[] solved(int[] signs) {
    int[] active = IntStream.range(0, v.length).filter(j -> free(j, signs)).toArray();
    double[] all = new double[v.length];
    if (active.length > 0) {
      Matrix part = p.selectRows(active).selectColumns(active);
      Matrix right =
          Matrix.fill(active.length, 1, (i, k) -> b[active[i]] - c[active[i]] * signs[active[i]]);
      Matrix found = part.cholesky().solve(right);
      for (int i = 0; i < active.length; i++) {
        all[active[i]] = found.get(i, 0);
      }
    }
    return all;
  }

  /** Returns true if signs are those of the numbers, and no number that is 0 is better another. */
  private boolean optimal(double[] found, int[] signs) {
    double[] left = rest(found);
    for (int j = 0; j < found.length; j++) {
      boolean fits =
          free(j, signs)
              ? c[j] == 0 || Math.signum(found[j]) == signs[j]
              : Math.abs(left[j]) <= c[j] + ROUNDING * (c[j] + Math.abs(b[j]));
      if (!fits) {
        return false;
      }
    }
    return true;
  }
}
