package io.parallax.fedmsgl;

import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Multi-view fuzzy c-means among clients that hold different people (Hu, Qin, Shen, Pedrycz, Liu,
 * Liu: An Efficient Federated Multiview Fuzzy C-Means Clustering Method, 2024), rebuilt from its
 * abstract and the authors' released program; the README lists the differences.
 */
final class FuzzyMeans {
  private static final int CLIENTS = 4;
  private static final int MOST_ROUNDS = 100;
  private static final double STILL = 1e-7;

  private final List<Matrix> views;
  private final int c;
  private final int[][] rows; // those of each client
  private final List<FuzzyClient> clients = new ArrayList<>();
  private final List<Matrix> start; // the first client's k-means, by which all begin

  /**
   * @param views all rows, columns of mean 0 and deviation 1
   */
  FuzzyMeans(List<Matrix> views, int c, Rng rng) {
    this.views = views;
    this.c = c;
    int n = views.get(0).rows();
    int[] order = rng.child("clients").permutation(n);
    int parts = Math.max(1, Math.min(CLIENTS, n / (2 * c)));
    rows = new int[parts][];
    for (int l = 0; l < parts; l++) {
      rows[l] = Arrays.copyOfRange(order, l * n / parts, (l + 1) * n / parts);
      clients.add(new FuzzyClient(own(l), c));
    }
    start = clients.get(0).start(rng.child("start"));
    clients.forEach(client -> client.sums(start, weights()));
  }

  private double[] weights() {
    double[] weights = new double[views.size()];
    Arrays.fill(weights, 1.0 / weights.length);
    return weights;
  }

  private List<Matrix> own(int client) {
    return views.stream().map(x -> x.selectRows(rows[client])).toList();
  }

  /** FedMVFCM: prototypes of every view, from sums. */
  int[] byPrototypesOfViews() {
    double[] weights = weights();
    List<Matrix> prototypes = start;
    double before = Double.POSITIVE_INFINITY;
    for (int round = 0; round < MOST_ROUNDS; round++) {
      List<Matrix> current = prototypes;
      double[] known = weights;
      List<FuzzyClient.Sums> sums =
          clients.stream().map(client -> client.sums(current, known)).toList();
      prototypes = FuzzyClient.means(sums, current);
      double[] costs = total(sums.stream().map(FuzzyClient.Sums::costs).toList());
      weights = FuzzyClient.shares(costs);
      double cost = cost(costs, weights);
      if (before - cost <= STILL * cost) {
        break;
      }
      before = cost;
    }
    return joined();
  }

  private static double cost(double[] costs, double[] weights) {
    return IntStream.range(0, costs.length)
        .mapToDouble(p -> Math.pow(weights[p], FuzzyClient.POWER) * costs[p])
        .sum();
  }

  /** FedMVFPC: one set of orthonormal prototypes for all views, the clients' mean by size. */
  int[] byConsensusPrototypes() {
    Matrix consensus = Matrix.identity(c);
    for (int round = 0; round < MOST_ROUNDS; round++) {
      Matrix mean = Matrix.zeros(c, c);
      for (FuzzyClient client : clients) {
        double share = (double) client.samples() / views.get(0).rows();
        mean = mean.plusScaled(share, client.prototypes(consensus));
      }
      double change = mean.squaredDistance(consensus);
      consensus = mean;
      if (change <= STILL) {
        break;
      }
    }
    return joined();
  }

  private static double[] total(List<double[]> parts) {
    double[] sums = new double[parts.get(0).length];
    parts.forEach(part -> Arrays.setAll(sums, p -> sums[p] + part[p]));
    return sums;
  }

  private int[] joined() {
    int[] all = new int[views.get(0).rows()];
    for (int l = 0; l < rows.length; l++) {
      int[] found = clients.get(l).clusters();
      for (int i = 0; i < found.length; i++) {
        all[rows[l][i]] = found[i];
      }
    }
    return all;
  }
}
