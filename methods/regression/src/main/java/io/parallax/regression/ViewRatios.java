package io.parallax.regression;

import io.parallax.core.Rounds;
import io.parallax.math.Matrix;
import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Likelihood-ratio tests of each view among parties with different people: the model is fitted
 * again with the coefficients of one view's columns held at 0, by the same sums.
 */
final class ViewRatios {
  private final SummedLoss loss;
  private final SummedNewton fit;
  private final CommonScale scale;
  private final Rounds rounds;

  /**
   * @param fit with all columns
   * @param rounds of that fit; what it has left over is for these
   */
  ViewRatios(SummedLoss loss, SummedNewton fit, CommonScale scale, Rounds rounds) {
    this.loss = loss;
    this.fit = fit;
    this.scale = scale;
    this.rounds = rounds;
  }

  double[] none() {
    double[] none = new double[scale.widths().length];
    Arrays.fill(none, ColumnErrors.NONE);
    return none;
  }

  /** Returns each view's chi-square; {@link ColumnErrors#NONE} where a fit is not found. */
  double[] all() {
    double[] found = none();
    int left = rounds.most() - rounds.count() - 1; // times have one sum before the first round
    int from = 0;
    for (int k = 0; k < found.length; k++) {
      int first = from;
      int until = from + scale.widths()[k];
      int[] kept =
          IntStream.range(0, fit.weights().rows()).filter(j -> j < first || j >= until).toArray();
      found[k] = chiSquare(kept, until == scale.columns() && first == 0, left / found.length);
      from = until;
    }
    return found;
  }

  private double chiSquare(int[] kept, boolean all, int most) {
    if (all) {
      return twice(loss.empty());
    }
    if (most < 1) {
      return ColumnErrors.NONE;
    }
    double[] no = new double[kept.length];
    SummedNewton without = new SummedNewton(new Without(loss, kept, weights()), no, no, fit.rows());
    Rounds own = Rounds.of(most, rounds.tolerance());
    try {
      without.run(own, j -> new NotFound(), j -> new NotFound());
    } catch (NotFound none) {
      return ColumnErrors.NONE;
    }
    return own.converged() ? twice(without.point().value()) : ColumnErrors.NONE;
  }

  private int weights() {
    return fit.weights().rows();
  }

  private double twice(double value) {
    double unit = scale.unit(scale.columns());
    double squared = unit * unit;
    double gained =
        loss.logLikelihood(fit.point().value() * squared) - loss.logLikelihood(value * squared);
    return Math.max(0, 2 * gained);
  }

  /** A fit without a view's columns that has no maximum, though that with them has. */
  private static final class NotFound extends IllegalStateException {
    private static final long serialVersionUID = 1;
  }

  /** The loss with some weights held at 0. */
  private record Without(SummedLoss loss, int[] kept, int weights) implements SummedLoss {
    @Override
    public Point at(Matrix some) {
      double[] all = new double[weights];
      for (int i = 0; i < kept.length; i++) {
        all[kept[i]] = some.get(i, 0);
      }
      return new Part(loss.at(Matrix.of(weights, 1, all)), kept);
    }

    @Override
    public double empty() {
      return loss.empty();
    }

    @Override
    public double level() {
      return loss.level();
    }

    @Override
    public double logLikelihood(double value) {
      return loss.logLikelihood(value);
    }

    @Override
    public double deviance(double value) {
      return loss.deviance(value);
    }
  }

  private record Part(SummedLoss.Point whole, int[] kept) implements SummedLoss.Point {
    @Override
    public double value() {
      return whole.value();
    }

    @Override
    public SummedLoss.Derivatives derivatives() {
      SummedLoss.Derivatives all = whole.derivatives();
      return new SummedLoss.Derivatives(
          all.gradient().selectRows(kept), all.hessian().selectRows(kept).selectColumns(kept));
    }

    @Override
    public Matrix hazard() {
      return whole.hazard();
    }
  }
}
