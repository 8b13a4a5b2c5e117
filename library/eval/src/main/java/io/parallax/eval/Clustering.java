package io.parallax.eval;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;

/**
 * Compares a clustering with the true classes. Labels are names only: any integers will do, and the
 * numbers of classes and clusters may differ.
 */
public final class Clustering {
  private Clustering() {}

  /** All measures by name, always in the same order. */
  public static Map<String, Double> asMap(int[] truth, int[] clusters) {
    Map<String, Double> map = new LinkedHashMap<>();
    map.put("accuracy", accuracy(truth, clusters));
    map.put("nmi", nmi(truth, clusters));
    map.put("purity", purity(truth, clusters));
    map.put("adjustedRand", adjustedRand(truth, clusters));
    return map;
  }

  /** The share of samples that agree under the best one-to-one match of clusters and classes. */
  public static double accuracy(int[] truth, int[] clusters) {
    int[][] table = contingency(truth, clusters);
    int size = Math.max(table.length, table[0].length);
    double[][] cost = new double[size][size];
    for (int i = 0; i < table.length; i++) {
      for (int j = 0; j < table[i].length; j++) {
        cost[i][j] = -table[i][j];
      }
    }
    int[] match = Assignment.cheapest(cost);
    double agreed = 0;
    for (int i = 0; i < size; i++) {
      agreed -= cost[i][match[i]];
    }
    return agreed / truth.length;
  }

  /** Mutual information over the larger of the two entropies; 0 when both entropies are 0. */
  public static double nmi(int[] truth, int[] clusters) {
    int[][] table = contingency(truth, clusters);
    double n = truth.length;
    double rows = entropy(rowSums(table), n);
    double columns = entropy(columnSums(table), n);
    double joint = entropy(Arrays.stream(table).flatMapToInt(Arrays::stream).toArray(), n);
    double larger = Math.max(rows, columns);
    return larger == 0 ? 0 : Math.min(1, Math.max(0, (rows + columns - joint) / larger));
  }

  /** The share of samples that belong to the commonest class of their cluster. */
  public static double purity(int[] truth, int[] clusters) {
    int[][] byCluster = contingency(clusters, truth);
    return Arrays.stream(byCluster).mapToInt(row -> Arrays.stream(row).max().orElseThrow()).sum()
        / (double) truth.length;
  }

  /** The Rand index corrected for chance: 1 for the same partition, about 0 for random ones. */
  public static double adjustedRand(int[] truth, int[] clusters) {
    int[][] table = contingency(truth, clusters);
    double together = Arrays.stream(table).mapToDouble(Clustering::pairs).sum();
    double rows = pairs(rowSums(table));
    double columns = pairs(columnSums(table));
    double expected = truth.length < 2 ? 0 : rows * columns / pairs(new int[] {truth.length});
    double highest = (rows + columns) / 2;
    return highest == expected ? 1 : (together - expected) / (highest - expected);
  }

  private static double pairs(int[] counts) {
    return sum(counts, c -> c * (c - 1) / 2);
  }

  private static double entropy(int[] counts, double n) {
    return sum(counts, c -> c == 0 ? 0 : -c / n * Math.log(c / n));
  }

  private static double sum(int[] counts, DoubleUnaryOperator term) {
    return Arrays.stream(counts).asDoubleStream().map(term).sum();
  }

  private static int[] rowSums(int[][] table) {
    return Arrays.stream(table).mapToInt(row -> Arrays.stream(row).sum()).toArray();
  }

  private static int[] columnSums(int[][] table) {
    return IntStream.range(0, table[0].length)
        .map(j -> Arrays.stream(table).mapToInt(row -> row[j]).sum())
        .toArray();
  }

  private static int[][] contingency(int[] rows, int[] columns) {
    if (rows.length == 0 || rows.length != columns.length) {
      throw new IllegalArgumentException(
          "%d classes and %d clusters; both need one entry per sample, at least one"
              .formatted(rows.length, columns.length));
    }
    int[] rowNames = Arrays.stream(rows).distinct().sorted().toArray();
    int[] columnNames = Arrays.stream(columns).distinct().sorted().toArray();
    int[][] table = new int[rowNames.length][columnNames.length];
    for (int i = 0; i < rows.length; i++) {
      table[Arrays.binarySearch(rowNames, rows[i])][Arrays.binarySearch(columnNames, columns[i])]++;
    }
    return table;
  }
}
