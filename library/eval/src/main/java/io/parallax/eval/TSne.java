package io.parallax.eval;

import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;

/**
 * Points in the plane such that near ones stay near: t-distributed stochastic neighbour embedding
 * (van der Maaten and Hinton, JMLR 9, 2008) with Barnes and Hut's approximation (van der Maaten,
 * JMLR 15, 2014). Which groups there are can be read from it; how far apart or how large they are
 * can not.
 *
 * <p>More than 50 columns are first reduced to the 50 longest principal axes. The start is the
 * first two of them, so that the seed decides little more than the place of equal points. Same
 * input and seed give the same bits on any number of threads.
 */
public final class TSne {
  private static final int MOST_AXES = 50;
  private static final double SPREAD = 1e-4;
  private static final double NOISE = 1e-12;
  private static final double MOMENTUM = 0.8;
  private static final double EXAGGERATION = 12;
  private static final int MOST_EXAGGERATED = 250;

  private TSne() {}

  /**
   * Settings of the embedding.
   *
   * @param perplexity about how many neighbours a point holds on to; lowered where there are fewer
   *     than three times as many
   * @param iterations steps of the descent; the first quarter of them, 250 at most, pull groups
   *     together twelve times as hard
   * @param theta how large a square of far points may look, side over distance, to act as one; 0 is
   *     exact. From 0.71 on a square could stand for the very point it acts on
   */
  public record Settings(double perplexity, int iterations, double theta) {
    /** On 15,000 digits of MNIST the divergence is then below that of 750 customary steps. */
    public static final Settings DEFAULT = new Settings(30, 500, 0.5);

    public Settings {
      require(perplexity >= 1 && perplexity <= 1000, "perplexity", perplexity, "within [1, 1000]");
      require(iterations >= 1, "number of iterations", iterations, "at least 1");
      require(theta >= 0 && theta <= 0.7, "theta", theta, "within [0, 0.7]");
    }

    private static void require(boolean holds, String name, Number value, String rule) {
      if (!holds) {
        throw new IllegalArgumentException(name + " is " + value + ", must be " + rule);
      }
    }
  }

  /** Receives the number of iterations done, on the caller's thread. */
  @FunctionalInterface
  public interface Progress {
    void done(int iteration, int iterations);
  }

  /**
   * One row of two coordinates per row of {@code points}, around the origin.
   *
   * @param stop asked before every iteration; ends with the embedding as it is then
   * @throws IllegalArgumentException when an entry is not finite
   */
  public static Matrix embed(
      Matrix points, Settings settings, Rng rng, Progress progress, BooleanSupplier stop) {
    requireFinite(points);
    if (points.rows() == 1) {
      return Matrix.zeros(1, 2);
    }
    Matrix scores = PrincipalAxes.scores(points, MOST_AXES, rng.child("axes"));
    Affinities affinities = affinities(scores, settings.perplexity, rng.child("ties"));
    Matrix start = start(scores, rng.child("start"));
    Descent descent = new Descent(affinities, start, settings.theta);
    int exaggerated = Math.min(MOST_EXAGGERATED, settings.iterations / 4);
    for (int t = 0; t < settings.iterations && !stop.getAsBoolean(); t++) {
      descent.step(t < exaggerated ? EXAGGERATION : 1, MOMENTUM);
      progress.done(t + 1, settings.iterations);
    }
    return descent.embedding();
  }

  /**
   * Noise far below any difference that matters lets chance choose among equally near points; by
   * row number, all would choose the same few.
   */
  private static Affinities affinities(Matrix scores, double wanted, Rng rng) {
    int n = scores.rows();
    double perplexity = Math.max(1, Math.min(wanted, (n - 1) / 3.0));
    int k = Math.min(n - 1, (int) (3 * perplexity));
    Matrix noise = Matrix.gaussian(n, scores.cols(), rng);
    return Affinities.of(Neighbours.of(scores.plusScaled(NOISE, noise), k), perplexity);
  }

  /** The first two axes, the longer with standard deviation 10⁻⁴, and noise to part equal rows. */
  private static Matrix start(Matrix scores, Rng rng) {
    double length = scores.selectColumns(new int[] {0}).norm();
    double unit = length == 0 ? 0 : SPREAD * Math.sqrt(scores.rows()) / length;
    return Matrix.fill(
        scores.rows(),
        2,
        (i, j) -> {
          double axis = j < scores.cols() ? unit * scores.get(i, j) : 0;
          return axis + 0.01 * SPREAD * rng.gaussian();
        });
  }

  private static void requireFinite(Matrix points) {
    if (!points.isFinite()) {
      int row =
          IntStream.range(0, points.rows())
              .filter(i -> !Matrix.of(new double[][] {points.row(i)}).isFinite())
              .findFirst()
              .orElseThrow();
      throw new IllegalArgumentException(
          "point in row " + row + " has an entry that is not finite; fill it in or leave it out");
    }
  }
}
