package io.parallax.trees;

/**
 * Settings for growing one tree. The leaf whose split gains most is split first, until there are
 * {@code leaves}; with 2^depth leaves or more this is a tree that grew level by level.
 *
 * @param leaves how many leaves a tree may have
 * @param depth how many splits may lie between the root and a leaf
 * @param minimumRows how many rows a leaf must hold
 * @param l2 what is added to the sum of hessians of a leaf: more of it gives smaller values
 * @param learningRate what every leaf's value is multiplied with
 */
public record TreeSettings(int leaves, int depth, int minimumRows, double l2, double learningRate) {
  private static final int DEEPEST = 64;

  public TreeSettings {
    Checks.within("leaves", leaves, 1, 1 << 16);
    Checks.within("depth", depth, 1, DEEPEST);
    Checks.atLeast("minimum rows", minimumRows, 1);
    if (!(l2 >= 0) || Double.isInfinite(l2)) {
      throw new IllegalArgumentException("l2 is " + l2 + ", must be at least 0 and finite");
    }
    if (!(learningRate > 0 && learningRate <= 1)) {
      throw new IllegalArgumentException(
          "learning rate is " + learningRate + ", must be above 0 and at most 1");
    }
  }

  /** 31 leaves of at least 20 rows, any depth, l2 1, learning rate 0.1. */
  public static TreeSettings defaults() {
    return new TreeSettings(31, DEEPEST, 20, 1, 0.1);
  }

  /** The Newton step −G/(H + l2), shortened by the learning rate; 0 where nothing curves. */
  double value(double gradient, double hessian) {
    double curvature = hessian + l2;
    return curvature > 0 ? -learningRate * gradient / curvature : 0;
  }

  /** Twice what a leaf's best value takes from the loss: G²/(H + l2). */
  double score(double gradient, double hessian) {
    return gradient * gradient / (hessian + l2);
  }
}
