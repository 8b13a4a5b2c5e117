package io.parallax.simulate;

import static org.assertj.core.api.Assertions.assertThat;

import io.parallax.simulator.FaultKind;
import io.parallax.simulator.Outcome;
import io.parallax.simulator.Shrinker;
import io.parallax.simulator.SimulatedRandom;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class SimulationTest {
  private static final int STUDIES = 500;
  private static final long FIRST = 9_000_000;

  @BeforeAll
  static void install() {
    SimulatedRandom.install();
  }

  @Test
  void noFaultBreaksAPromise() throws InterruptedException {
    Swarm swarm = new Swarm(FIRST);
    swarm.run(1, STUDIES, () -> false, all -> {});
    System.out.println("  " + swarm.studies() + " studies, " + swarm.faults() + " faults");
    assertThat(swarm.broken()).extracting(Outcome::text).isEmpty();
    assertThat(swarm.faults()).isGreaterThan(5000);
    assertThat(swarm.kinds()).containsKeys(FaultKind.values());
  }

  @Test
  void theSameSeedGivesTheSameHistory() {
    for (long seed = FIRST; seed < FIRST + 40; seed++) {
      Outcome one = Swarm.study(seed, Optional.empty());
      Outcome other = Swarm.study(seed, Optional.empty());
      assertThat(other.history()).as("seed %d", seed).isEqualTo(one.history());
      assertThat(other.struck()).isEqualTo(one.struck());
      assertThat(other.steps()).isEqualTo(one.steps());
    }
  }

  @Test
  void withoutFaultsAStudyHasItsResult() {
    for (long seed = FIRST; seed < FIRST + 20; seed++) {
      Outcome calm = Swarm.study(seed, Optional.of(Set.of()));
      assertThat(calm.verdict()).isEqualTo(Outcome.Verdict.SAME);
      assertThat(calm.faults()).isZero();
    }
  }

  @Test
  void aShrunkStudyHasOnlyTheFaultsThatItNeeds() {
    Outcome first = Swarm.study(FIRST, Optional.empty());
    List<Integer> all = Shrinker.steps(first);
    assertThat(all).hasSizeGreaterThan(3);
    int needed = all.get(2);
    Outcome broken = broken(first, new TreeSet<>(all));
    Outcome small =
        new Shrinker(steps -> steps.contains(needed) ? broken(first, steps) : first, 1000)
            .smallest(broken);
    assertThat(Shrinker.steps(small)).containsExactly(needed);
  }

  private static Outcome broken(Outcome like, Set<Integer> steps) {
    return new Outcome(
        like.seed(),
        like.study(),
        Outcome.Verdict.BROKEN,
        "",
        like.counts(),
        like.struck().stream().filter(one -> steps.contains(one.step())).toList(),
        like.steps(),
        like.history(),
        null);
  }

  @Test
  void theCommandCountsFaultsAndSimulatesASeedAgain() {
    String swarm = run("--seed", "0x2f", "--seconds", "1", "--json");
    assertThat(swarm.lines().reduce((a, b) -> b).orElseThrow())
        .matches("\\{\"faults\":\\d+,\"studies\":\\d+,\"broken\":0,\"seed\":\"0x2f\".*}");
    assertThat(run("--seed", "0x2f")).isEqualTo(run("--seed", "47")).contains("history");
    assertThat(run("--seed", "0x2f", "--faults", "1")).contains("the result without faults");
  }

  private static String run(String... args) {
    StringWriter out = new StringWriter();
    CommandLine line = new CommandLine(new SimulateCommand());
    line.setOut(new PrintWriter(out)).setErr(new PrintWriter(new StringWriter()));
    assertThat(line.execute(args)).isZero();
    return out.toString();
  }
}
