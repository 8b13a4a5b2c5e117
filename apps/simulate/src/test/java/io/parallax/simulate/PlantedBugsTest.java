package io.parallax.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.simulator.SimulatedRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Bugs that are planted in the program are found. Each patch names the seed at which the search
 * found its bug; where a change of the program has moved it, the search begins there anew. {@code
 * -Dparallax.hunt=true} searches from the first seed on and prints how many studies that takes.
 */
class PlantedBugsTest {
  private static final int LEAST = 30;
  private static final int BUDGET = 600; // studies
  private static final int WHOLE_BUDGET = 5000;

  @Test
  void allOfThemAreFound() {
    SimulatedRandom.install();
    boolean whole = Boolean.getBoolean("parallax.hunt");
    List<PlantedBug> bugs = PlantedBug.all();
    List<String> missed = new ArrayList<>();
    for (PlantedBug bug : bugs) {
      Optional<String> found =
          PlantedClasses.hunt(bug, whole ? 1 : bug.seed(), whole ? WHOLE_BUDGET : BUDGET);
      System.out.println("  " + bug.name() + ": " + found.orElse("not found"));
      if (found.isEmpty()) {
        missed.add(bug.name() + ": " + bug.sentence());
      }
    }
    assertThat(missed).isEmpty();
    assertThat(bugs).hasSizeGreaterThanOrEqualTo(LEAST);
  }
}
