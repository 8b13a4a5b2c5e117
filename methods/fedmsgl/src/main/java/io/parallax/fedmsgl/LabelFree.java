package io.parallax.fedmsgl;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;

/**
 * Chooses settings without labels: of several trainings, the one whose hypergraph falls most
 * clearly into c clusters, by the gap between the c-th and the next eigenvalue of its Laplacian.
 * Gaps are compared only among hyperedges of one size, since larger ones widen every gap; between
 * sizes, the base's decides.
 */
public final class LabelFree {
  private static final double[] LAMBDA1 = {10, 100, 1000};
  private static final double[] LAMBDA3 = {1e-4, 1, 100};

  private LabelFree() {}

  /** One training, and how clear its clusters are: the larger, the better. */
  public record Tried(FedMsglConfig config, double eigengap) {}

  /**
   * What was chosen.
   *
   * @param tried every training, in the order of the grid
   */
  public record Choice(FedMsglConfig config, FedMsglResult result, List<Tried> tried) {}

  /** λ1 and λ3 over four powers of ten and more; everything else as in the base. */
  public static List<FedMsglConfig> grid(FedMsglConfig base) {
    List<FedMsglConfig> grid = new ArrayList<>();
    for (double lambda1 : LAMBDA1) {
      for (double lambda3 : LAMBDA3) {
        grid.add(base.with(lambda1, lambda3, base.beta(), base.k()));
      }
    }
    return grid;
  }

  /**
   * Trains with every setting of the grid; the first of equals is chosen.
   *
   * @param train runs a study with these settings
   */
  public static Choice choose(
      List<FedMsglConfig> grid, Function<FedMsglConfig, FedMsglResult> train) {
    List<Tried> tried = new ArrayList<>();
    FedMsglResult best = null;
    for (FedMsglConfig config : grid) {
      FedMsglResult result = train.apply(config);
      tried.add(new Tried(config, result.eigengap()));
      best = best == null || result.eigengap() > best.eigengap() ? result : best;
    }
    Tried chosen = tried.stream().max(order()).orElseThrow();
    return new Choice(chosen.config(), best, List.copyOf(tried));
  }

  private static Comparator<Tried> order() {
    return Comparator.comparingDouble(Tried::eigengap);
  }
}
