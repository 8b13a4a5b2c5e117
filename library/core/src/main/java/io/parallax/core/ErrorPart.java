package io.parallax.core;

import io.parallax.math.Matrix;
import java.util.List;
import java.util.Optional;

/**
 * A party's part of the standard errors of linear predictors: with s the sum over all parties of
 * {@code rows}, the variance of row i is s_i·C·s_iᵀ. Whoever adds up the parts has them all in one
 * place, as a simulation or a prediction from all parts of a model.
 *
 * @param rows for each row to score, m numbers that add up over the parties
 * @param covariance C, m × m, at the party that holds the target
 */
public record ErrorPart(Matrix rows, Optional<Matrix> covariance) {
  /** Returns the standard error of each row; empty if the covariance is missing or does not fit. */
  public static Optional<double[]> total(List<ErrorPart> parts) {
    return parts.stream()
        .flatMap(part -> part.covariance().stream())
        .filter(c -> parts.stream().allMatch(part -> part.rows().cols() == c.cols()))
        .filter(c -> c.rows() == c.cols())
        .findFirst()
        .map(c -> errors(parts, c));
  }

  private static double[] errors(List<ErrorPart> parts, Matrix covariance) {
    Matrix sum = parts.stream().map(ErrorPart::rows).reduce(Matrix::plus).orElseThrow();
    Matrix image = sum.times(covariance);
    double[] errors = new double[sum.rows()];
    for (int i = 0; i < errors.length; i++) {
      double variance = 0;
      for (int j = 0; j < sum.cols(); j++) {
        variance += image.get(i, j) * sum.get(i, j);
      }
      errors[i] = Math.sqrt(Math.max(0, variance));
    }
    return errors;
  }
}
