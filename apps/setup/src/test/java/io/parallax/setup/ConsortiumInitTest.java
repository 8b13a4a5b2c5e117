package io.parallax.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import io.parallax.identity.Authority;
import io.parallax.testkit.FreePort;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A new consortium: what is made, and what is refused without touching anything. */
class ConsortiumInitTest {
  @TempDir Path folder;
  private final String home = System.getProperty("user.home");

  @BeforeEach
  void atHome() {
    System.setProperty("user.home", folder.resolve("home").toString());
  }

  @AfterEach
  void back() {
    System.setProperty("user.home", home);
  }

  private ConsortiumInit init(String name) throws Exception {
    return Founded.init(folder.resolve(name), FreePort.find(), FreePort.find());
  }

  @Test
  void theAuthoritysKeyIsEncryptedAndTheCoordinatorHasNone() throws Exception {
    Files.createDirectories(folder.resolve(".mood.unfinished/left/over"));
    assertThat(init("mood").make(Founded.PASSPHRASE::toCharArray, () -> true)).isTrue();
    Path mood = folder.resolve("mood");
    assertThat(Authority.isProtected(mood.resolve("authority"))).isTrue();
    try (Stream<Path> all = Files.walk(mood.resolve("hub"))) {
      assertThat(all.map(file -> file.getFileName().toString())).doesNotContain("ca.key");
    }
    assertThat(folder.resolve(".mood.unfinished")).doesNotExist();
    for (String secret :
        List.of("mood/authority/ca.key", "mood/authority/login.json", "mood/hub/hub.key")) {
      assertThat(
              PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(secret))))
          .isEqualTo("rw-------");
    }
    assertThat(LoginFile.user().read().orElseThrow().name()).isEqualTo("olga");
  }

  @Test
  void aSecondRunChangesNothing() throws Exception {
    init("mood").make(Founded.PASSPHRASE::toCharArray, () -> true);
    List<String> before = marks();
    ConsortiumInit again = init("mood");
    assertThatThrownBy(() -> again.make(Founded.PASSPHRASE::toCharArray, () -> true))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("is there already, and nothing was changed");
    assertThat(marks()).isEqualTo(before);
  }

  private List<String> marks() throws Exception {
    List<String> marks = new ArrayList<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path one : all.filter(Files::isRegularFile).sorted().toList()) {
        marks.add(one + " " + Files.getLastModifiedTime(one) + " " + Files.size(one));
      }
    }
    return marks;
  }

  @Test
  void whoeverDoesNotConfirmTheHostsHasNothing() throws Exception {
    assertThat(init("mood").make(Founded.PASSPHRASE::toCharArray, () -> false)).isFalse();
    assertThat(folder.resolve("mood")).doesNotExist();
    assertThat(LoginFile.user().read()).isEmpty();
  }

  @Test
  void aPortThatIsTakenAShortPassphraseAndAWrongHostAreTold() throws Exception {
    try (ServerSocket taken = new ServerSocket(0)) {
      ConsortiumInit init =
          Founded.init(folder.resolve("a"), taken.getLocalPort(), FreePort.find());
      assertThatThrownBy(() -> init.make(Founded.PASSPHRASE::toCharArray, () -> true))
          .isInstanceOf(BadInput.class)
          .hasMessageContaining("is taken; choose another: --port");
    }
    ConsortiumInit brief = init("b");
    assertThatThrownBy(() -> brief.make("secret"::toCharArray, () -> true))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("it must have at least 12");
    assertThat(folder.resolve("b")).doesNotExist();
    assertThatThrownBy(
            () ->
                new ConsortiumInit.Wanted(
                    folder.resolve("c"), List.of("https://hub.example.org"), 1, 2, "olga"))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("a name or an address alone");
    Path below = Files.writeString(folder.resolve("file"), "").resolve("mood");
    ConsortiumInit nowhere = Founded.init(below, FreePort.find(), FreePort.find());
    assertThatThrownBy(() -> nowhere.make(Founded.PASSPHRASE::toCharArray, () -> true))
        .isInstanceOf(BadInput.class)
        .hasMessageContaining("cannot write to");
  }
}
