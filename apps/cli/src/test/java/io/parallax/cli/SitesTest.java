package io.parallax.cli;

import static io.parallax.cli.SmallStudy.put;
import static io.parallax.cli.SmallStudy.read;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Studies of parties that bring files of their own. */
class SitesTest {
  @TempDir Path dir;
  private Path study;

  @BeforeEach
  void writeTheStudy() {
    study = SiteStudy.write(dir);
  }

  @Test
  void everyRowIsJudgedByItsOwnScoresWhateverThePartiesAreCalled() {
    JsonNode json = run("out");
    assertThat(json.at("/metrics/accuracy/mean").asDouble()).isGreaterThan(0.7);
    String scores = read(dir.resolve("out/split-01/predictions.csv"));
    put(study, SiteStudy.YAML.replace("maple:", "aspen:")); // first in the alphabet, too
    assertThat(run("renamed").get("metrics")).isEqualTo(json.get("metrics"));
    assertThat(Scored.read(dir.resolve("renamed/split-01/predictions.csv")).classes())
        .isEqualTo(Scored.parse(scores.replace("maple/", "aspen/")).classes());
  }

  private JsonNode run(String out) {
    Cli cli = Cli.run("run", study, "--out", dir.resolve(out), "--json");
    assertThat(cli.exit()).as(cli.err()).isZero();
    return cli.json();
  }
}
