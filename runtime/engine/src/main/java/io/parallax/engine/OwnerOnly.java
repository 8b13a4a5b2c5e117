package io.parallax.engine;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.AclEntry;
import java.nio.file.attribute.AclEntryFlag;
import java.nio.file.attribute.AclEntryPermission;
import java.nio.file.attribute.AclEntryType;
import java.nio.file.attribute.AclFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Access rights for the owner of a file or folder alone: a mode on Linux and macOS, an access
 * control list on Windows. A file system without either, such as FAT, has no such rights.
 */
public final class OwnerOnly {
  private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");
  private static final Set<PosixFilePermission> FOLDER =
      PosixFilePermissions.fromString("rwx------");

  /** Rights that a key's file may have: a service may be given it by its group. */
  private static final Set<PosixFilePermission> LENT =
      EnumSet.of(
          PosixFilePermission.OWNER_READ,
          PosixFilePermission.OWNER_WRITE,
          PosixFilePermission.OWNER_EXECUTE,
          PosixFilePermission.GROUP_READ,
          PosixFilePermission.GROUP_EXECUTE,
          PosixFilePermission.OTHERS_EXECUTE);

  private static final Set<AclEntryFlag> PASSED_ON =
      EnumSet.of(AclEntryFlag.FILE_INHERIT, AclEntryFlag.DIRECTORY_INHERIT);

  private static final Set<AclEntryPermission> TOUCHING =
      EnumSet.of(
          AclEntryPermission.READ_DATA,
          AclEntryPermission.WRITE_DATA,
          AclEntryPermission.APPEND_DATA,
          AclEntryPermission.DELETE_CHILD,
          AclEntryPermission.WRITE_ACL,
          AclEntryPermission.WRITE_OWNER);

  private OwnerOnly() {}

  /** Makes an empty file that nobody else could ever read; fails if it is there. */
  public static void createFile(Path file) throws IOException {
    if (posix(file)) {
      Files.createFile(file, PosixFilePermissions.asFileAttribute(FILE));
    } else {
      Files.createFile(file);
      restrict(file);
    }
  }

  /** Makes a folder that nobody else could ever read; fails if it is there. */
  static void createFolder(Path folder) throws IOException {
    if (posix(folder)) {
      Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(FOLDER));
    } else {
      Files.createDirectory(folder);
      restrict(folder);
    }
  }

  /** Takes away the rights of all others on a file or folder. */
  public static void restrict(Path path) throws IOException {
    boolean folder = Files.isDirectory(path);
    if (posix(path)) {
      Files.setPosixFilePermissions(path, folder ? FOLDER : FILE);
      return;
    }
    Optional<AclFileAttributeView> list = list(path);
    if (list.isPresent()) {
      AclEntry all =
          AclEntry.newBuilder()
              .setType(AclEntryType.ALLOW)
              .setPrincipal(list.get().getOwner())
              .setPermissions(EnumSet.allOf(AclEntryPermission.class))
              .setFlags(folder ? PASSED_ON : Set.of())
              .build();
      list.get().setAcl(List.of(all));
    }
  }

  /**
   * Returns the rights of others on a file or folder, in words; empty if they have none, or if that
   * is unknown.
   */
  public static Optional<String> open(Path path) throws IOException {
    if (posix(path)) {
      Set<PosixFilePermission> now = Files.getPosixFilePermissions(path);
      return FOLDER.containsAll(now)
          ? Optional.empty()
          : Optional.of(PosixFilePermissions.toString(now));
    }
    return others(path);
  }

  /**
   * Returns a command that mends the rights of a key's file that others can read or change; empty
   * if it needs none. On POSIX its group may read it.
   */
  public static Optional<String> remedy(Path file) throws IOException {
    boolean well =
        posix(file)
            ? LENT.containsAll(Files.getPosixFilePermissions(file))
            : others(file).isEmpty();
    return well ? Optional.empty() : Optional.of(command(file));
  }

  /** Returns the command by which an owner takes away the rights of all others. */
  static String command(Path path) throws IOException {
    boolean folder = Files.isDirectory(path);
    if (posix(path)) {
      return (folder ? "chmod 700 " : "chmod 600 ") + path;
    }
    return "icacls \"%s\" /inheritance:r /grant:r \"%s:%sF\""
        .formatted(path, Files.getOwner(path).getName(), folder ? "(OI)(CI)" : "");
  }

  /** Returns the names of those beside the owner whom an access control list lets in. */
  private static Optional<String> others(Path path) throws IOException {
    Optional<AclFileAttributeView> list = list(path);
    if (list.isEmpty()) {
      return Optional.empty();
    }
    UserPrincipal owner = list.get().getOwner();
    Set<String> names =
        list.get().getAcl().stream()
            .filter(entry -> entry.type() == AclEntryType.ALLOW)
            .filter(entry -> !entry.flags().contains(AclEntryFlag.INHERIT_ONLY))
            .filter(entry -> entry.permissions().stream().anyMatch(TOUCHING::contains))
            .filter(entry -> !entry.principal().equals(owner) && !machine(entry.principal()))
            .map(entry -> entry.principal().getName())
            .collect(Collectors.toCollection(TreeSet::new));
    return names.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", names));
  }

  /** Returns whether it is the system itself or its administrators, who can read everything. */
  private static boolean machine(UserPrincipal principal) {
    String name = principal.getName();
    return Set.of("SYSTEM", "Administrators").contains(name.substring(name.lastIndexOf('\\') + 1));
  }

  /** Returns whether files have modes, as on Linux and macOS, and not access control lists. */
  static boolean posix(Path path) {
    return path.getFileSystem().supportedFileAttributeViews().contains("posix");
  }

  private static Optional<AclFileAttributeView> list(Path path) throws IOException {
    return Files.getFileStore(path).supportsFileAttributeView(AclFileAttributeView.class)
        ? Optional.ofNullable(Files.getFileAttributeView(path, AclFileAttributeView.class))
        : Optional.empty();
  }
}
