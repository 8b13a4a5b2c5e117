package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoTest {
  @TempDir Path dir;

  @Test
  void showsAWholeStudyWithTheJointModelFirstAndSuggestsOneThatRuns() throws Exception {
    List<String> allCompilers = List.of("-XX:TieredStopAtLevel=4"); // it computes for a while
    Cli demo = Child.run(dir, allCompilers, "demo", "--json");
    assertThat(demo.exit()).as(demo.err()).isZero();
    List<String> lines = demo.out().lines().toList();
    int header = lines.indexOf(first(lines, "  % "));
    assertThat(lines.get(header)).contains("accuracy", "balanced", "F1", "AUC");
    assertThat(lines.get(header + 2)).startsWith("  The joint model ");
    assertThat(lines.get(header + 3)).startsWith("  V-FedMV ");
    assertThat(demo.out())
        .contains("Three hospitals", "study: demo", "accel alone", "What to try next:")
        .contains("What the model looks at most:", "Result hash " + demo.hash());
    assertThat(demo.json().at("/metrics/accuracy/mean").asDouble()).isGreaterThan(0.7);
    itsSuggestionWorks(demo);
  }

  private void itsSuggestionWorks(Cli demo) {
    Path copy = dir.resolve(demo.json().get("folder").asText()).resolve("demo.yaml");
    assertThat(demo.out()).contains("./parallax run " + dir.relativize(copy));
    SmallStudy.change(copy, "sessions: 15000", "sessions: 600");
    SmallStudy.change(copy, "repeats: 10", "repeats: 1");
    Cli run = Cli.run("run", copy, "--out", dir.resolve("changed"), "--json");
    assertThat(run.exit()).as(run.err()).isZero();
  }

  private static String first(List<String> lines, String start) {
    return lines.stream().filter(line -> line.startsWith(start)).findFirst().orElseThrow();
  }
}
