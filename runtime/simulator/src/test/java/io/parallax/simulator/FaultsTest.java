package io.parallax.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FaultsTest {
  private static final Map<FaultKind, Double> HALF = Map.of(FaultKind.LOSE_ASK, 0.5);

  @Test
  void whatStrikesFollowsFromSeedAndStep() {
    List<Faults.Struck> all = struck(1, Optional.empty());
    assertThat(all).hasSizeBetween(20, 80).isEqualTo(struck(1, Optional.empty()));
    assertThat(struck(2, Optional.empty())).isNotEqualTo(all);
    Faults.Struck third = all.get(2);
    assertThat(struck(1, Optional.of(Set.of(third.step())))).containsExactly(third);
  }

  private static List<Faults.Struck> struck(long seed, Optional<Set<Integer>> only) {
    Faults faults = new Faults(seed, HALF, 100, 1000, only);
    for (int i = 0; i < 500; i++) {
      faults.at(FaultKind.LOSE_ASK);
    }
    return faults.struck();
  }

  @Test
  void aStudyThatDoesNotEndAfterTheLastFaultMakesNoProgress() {
    Faults faults = new Faults(1, HALF, 10, 50, Optional.empty());
    for (int i = 0; i < 50; i++) {
      faults.pass();
    }
    assertThatThrownBy(faults::pass).isInstanceOf(Faults.NoProgress.class);
  }
}
