package io.parallax.eval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class QuadTreeTest {

  @Test
  void thetaZeroIsExact() {
    for (int n : new int[] {1, 2, 3, 10, 700}) {
      double[] points = Matrix.gaussian(n, 2, Rng.of(n)).scale(20).toArray();
      assertThat(error(points, 0)).isLessThan(1e-9);
    }
  }

  @Test
  void halfIsWithinAFewPercent() {
    double[] clouds = Clusters.of(2000, 2, 8, Rng.of(1)).scale(4).toArray();
    assertThat(error(clouds, 0.5)).isBetween(1e-6, 0.04);
  }

  @Test
  void equalPointsDoNotPushEachOtherYetCount() {
    double[] points = new double[2 * 50];
    Arrays.fill(points, 3.25);
    double[] force = new double[points.length];
    QuadTree tree = new QuadTree(50);
    tree.build(points);
    assertThat(tree.repel(7, 0.5, points, force)).isEqualTo(49);
    assertThat(force).containsOnly(0);
  }

  @Test
  void pointsTooCloseToTellApartShareALeaf() {
    double[] points = Matrix.gaussian(300, 2, Rng.of(2)).toArray();
    for (int c = 0; c < 200; c++) {
      points[c] = 1 + 1e-13 * points[c];
    }
    assertThat(error(points, 0)).isLessThan(1e-9);
  }

  @Test
  void orderFollowsTheCurve() {
    double[] corners = {9, 9, 0, 9, 9, 0, 0, 0};
    QuadTree tree = new QuadTree(4);
    tree.build(corners);
    assertThat(tree.order()).containsExactly(3, 2, 1, 0);
  }

  @Test
  void aTreeMayBeBuiltAnew() {
    double[] first = Matrix.gaussian(90, 2, Rng.of(3)).toArray();
    double[] second = Matrix.gaussian(90, 2, Rng.of(4)).toArray();
    QuadTree tree = new QuadTree(90);
    tree.build(first);
    tree.build(second);
    assertThat(error(tree, second, 0)).isLessThan(1e-9);
  }

  private static double error(double[] points, double theta) {
    QuadTree tree = new QuadTree(points.length / 2);
    tree.build(points);
    return error(tree, points, theta);
  }

  /** The relative error of all forces together; the sums of q are checked on the way. */
  private static double error(QuadTree tree, double[] points, double theta) {
    int n = points.length / 2;
    double[] force = new double[points.length];
    double[] exact = new double[points.length];
    for (int i = 0; i < n; i++) {
      double sum = tree.repel(i, theta, points, force);
      double wanted = exact(i, points, exact);
      assertThat(sum).isCloseTo(wanted, within((theta == 0 ? 1e-9 : 0.02) * (1 + wanted)));
    }
    Matrix wanted = Matrix.of(n, 2, exact);
    return Matrix.of(n, 2, force).minus(wanted).norm() / Math.max(wanted.norm(), 1e-300);
  }

  private static double exact(int i, double[] points, double[] force) {
    double sum = 0;
    for (int j = 0; j < points.length / 2; j++) {
      double dx = points[2 * i] - points[2 * j];
      double dy = points[2 * i + 1] - points[2 * j + 1];
      double q = j == i ? 0 : 1 / (1 + dx * dx + dy * dy);
      sum += q;
      force[2 * i] += q * q * dx;
      force[2 * i + 1] += q * q * dy;
    }
    return sum;
  }
}
