package io.parallax.party;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Spark is not among what the tests of the command line have: that is what most people have. */
class PartyEngineTest {
  @TempDir Path folder;

  @Test
  void anEngineThatIsNotInstalledIsNamedWithTheCommandThatAddsIt() {
    refused(
        "{spark: \"local[2]\"}",
        "engine is spark, which is not installed; add it with './parallax add spark'");
  }

  @Test
  void anEngineThatNobodyKnowsIsRefused() {
    refused("{hadoop: x}", "hadoop");
    refused("{settings: {spark.ui.enabled: true}}", "engine names none");
  }

  private void refused(String engine, String why) {
    assertThatThrownBy(() -> PartyConfig.read(party(engine)).withEngine())
        .isInstanceOf(BadInput.class)
        .hasMessageContaining(why);
  }

  private Path party(String engine) throws IOException {
    return Files.writeString(
        folder.resolve("party.yaml"),
        """
        party: maple
        coordinator: 127.0.0.1:7443
        engine: %s
        data: {a: {parquet: a.parquet, id: id}}
        """
            .formatted(engine));
  }
}
