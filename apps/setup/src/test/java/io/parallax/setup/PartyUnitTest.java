package io.parallax.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.core.PartyId;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The unit of a party, in a file system of the test's own; systemd itself is not run. */
class PartyUnitTest {
  private static final PartyId MARY = PartyId.of("st-mary");
  @TempDir Path root;
  private final List<String> ran = new ArrayList<>();

  private PartyUnit unit(int exit) {
    return new PartyUnit(
        root,
        command -> {
          ran.add(String.join(" ", command));
          return exit;
        });
  }

  @Test
  void aSystemWithTheUnitStartsTheParty() throws Exception {
    Path folder = unit(0).folder(MARY);
    assertThatThrownBy(() -> unit(0).require(MARY, folder))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("needs systemd and its unit");
    Files.createDirectories(root.resolve("run/systemd/system"));
    Files.createDirectories(root.resolve("etc/systemd/system"));
    Files.createFile(root.resolve("etc/systemd/system/parallax-party@.service"));
    unit(0).require(MARY, folder);
    assertThatThrownBy(() -> unit(0).require(MARY, Path.of("st-mary")))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("give --out " + folder);
    unit(0).start(MARY);
    assertThat(ran)
        .containsExactly(
            "chown -R parallax:parallax " + folder,
            "systemctl enable --now parallax-party@st-mary");
    assertThatThrownBy(() -> unit(1).start(MARY))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("this failed");
  }
}
