package io.parallax.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.AclEntry;
import java.nio.file.attribute.AclEntryFlag;
import java.nio.file.attribute.AclEntryPermission;
import java.nio.file.attribute.AclEntryType;
import java.nio.file.attribute.AclFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Rights on file systems as Windows and macOS have them, in memory. */
class OwnerOnlyTest {
  private static final byte[] TEXT = "secret".getBytes(StandardCharsets.US_ASCII);

  private static FileSystem windows() {
    return Jimfs.newFileSystem(
        Configuration.windows().toBuilder()
            .setAttributeViews("basic", "owner", "dos", "acl", "user")
            .build());
  }

  private static FileSystem mac() {
    return Jimfs.newFileSystem(
        Configuration.osX().toBuilder()
            .setAttributeViews("basic", "owner", "posix", "unix")
            .build());
  }

  private static AclFileAttributeView list(Path path) {
    return Files.getFileAttributeView(path, AclFileAttributeView.class);
  }

  private static AclEntry entry(Path path, String who, AclEntryPermission... rights)
      throws IOException {
    return AclEntry.newBuilder()
        .setType(AclEntryType.ALLOW)
        .setPrincipal(
            path.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(who))
        .setPermissions(EnumSet.copyOf(List.of(rights)))
        .build();
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  void onWindowsAFileIsItsOwnersAlone() throws IOException {
    try (FileSystem windows = windows()) {
      Path file = windows.getPath("C:\\st-mary\\st-mary.key");
      Files.createDirectories(file.getParent());
      OwnerOnly.createFile(file);
      assertThat(list(file).getAcl())
          .singleElement()
          .satisfies(
              only -> {
                assertThat(only.principal()).isEqualTo(Files.getOwner(file));
                assertThat(only.type()).isEqualTo(AclEntryType.ALLOW);
                assertThat(only.permissions())
                    .containsExactlyInAnyOrder(AclEntryPermission.values());
              });
      assertThat(OwnerOnly.open(file)).isEmpty();
      assertThat(OwnerOnly.remedy(file)).isEmpty();
      assertThatThrownBy(() -> OwnerOnly.createFile(file))
          .isInstanceOf(FileAlreadyExistsException.class);
    }
  }

  @Test
  void onWindowsAFoldersRightsPassToWhatIsMadeInIt() throws IOException {
    try (FileSystem windows = windows()) {
      Path state = windows.getPath("C:\\ProgramData\\Parallax\\state");
      PrivateFolder.make(state);
      assertThat(list(state).getAcl())
          .singleElement()
          .satisfies(
              only ->
                  assertThat(only.flags())
                      .containsExactlyInAnyOrder(
                          AclEntryFlag.FILE_INHERIT, AclEntryFlag.DIRECTORY_INHERIT));
    }
  }

  @Test
  void onWindowsOthersAreFoundAndNamed() throws IOException {
    try (FileSystem windows = windows()) {
      Path key = Files.createFile(windows.getPath("C:\\st-mary.key"));
      AclEntry own = entry(key, Files.getOwner(key).getName(), AclEntryPermission.READ_DATA);
      AclEntry users = entry(key, "BUILTIN\\Users", AclEntryPermission.READ_DATA);
      list(key).setAcl(List.of(own, users));
      assertThat(OwnerOnly.open(key)).contains("BUILTIN\\Users");
      assertThat(OwnerOnly.remedy(key))
          .contains("icacls \"C:\\st-mary.key\" /inheritance:r /grant:r \"user:F\"");

      list(key).setAcl(List.of(own, entry(key, "Everyone", AclEntryPermission.WRITE_ACL)));
      assertThat(OwnerOnly.open(key)).contains("Everyone");
    }
  }

  @Test
  void onWindowsTheSystemItselfAndMereAttributesAreNoOthers() throws IOException {
    try (FileSystem windows = windows()) {
      Path key = Files.createFile(windows.getPath("C:\\st-mary.key"));
      AclEntry deny =
          AclEntry.newBuilder(entry(key, "Guest", AclEntryPermission.READ_DATA))
              .setType(AclEntryType.DENY)
              .build();
      AclEntry forChildren =
          AclEntry.newBuilder(entry(key, "CREATOR OWNER", AclEntryPermission.READ_DATA))
              .setFlags(AclEntryFlag.INHERIT_ONLY)
              .build();
      list(key)
          .setAcl(
              List.of(
                  entry(key, "NT AUTHORITY\\SYSTEM", AclEntryPermission.values()),
                  entry(key, "BUILTIN\\Administrators", AclEntryPermission.values()),
                  entry(key, "Everyone", AclEntryPermission.READ_ATTRIBUTES),
                  deny,
                  forChildren));
      assertThat(OwnerOnly.remedy(key)).isEmpty();
    }
  }

  @Test
  void onWindowsAnOpenFolderIsShutAndThatIsSaid() throws IOException {
    try (FileSystem windows = windows()) {
      Path state = Files.createDirectory(windows.getPath("C:\\state"));
      list(state).setAcl(List.of(entry(state, "Everyone", AclEntryPermission.READ_DATA)));
      List<String> notes = new ArrayList<>();
      PrivateFolder.shut(state, notes::add);
      assertThat(notes)
          .containsExactly("C:\\state is open to other users (Everyone); now it is shut");
      assertThat(PrivateFolder.open(state)).isEmpty();
    }
  }

  @Test
  void aFileIsPrivateWhileItIsWrittenAndAfterwards() throws IOException {
    try (FileSystem windows = windows();
        FileSystem mac = mac()) {
      Path there = windows.getPath("C:\\state\\secret");
      DurableFile.replaceOwn(there, TEXT);
      DurableFile.replaceOwn(there, TEXT); // over one that is there
      assertThat(OwnerOnly.open(there)).isEmpty();
      assertThat(list(there).getAcl()).hasSize(1);
      assertThat(Files.readAllBytes(there)).isEqualTo(TEXT);

      Path here = mac.getPath("/state/secret");
      Files.createDirectories(here.getParent());
      Files.createFile(mac.getPath("/state/secret.tmp")); // of a process that ended too early
      DurableFile.replaceOwn(here, TEXT);
      assertThat(mode(here)).isEqualTo("rw-------");
      assertThat(Files.list(here.getParent())).containsExactly(here);
    }
  }

  @Test
  void aRenamingThatWindowsDeniesForAMomentIsTriedAgain() throws IOException {
    int[] tries = {0};
    DurableFile.Renaming busy =
        () -> {
          if (++tries[0] % 3 != 0) {
            throw new AccessDeniedException("C:\\state\\ports");
          }
        };
    DurableFile.patiently(3, busy);
    assertThat(tries[0]).isEqualTo(3);
    assertThatThrownBy(() -> DurableFile.patiently(2, busy))
        .isInstanceOf(AccessDeniedException.class);
    assertThat(tries[0]).isEqualTo(5);
  }

  @Test
  void onMacTheModeIsAsOnLinux() throws IOException {
    try (FileSystem mac = mac()) {
      Path state = mac.getPath("/Library/Parallax/state");
      PrivateFolder.make(state);
      assertThat(mode(state)).isEqualTo("rwx------");
      Path key = state.resolve("st-mary.key");
      OwnerOnly.createFile(key);
      assertThat(mode(key)).isEqualTo("rw-------");
      Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r-----"));
      assertThat(OwnerOnly.remedy(key)).isEmpty(); // a service's group
      for (String open : Set.of("rw-r--r--", "rw-rw----", "rw-----w-")) {
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString(open));
        assertThat(OwnerOnly.remedy(key)).contains("chmod 600 " + key);
      }
    }
  }

  @Test
  void aFileSystemWithoutRightsTakesFilesAllTheSame() throws IOException {
    try (FileSystem fat =
        Jimfs.newFileSystem(
            Configuration.windows().toBuilder().setAttributeViews("basic", "dos").build())) {
      Path file = fat.getPath("C:\\state\\secret");
      DurableFile.replaceOwn(file, TEXT);
      assertThat(OwnerOnly.open(file)).isEmpty();
      assertThat(OwnerOnly.remedy(file)).isEmpty();
    }
  }
}
