package io.parallax.tensor;

import io.parallax.math.Matrix;
import io.parallax.math.Rng;

/** The initial distribution of parameters. */
public enum Init {
  ZERO {
    @Override
    double[] draw(long[] shape, Rng rng) {
      return new double[size(shape)];
    }
  },
  /** Uniform within √(6 / (inputs + outputs)). */
  GLOROT {
    @Override
    double[] draw(long[] shape, Rng rng) {
      long field = 1; // of a convolution
      for (int i = 2; i < shape.length; i++) {
        field *= shape[i];
      }
      return uniform(shape, Math.sqrt(6.0 / (field * (shape[0] + shape[1]))), rng);
    }
  },
  /** Uniform within 1/√inputs. */
  FAN_IN {
    @Override
    double[] draw(long[] shape, Rng rng) {
      return uniform(shape, Math.sqrt((double) shape[0] / size(shape)), rng);
    }
  },
  /** A matrix with orthonormal columns, for what is applied again and again. */
  ORTHOGONAL {
    @Override
    double[] draw(long[] shape, Rng rng) {
      return Matrix.orthonormal((int) shape[0], (int) shape[1], rng).toArray();
    }
  };

  /** Numbers for a parameter of this shape, outputs first, then inputs. */
  abstract double[] draw(long[] shape, Rng rng);

  private static double[] uniform(long[] shape, double limit, Rng rng) {
    double[] drawn = new double[size(shape)];
    for (int i = 0; i < drawn.length; i++) {
      drawn[i] = rng.uniform(-limit, limit);
    }
    return drawn;
  }

  private static int size(long[] shape) {
    long size = 1;
    for (long side : shape) {
      size *= side;
    }
    return Math.toIntExact(size);
  }
}
