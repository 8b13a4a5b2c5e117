package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoTest {
  @TempDir Path dir;

  @Test
  void showsAWholeStudyWithTheJointModelFirstAndSuggestsOneThatRuns() throws Exception {
    Cli demo = Child.run(dir, List.of("-Xbootclasspath/a:" + smaller()), "demo", "--json");
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

  /** A folder with the demo's study in a fifth of its sessions and splits, found before its own. */
  private Path smaller() throws IOException {
    Path file = dir.resolve("smaller/io/parallax/cli/demo.yaml");
    Files.createDirectories(file.getParent());
    try (InputStream own = DemoCommand.class.getResourceAsStream("demo.yaml")) {
      Files.write(file, own.readAllBytes());
    }
    SmallStudy.change(file, "sessions: 15000", "sessions: 3000");
    SmallStudy.change(file, "repeats: 10", "repeats: 2");
    return dir.resolve("smaller");
  }

  private void itsSuggestionWorks(Cli demo) {
    Path copy = dir.resolve(demo.json().get("folder").asText()).resolve("demo.yaml");
    assertThat(demo.out()).contains("./parallax run " + dir.relativize(copy));
    SmallStudy.change(copy, "sessions: 3000", "sessions: 600");
    SmallStudy.change(copy, "repeats: 2", "repeats: 1");
    Cli run = Cli.run("run", copy, "--out", dir.resolve("changed"), "--json");
    assertThat(run.exit()).as(run.err()).isZero();
  }

  private static String first(List<String> lines, String start) {
    return lines.stream().filter(line -> line.startsWith(start)).findFirst().orElseThrow();
  }
}
