package io.parallax.cli;

import static io.parallax.cli.SmallStudy.change;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProtectionTest {
  @TempDir Path dir;

  private Cli run(Path study, String out) {
    Cli cli = Cli.run("run", study, "--out", dir.resolve(out), "--json");
    assertThat(cli.exit()).as(cli.err()).isZero();
    return cli;
  }

  @Test
  void maskedAndPlainSumsGiveTheSameBits() {
    Path study = SmallStudy.write(dir);
    change(study, "seed: 3", "seed: 3\nprotection: {aggregation: plain}");
    String plain = run(study, "plain").hash();
    change(study, "aggregation: plain", "aggregation: masked");
    assertThat(run(study, "masked").hash()).isEqualTo(plain);
  }

  @Test
  void maskedSumsOfTwoPartiesAreRefusedWithTheReason() throws Exception {
    Path study = SmallStudy.write(dir);
    change(study, "  cedar: {view: c, data: {csv: c.csv, id: id}}\n", "");
    change(study, "seed: 3", "protection: {aggregation: masked}");
    assertThat(Refusal.of(dir))
        .isEqualTo(
            "DIR/study.yaml:10: protection.aggregation is 'masked' and needs at least 3 parties, and"
                + " there are 2: of two, each finds the other's numbers by subtracting its own from"
                + " the sum");
  }
}
