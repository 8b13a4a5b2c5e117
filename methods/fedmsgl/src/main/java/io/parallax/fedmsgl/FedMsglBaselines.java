package io.parallax.fedmsgl;

import io.parallax.core.Baseline;
import io.parallax.core.Roster;
import io.parallax.core.View;
import io.parallax.math.KMeans;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import io.parallax.math.RowWise;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Clustering without FedMSGL: spectral clustering (SC in the paper's Table 3, which prints the mean
 * over views) on every view and on all views' graphs together, and k-means on all columns in one
 * place; and the paper's three federated competitors as far as they are public.
 */
final class FedMsglBaselines {
  static final Map<String, String> LEGEND =
      Map.of(
          "SC, mean graph",
          "SC: spectral clustering of a view's graph of nearest neighbours, or of the mean of all views' graphs.",
          "FedMV",
          "Rebuilt: a federated method that the paper compares with, from what is public of it; methods/fedmsgl/README.md says what differs.");

  private FedMsglBaselines() {}

  static List<Baseline> of(FedMsglConfig config, Roster roster) {
    List<Baseline> all = new ArrayList<>();
    for (String name : roster.views()) {
      all.add(
          new Baseline.Clustered(
              "SC " + name, in -> spectral(List.of(named(in, name)), config, roster)));
    }
    if (roster.views().size() > 1) {
      all.add(
          new Baseline.Clustered(
              "SC, mean graph of all views", in -> spectral(in, config, roster)));
    }
    all.add(
        new Baseline.Clustered(
            "k-means, all columns in one place", in -> kMeans(in, config, roster)));
    all.add(new Baseline.Clustered("FedMVL, rebuilt", in -> shared(in, config, roster)));
    all.add(
        new Baseline.Clustered("FedMVFCM, rebuilt", in -> fuzzy(in, roster).byPrototypesOfViews()));
    all.add(
        new Baseline.Clustered(
            "FedMVFPC, rebuilt", in -> fuzzy(in, roster).byConsensusPrototypes()));
    return all;
  }

  private static FuzzyMeans fuzzy(List<View> views, Roster roster) {
    List<Matrix> parts = views.stream().map(view -> standard(rows(view))).toList();
    return new FuzzyMeans(parts, roster.classes(), roster.rng("baseline", "fuzzy"));
  }

  private static int[] shared(List<View> views, FedMsglConfig config, Roster roster) {
    List<Matrix> parts =
        views.stream().map(view -> standard(rows(view).transpose()).transpose()).toList();
    Rng rng = roster.rng("baseline", "factor");
    return new SharedFactor(parts, roster.classes(), rng.child("start"))
        .clusters(config.starts(), rng.child("k-means"));
  }

  private static int[] spectral(List<View> views, FedMsglConfig config, Roster roster) {
    Matrix graph =
        views.stream()
            .map(view -> FedMsglEquations.scaled(rows(view), ResolvedSettings.of(config).scale()))
            .map(rows -> Spectral.neighbours(rows, config.k()))
            .reduce(Matrix::plus)
            .orElseThrow();
    Matrix f = Spectral.embedding(graph, roster.classes(), roster.rng("baseline", "eigen"));
    return clusters(f, config, roster);
  }

  private static int[] kMeans(List<View> views, FedMsglConfig config, Roster roster) {
    List<Matrix> parts = views.stream().map(view -> standard(rows(view))).toList();
    return clusters(Matrix.stackColumns(parts), config, roster);
  }

  private static int[] clusters(Matrix points, FedMsglConfig config, Roster roster) {
    return KMeans.cluster(
            points, roster.classes(), config.starts(), roster.rng("baseline", "k-means"))
        .clusters();
  }

  /** Columns of mean 0 and deviation 1; a constant one becomes zeros. */
  private static Matrix standard(Matrix x) {
    return RowWise.map(
            x.transpose(),
            (j, column) -> {
              double mean = RowWise.sum(column) / column.length;
              Arrays.setAll(column, i -> column[i] - mean);
              double square = 0;
              for (double value : column) {
                square += value * value;
              }
              double deviation = Math.sqrt(square / column.length);
              Arrays.setAll(column, i -> deviation > 0 ? column[i] / deviation : 0);
            })
        .transpose();
  }

  private static Matrix rows(View view) {
    return view.features().toMatrix();
  }

  private static View named(List<View> views, String name) {
    return views.stream().filter(view -> view.name().equals(name)).findFirst().orElseThrow();
  }
}
