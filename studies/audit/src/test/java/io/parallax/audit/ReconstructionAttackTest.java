package io.parallax.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.math.Matrix;
import io.parallax.math.Rng;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReconstructionAttackTest {
  private static final int SEEDS = 200;
  private static final int CONTROLS = 20;
  private static final int ROWS = 30; // of which the attacker knows 7

  @Test
  void noiseBesideSumsStaysWithinTheLimitAndAnswersDoNot() {
    int byChance = 0;
    int beyond = 0;
    int found = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Rng rng = Rng.of(seed);
      Matrix truth = uniform(rng, ROWS, 3);
      ReconstructionAttack attack = new ReconstructionAttack(truth);
      List<Matrix> sums = List.of(truth.times(uniform(rng, 3, 2)).plus(uniform(rng, ROWS, 2)));
      List<Matrix> masked = List.of(uniform(rng, ROWS, 2), uniform(rng, ROWS, 2));
      List<Matrix> plain = List.of(truth.times(uniform(rng, 3, 4)));
      byChance += attack.share(sums, masked) > attack.share(sums) + 0.01 ? 1 : 0;
      beyond += beyond(attack, sums, masked) ? 1 : 0;
      found += seed < CONTROLS && beyond(attack, sums, plain) ? 1 : 0;
    }
    assertThat(byChance).as("without regard to chance").isGreaterThan(3);
    assertThat(beyond).isLessThanOrEqualTo(1);
    assertThat(found).as("the control").isGreaterThan(CONTROLS - 2);
  }

  private static boolean beyond(
      ReconstructionAttack attack, List<Matrix> sums, List<Matrix> answers) {
    return attack.share(sums, answers) > attack.limit(sums, answers, Rng.of(1));
  }

  private static Matrix uniform(Rng rng, int rows, int cols) {
    return Matrix.fill(rows, cols, (i, j) -> rng.uniform(-1, 1));
  }
}
