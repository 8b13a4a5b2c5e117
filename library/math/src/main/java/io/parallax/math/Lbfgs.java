package io.parallax.math;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Minimises a smooth convex function of a matrix by limited-memory BFGS with a preconditioner and a
 * weak Wolfe line search.
 *
 * @param <P> the function's value at a point, and whatever else comes with it
 */
final class Lbfgs<P extends Lbfgs.Point> {
  private static final int MEMORY = 12;
  private static final int MOST_TRIALS = 30;
  private static final double ARMIJO = 1e-4;
  private static final double CURVATURE = 0.9;

  /**
   * Relative rounding error of a function value: a step that changes it by less is judged by its
   * slope.
   */
  private static final double ROUNDING = 1e-14;

  /** A promise of this share of the value is none. */
  private static final double NOTHING = 1e-24;

  /** The function's value and gradient at a point. */
  interface Point {
    Matrix x();

    double value();

    Matrix gradient();
  }

  private record Pair(Matrix step, Matrix change, double product) {}

  private final Function<Matrix, P> objective;
  private final UnaryOperator<Matrix> inverse;
  private final Deque<Pair> pairs = new ArrayDeque<>(); // newest first
  private int iterations;

  /**
   * @param objective evaluates the function
   * @param inverse about the inverse of the Hessian, applied to a gradient
   */
  Lbfgs(Function<Matrix, P> objective, UnaryOperator<Matrix> inverse) {
    this.objective = objective;
    this.inverse = inverse;
  }

  int iterations() {
    return iterations;
  }

  /**
   * Ends when the gradient, measured by the preconditioner, is {@code tolerance} times that at the
   * start, or promises less than rounding.
   */
  P minimise(P start, int most, double tolerance) {
    P point = start;
    double first = Math.sqrt(squared(point));
    for (iterations = 0; iterations < most; iterations++) {
      double size = squared(point);
      if (Math.sqrt(size) <= tolerance * first
          || size <= NOTHING * Math.max(Math.abs(point.value()), Double.MIN_NORMAL)) {
        break;
      }
      P next = search(point, direction(point.gradient()));
      if (next == point) {
        break;
      }
      remember(point, next);
      point = next;
    }
    return point;
  }

  private double squared(Point point) {
    return point.gradient().dot(inverse.apply(point.gradient()));
  }

  /** The two-loop recursion. */
  private Matrix direction(Matrix gradient) {
    Matrix q = gradient;
    List<Double> along = new ArrayList<>();
    for (Pair pair : pairs) {
      double a = pair.step().dot(q) / pair.product();
      along.add(a);
      q = q.plusScaled(-a, pair.change());
    }
    Matrix r = inverse.apply(q).scale(scale());
    int i = along.size() - 1;
    for (var it = pairs.descendingIterator(); it.hasNext(); i--) {
      Pair pair = it.next();
      double b = pair.change().dot(r) / pair.product();
      r = r.plusScaled(along.get(i) - b, pair.step());
    }
    return r.scale(-1);
  }

  /** Returns the factor by which the preconditioner is off along the newest step. */
  private double scale() {
    if (pairs.isEmpty()) {
      return 1;
    }
    Pair last = pairs.getFirst();
    return last.product() / last.change().dot(inverse.apply(last.change()));
  }

  private void remember(Point from, Point to) {
    Matrix step = to.x().minus(from.x());
    Matrix change = to.gradient().minus(from.gradient());
    double product = step.dot(change);
    if (product > 1e-12 * step.norm() * change.norm()) {
      pairs.addFirst(new Pair(step, change, product));
      if (pairs.size() > MEMORY) {
        pairs.removeLast();
      }
    }
  }

  /** A point along the direction that is lower and less steep; the same point where none is. */
  private P search(P from, Matrix direction) {
    double slope = direction.dot(from.gradient());
    double rounding = ROUNDING * Math.abs(from.value());
    double low = 0;
    double high = Double.POSITIVE_INFINITY;
    double t = 1;
    P best = from;
    for (int trial = 0; trial < MOST_TRIALS && slope < 0; trial++) {
      P to = objective.apply(from.x().plusScaled(t, direction));
      if (!(to.value() <= from.value() + ARMIJO * t * slope + rounding)) {
        high = t;
      } else if (direction.dot(to.gradient()) < CURVATURE * slope) {
        best = to;
        low = t;
      } else {
        return to;
      }
      t = high < Double.POSITIVE_INFINITY ? (low + high) / 2 : 2 * t;
    }
    return best;
  }
}
