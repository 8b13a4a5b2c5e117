package io.parallax.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Spark is not among what these tests have, as with most people. */
class EngineTest {
  @TempDir Path dir;

  @Test
  void anEngineThatIsNotInstalledIsNamedWithTheCommandThatAddsIt() {
    Path study = SmallStudy.write(dir);
    Cli run = Cli.run("run", study, "--out", dir.resolve("out"), "--engine", "local[2]");
    Cli again = Cli.run("reproduce", "fedmv-table1", "--quick", "--engine", "spark://head:7077");
    for (Cli cli : new Cli[] {run, again}) {
      assertThat(cli.exit()).isEqualTo(2);
      assertThat(cli.err())
          .contains("needs Spark, which is not installed; add it with './parallax add spark'")
          .hasLineCount(1);
    }
    assertThat(dir.resolve("out")).doesNotExist();
    assertThat(Path.of("runs")).doesNotExist();
  }

  @Test
  void settingsAreOfNoUseWithoutAnEngine() {
    Path study = SmallStudy.write(dir);
    Cli cli = Cli.run("run", study, "--engine-setting", "spark.executor.memory=1g");
    assertThat(cli.exit()).isEqualTo(2);
    assertThat(cli.err()).contains("--engine-setting is for --engine, which is not there");
  }
}
