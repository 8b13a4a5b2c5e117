package io.parallax.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import io.parallax.party.PartyConfig;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file of a party that joins: what is written is what a party reads. */
class PartyFileTest {
  private static final String HUB = "hub.example.org:7443";
  @TempDir Path folder;
  private PartyFile file;
  private Path rows;

  @BeforeEach
  void make() throws Exception {
    file = new PartyFile(PartyId.of("st-mary"), Files.createDirectory(folder.resolve("st-mary")));
    rows = Files.writeString(folder.resolve("row's: 1.csv"), "the id,x\n");
  }

  private static PartyFile.Data data(Map<String, Path> views, String id, String labels) {
    return new PartyFile.Data(views, Optional.ofNullable(id), Optional.ofNullable(labels));
  }

  @Test
  void aPartyReadsWhatWasWrittenWithTheDefaults() {
    assertThat(file.write(HUB, data(Map.of("on", rows), "the id", rows + ":x: y"))).isTrue();
    PartyConfig read = PartyConfig.read(file.path());
    assertThat(read.coordinator()).hasToString(HUB);
    assertThat(read.data()).containsOnlyKeys("on");
    assertThat(read.data().get("on").id()).isEqualTo("the id");
    assertThat(read.labels()).containsOnlyKeys("on");
    assertThat(file.complete()).isTrue();
    assertThat(read.policy()).isEqualTo(PartyConfig.read(withoutPolicy()).policy());
    assertThat(file.write(HUB, data(Map.of(), null, null))).as("never replaced").isFalse();
    assertThat(file.complete()).isTrue();
  }

  private Path withoutPolicy() {
    try {
      String text = Files.readString(file.path());
      String plain = text.substring(0, text.indexOf("policy:"));
      return Files.writeString(file.path().resolveSibling("plain.yaml"), plain);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void withoutRowsItSaysWhatToFillIn() throws Exception {
    file.write(HUB, data(Map.of(), null, null));
    assertThat(file.complete()).isFalse();
    assertThat(Files.readString(file.path())).contains("# Fill this in");
  }

  @Test
  void whoeverIsAskedTypesViewsIdAndLabels() {
    String typed = "imaging\n" + rows + "\n\nthe id\n" + rows + ":x\n";
    Questions questions =
        new Questions(
            new ByteArrayInputStream(typed.getBytes(StandardCharsets.UTF_8)),
            new PrintWriter(new StringWriter()));
    file.write(HUB, PartyFile.ask(questions));
    PartyConfig read = PartyConfig.read(file.path());
    assertThat(read.data()).containsOnlyKeys("imaging");
    assertThat(read.labels()).containsOnlyKeys("imaging");
  }

  @Test
  void whatCannotBeWrittenIsSaidBefore() {
    assertThatThrownBy(() -> data(Map.of("a", rows), null, null))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("--id is missing");
    assertThatThrownBy(() -> data(Map.of(), "id", "f:c"))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("--labels needs --view");
    refuses(data(Map.of("a", folder.resolve("no.csv")), "id", null), "is not there");
    refuses(data(Map.of("a", rows), "id", "labels.csv"), "it must be FILE:COLUMN");
    refuses(data(Map.of("a", rows.resolveSibling("st-mary")), "id", null), "is not there");
    assertThat(file.exists()).isFalse();
  }

  private void refuses(PartyFile.Data data, String why) {
    assertThatThrownBy(() -> file.require(data))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining(why);
  }
}
