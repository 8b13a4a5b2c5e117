package io.parallax.fedmsgl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.parallax.core.Baseline;
import io.parallax.core.PartyId;
import io.parallax.core.Roster;
import io.parallax.core.View;
import io.parallax.math.Features;
import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The paper's federated competitors, on groups that nobody could miss. */
class FederatedBaselinesTest {
  private static final int N = 150;
  private static final int C = 3;

  /** Row i is of group i mod 3; every view has its own directions. */
  private static List<View> views() {
    return List.of(view("a", 8, 101), view("b", 5, 102));
  }

  private static View view(String name, int columns, long seed) {
    Matrix centres = Matrix.gaussian(C, columns, Rng.of(seed)).scale(6);
    Matrix noise = Matrix.gaussian(N, columns, Rng.of(seed + 10));
    Matrix rows = Matrix.fill(N, columns, (i, j) -> centres.get(i % C, j) + noise.get(i, j));
    return new View(
        PartyId.of(name),
        name,
        IntStream.range(0, columns).mapToObj(Integer::toString).toList(),
        Features.of(rows),
        Optional.empty(),
        Optional.empty());
  }

  private static int[] clusters(String name, long seed) {
    Roster roster = Roster.vertical(views(), C, seed);
    return FedMsglBaselines.of(FedMsglConfig.DEFAULTS, roster).stream()
        .filter(one -> one.name().equals(name))
        .map(one -> ((Baseline.Clustered) one).clusters().apply(views()))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(strings = {"FedMVL, rebuilt", "FedMVFCM, rebuilt", "FedMVFPC, rebuilt"})
  void clearGroupsAreFound(String name) {
    int[] found = clusters(name, 4);
    long apart = IntStream.range(0, N).filter(i -> found[i] == found[i % C]).count();
    assertThat(apart).isGreaterThan(N * 9 / 10);
    assertThat(Arrays.stream(found).distinct().count()).isEqualTo(C);
    assertThat(clusters(name, 4)).isEqualTo(found);
  }

  /** Views that c prototypes or factors fit exactly, and rows that are all alike in one. */
  @ParameterizedTest
  @ValueSource(strings = {"FedMVL, rebuilt", "FedMVFCM, rebuilt", "FedMVFPC, rebuilt"})
  void narrowViewsAreNoTrouble(String name) {
    List<View> narrow = List.of(view("a", 2, 5), view("b", 1, 6), view("c", 3, 7));
    Roster roster = Roster.vertical(narrow, C, 1);
    int[] found =
        FedMsglBaselines.of(FedMsglConfig.DEFAULTS, roster).stream()
            .filter(one -> one.name().equals(name))
            .map(one -> ((Baseline.Clustered) one).clusters().apply(narrow))
            .findFirst()
            .orElseThrow();
    assertThat(found).hasSize(N);
  }

  @Test
  void sumsOfClientsAreTheSumsOfAllRows() {
    List<Matrix> all = views().stream().map(view -> view.features().toMatrix()).toList();
    List<Matrix> prototypes = all.stream().map(x -> x.selectRows(new int[] {0, 1, 2})).toList();
    double[] weights = {0.4, 0.6};
    FuzzyClient.Sums whole = new FuzzyClient(all, C).sums(prototypes, weights);
    List<FuzzyClient.Sums> parts =
        IntStream.range(0, 2)
            .mapToObj(half -> IntStream.range(0, N).filter(i -> i % 2 == half).toArray())
            .map(rows -> new FuzzyClient(all.stream().map(x -> x.selectRows(rows)).toList(), C))
            .map(client -> client.sums(prototypes, weights))
            .toList();
    for (int p = 0; p < 2; p++) {
      Matrix sum = parts.get(0).weighted().get(p).plus(parts.get(1).weighted().get(p));
      assertThat(sum.maxAbsDifference(whole.weighted().get(p))).isLessThan(1e-9);
      assertThat(parts.get(0).costs()[p] + parts.get(1).costs()[p])
          .isCloseTo(whole.costs()[p], within(1e-9 * whole.costs()[p]));
    }
  }

  /** α minimises Σ α^q cost: no other shares cost less. */
  @Test
  void noOtherWeightsOfViewsCostLess() {
    double[] costs = {3, 1, 7};
    double[] best = FuzzyClient.shares(costs);
    assertThat(Arrays.stream(best).sum()).isCloseTo(1, within(1e-15));
    Rng rng = Rng.of(3);
    for (int trial = 0; trial < 50; trial++) {
      double[] other = IntStream.range(0, 3).mapToDouble(i -> rng.uniform()).toArray();
      double total = Arrays.stream(other).sum();
      Arrays.setAll(other, i -> other[i] / total);
      assertThat(cost(other, costs)).isGreaterThanOrEqualTo(cost(best, costs) - 1e-12);
    }
  }

  private static double cost(double[] alpha, double[] costs) {
    return IntStream.range(0, costs.length).mapToDouble(p -> alpha[p] * alpha[p] * costs[p]).sum();
  }
}
