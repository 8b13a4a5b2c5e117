package io.parallax.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class PrivateFolderTest {
  @TempDir Path folder;

  private static String rights(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  void aNewOneIsShutFromTheBeginning() throws IOException {
    List<String> notes = new ArrayList<>();
    Path state = folder.resolve("some/state");
    PrivateFolder.shut(state, notes::add);
    assertThat(rights(state)).isEqualTo("rwx------");
    assertThat(notes).isEmpty();
    assertThat(PrivateFolder.open(state)).isEmpty();
  }

  @Test
  void oneThatIsOpenIsShutAndThatIsSaid() throws IOException {
    List<String> notes = new ArrayList<>();
    Path state = Files.createDirectory(folder.resolve("state"));
    Files.setPosixFilePermissions(state, PosixFilePermissions.fromString("rwxr-x--x"));
    PrivateFolder.shut(state, notes::add);
    assertThat(rights(state)).isEqualTo("rwx------");
    assertThat(notes)
        .containsExactly(state + " is open to other users (rwxr-x--x); now it is shut");
  }
}
