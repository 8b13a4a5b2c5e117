package io.parallax.eval;

import java.util.OptionalInt;
import org.apache.commons.statistics.distribution.ChiSquaredDistribution;
import org.apache.commons.statistics.distribution.FDistribution;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A coefficient with its test against 0 and its 95 % confidence interval. All but the value is NaN
 * where it has no standard error.
 *
 * @param error its standard error
 * @param low the lower end of the interval
 * @param high its upper end
 * @param z the value over its error
 * @param p how likely a value so far from 0 is where there is no effect, on both sides
 */
public record CoefficientTest(
    double value, double error, double low, double high, double z, double p) {
  private static final double TAIL = 0.025;
  private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

  /**
   * @param freedom the degrees of freedom where the variance is estimated: by Student's
   *     distribution; empty: by the normal one
   */
  public static CoefficientTest of(double value, double error, OptionalInt freedom) {
    if (!(error > 0)) {
      return new CoefficientTest(value, Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);
    }
    double z = value / error;
    double far = Math.abs(z);
    double p;
    double half;
    if (freedom.isPresent()) {
      TDistribution student = TDistribution.of(freedom.getAsInt());
      p = 2 * student.survivalProbability(far);
      half = error * student.inverseSurvivalProbability(TAIL);
    } else {
      p = 2 * NORMAL.survivalProbability(far);
      half = error * NORMAL.inverseSurvivalProbability(TAIL);
    }
    return new CoefficientTest(value, error, value - half, value + half, z, p);
  }

  /** Returns how likely so large a chi-square is by chance; NaN if there is none. */
  public static double chiSquared(double value, int freedom) {
    return Double.isNaN(value) || freedom < 1
        ? Double.NaN
        : ChiSquaredDistribution.of(freedom).survivalProbability(value);
  }

  /**
   * Returns how likely so large a chi-square of several coefficients is by chance.
   *
   * @param coefficients their number
   * @param freedom the degrees of freedom where the variance is estimated: by the F distribution,
   *     which for one coefficient is its t test; empty: by the chi-square's
   */
  public static double wald(double value, int coefficients, OptionalInt freedom) {
    return Double.isNaN(value) || coefficients < 1 || freedom.isEmpty()
        ? chiSquared(value, coefficients)
        : FDistribution.of(coefficients, freedom.getAsInt())
            .survivalProbability(value / coefficients);
  }
}
