package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** './parallax torture', a short one: kills, cut connections, pauses. */
@Timeout(600)
@EnabledOnOs(OS.LINUX)
class TortureTest {
  @TempDir Path folder;

  @Test
  void aStudyAmongFailingProcessesHasTheBitsOfAnUndisturbedOne() throws Exception {
    Path net = folder.resolve("net");
    Cli done = Child.run(folder, List.of(), "torture", "--kills", 3, "--folder", net, "--json");
    assertThat(done.exit()).as(done.out() + done.err()).isZero();
    assertThat(done.json().path("kills").asInt()).isGreaterThanOrEqualTo(3);
    assertThat(done.json().path("broken").asInt()).isZero();
    assertThat(done.out()).contains("kill -9");
  }

  @Test
  void wrongOptionsAreNamed() {
    assertThat(Cli.run("torture", "--kills", -1).err())
        .contains("--kills is -1; it must be 0 or more");
    assertThat(Cli.run("torture", "--hours", 0).err()).contains("--hours is 0.0");
    Cli full = Cli.run("torture", "--folder", Path.of("src"));
    assertThat(full.exit()).isEqualTo(2);
    assertThat(full.err()).contains("src is not empty; choose another folder");
  }
}
