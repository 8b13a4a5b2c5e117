package io.parallax.run;

import io.parallax.data.Missing;
import io.parallax.data.Scaler;
import io.parallax.data.Scaling;
import io.parallax.data.Table;
import io.parallax.eval.Clustering;
import io.parallax.eval.GroupContrast;
import io.parallax.eval.RowDistances;
import io.parallax.eval.Silhouette;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.study.rows.Fold;
import io.parallax.study.rows.StudyData;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * Judges groups of rows without labels, by the columns of all views in one place, as only a
 * simulation has them. Views that hold sequences, or whose rows are in an engine, take no part.
 */
final class GroupJudge {
  static final String SILHOUETTE = "silhouette";
  static final String CLARITY = "clarity";
  private static final int SHOWN = 5;
  private static final double LEAST = 0.005; // shown as 0.01 or more
  private final StudyData data;
  private final int rows;
  private final Map<String, Table> tables = new LinkedHashMap<>();
  private Optional<RowDistances> distances;

  /**
   * @param fold the rows that are grouped
   */
  GroupJudge(StudyData data, Fold fold) {
    this.data = data;
    this.rows = fold.heldOut().length;
    data.tables()
        .forEach(
            (view, table) -> {
              boolean here =
                  data.study().layout().source(view).flatMap(source -> source.engine()).isEmpty();
              if (here && table.sequences().isEmpty()) {
                tables.put(view, table.at(fold.heldOut()));
              }
            });
  }

  /**
   * Returns how well groups are separated; empty if no view is at hand.
   *
   * @param scores the largest of each row is its group; of several models, one below the other
   */
  OptionalDouble silhouette(Matrix scores) {
    int[] groups = scores.argmaxRows();
    return distances().isEmpty()
        ? OptionalDouble.empty()
        : IntStream.range(0, groups.length / rows)
            .mapToObj(model -> Arrays.copyOfRange(groups, model * rows, (model + 1) * rows))
            .mapToDouble(own -> silhouette(own).orElseThrow().mean())
            .average();
  }

  private Optional<Silhouette> silhouette(int[] groups) {
    Rng rng = Rng.of(data.study().seed()).child("silhouette");
    return distances().map(all -> Silhouette.of(all, groups, data.groups().size(), rng));
  }

  private Optional<RowDistances> distances() {
    if (distances == null) {
      List<Matrix> scaled = new ArrayList<>();
      tables.forEach((view, table) -> scaled.add(scaled(view, table)));
      distances = scaled.isEmpty() ? Optional.empty() : Optional.of(new RowDistances(scaled));
    }
    return distances;
  }

  /** Returns a view as the study scales it, or standardised: raw units cannot be compared. */
  private Matrix scaled(String view, Table table) {
    Scaling own = data.study().preparation().scales().of(view);
    Scaling scaling = own == Scaling.NONE ? Scaling.STANDARD : own;
    return Scaler.fit(scaling, table).apply(table, Missing.MEAN);
  }

  /** Returns all that is told of the groups of one seed. */
  Grouping grouping(int[] groups) {
    int[] sizes = new int[data.groups().size()];
    IntStream.of(groups).forEach(group -> sizes[group]++);
    Map<String, List<List<Grouping.Contrast>>> contrasts = new LinkedHashMap<>();
    tables.forEach((view, table) -> contrasts.put(view, contrasts(table, groups, sizes.length)));
    Optional<Silhouette> silhouette = silhouette(groups);
    return new Grouping(
        sizes,
        silhouette.map(Silhouette::mean).orElse(null),
        silhouette.map(Silhouette::byGroup).orElse(new double[0]),
        silhouette.map(Silhouette::fewer).orElse(List.of()),
        contrasts);
  }

  private static List<List<Grouping.Contrast>> contrasts(Table table, int[] groups, int count) {
    double[][] found = GroupContrast.of(table.values(), groups, count);
    List<List<Grouping.Contrast>> all = new ArrayList<>();
    for (double[] group : found) {
      all.add(
          IntStream.range(0, group.length)
              .filter(j -> Math.abs(group[j]) >= LEAST)
              .mapToObj(j -> new Grouping.Contrast(table.columns().get(j), group[j]))
              .sorted(Comparator.comparingDouble(one -> -Math.abs(one.difference())))
              .limit(SHOWN)
              .toList());
    }
    return all;
  }

  /** Returns the mean adjusted Rand index of every two seeds' groups; empty for a single seed. */
  static Optional<Double> agreement(List<int[]> seeds) {
    List<Double> pairs = new ArrayList<>();
    for (int i = 0; i < seeds.size(); i++) {
      for (int j = 0; j < i; j++) {
        pairs.add(Clustering.adjustedRand(seeds.get(i), seeds.get(j)));
      }
    }
    return pairs.isEmpty()
        ? Optional.empty()
        : Optional.of(pairs.stream().mapToDouble(pair -> pair).average().orElseThrow());
  }
}
