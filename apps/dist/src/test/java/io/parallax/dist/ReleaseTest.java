package io.parallax.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.parallax.core.BadInput;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.ar.ArArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ReleaseTest {
  private static final Path HOME = Path.of("..", "..");
  private static final Packing PACKING = new Packing(Instant.parse("2026-01-01T00:00:00Z"));
  private static final Release RELEASE = new Release(HOME, "0.1.0");
  @TempDir Path folder;

  private Path jar(String name, String... entries) throws IOException {
    Path file = folder.resolve(name);
    try (ZipOutputStream to = new ZipOutputStream(Files.newOutputStream(file))) {
      for (String entry : entries) {
        ZipEntry one = new ZipEntry(entry);
        one.setTimeLocal(LocalDateTime.of(2026, 1, 1, 0, 0));
        to.putNextEntry(one);
        to.write(entry.getBytes());
      }
    }
    return file;
  }

  private Tree lib(Platform platform) throws IOException {
    Path plain = jar("plain-1.jar", "a/B.class");
    Path many =
        jar(
            "many-1.jar",
            "a/C.class",
            "libduckdb_java.so_linux_amd64",
            "libduckdb_java.so_macos_arm64",
            "windows64/libsodium.dll");
    Path builders = jar("openblas-1-linux-arm64.jar", "x.so");
    Path fetched = jar("openblas-1-" + platform.word() + ".jar", "y.so");
    return new Jars(List.of(plain, many, builders), folder.resolve("work"))
        .of(platform, List.of(fetched));
  }

  private static List<String> names(byte[] jar) throws IOException {
    List<String> names = new ArrayList<>();
    try (var in = new java.util.zip.ZipInputStream(new ByteArrayInputStream(jar))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        names.add(entry.getName());
      }
    }
    return names;
  }

  private static byte[] content(Tree tree, String path) throws IOException {
    try (var in = tree.items().get(path).content().open()) {
      return in.readAllBytes();
    }
  }

  private Map<String, TarArchiveEntry> tar(byte[] file) throws IOException {
    Map<String, TarArchiveEntry> found = new TreeMap<>();
    try (var in =
        new TarArchiveInputStream(new GzipCompressorInputStream(new ByteArrayInputStream(file)))) {
      for (TarArchiveEntry one = in.getNextEntry(); one != null; one = in.getNextEntry()) {
        found.put(one.getName(), one);
      }
    }
    return found;
  }

  @Test
  void aPlatformsArchiveHasItsOwnNativeLibrariesAlone() throws IOException {
    Tree linux = lib(Platform.LINUX_X86_64);
    assertThat(linux.items().keySet())
        .containsExactly("many-1.jar", "openblas-1-linux-x86_64.jar", "plain-1.jar");
    assertThat(names(content(linux, "many-1.jar")))
        .containsExactly("a/C.class", "libduckdb_java.so_linux_amd64");
    assertThat(names(content(lib(Platform.WINDOWS_X86_64), "many-1.jar")))
        .containsExactly("a/C.class", "windows64/libsodium.dll");
  }

  /** Whatever library is added: its native parts are found, or somebody reads this. */
  @ParameterizedTest
  @EnumSource(Platform.class)
  void everyJarWithNativeLibrariesHasSomeForEveryPlatform(Platform platform) throws IOException {
    String path = Files.readString(Path.of("target", "released.path"));
    List<String> without = new ArrayList<>();
    for (String jar : path.strip().split(File.pathSeparator)) {
      String name = Path.of(jar).getFileName().toString();
      if (!jar.endsWith(".jar") || Platform.single(name)) {
        continue;
      }
      try (ZipFile zip = new ZipFile(jar)) {
        List<String> natives =
            Collections.list(zip.entries()).stream()
                .map(ZipEntry::getName)
                .filter(Platform::isNative)
                .toList();
        if (!natives.isEmpty() && natives.stream().noneMatch(platform::uses)) {
          without.add(name.replaceAll("-[0-9.]+\\.jar", ""));
        }
      }
    }
    assertThat(without) // docs/install.md says so
        .isEqualTo(platform == Platform.MACOSX_X86_64 ? List.of("duckdb_jdbc") : List.of());
  }

  @Test
  void theSameFilesMakeTheSameBytesWhereverAndWheneverTheyArePacked() throws IOException {
    TimeZone zone = TimeZone.getDefault();
    List<List<String>> hashes = new ArrayList<>();
    try {
      for (String where : List.of("UTC", "Asia/Tokyo")) {
        TimeZone.setDefault(TimeZone.getTimeZone(where));
        hashes.add(List.of(packed(false), packed(true), debian()));
        Files.setLastModifiedTime(folder.resolve("plain-1.jar"), FileTime.fromMillis(0));
      }
    } finally {
      TimeZone.setDefault(zone);
    }
    assertThat(hashes.get(0)).isEqualTo(hashes.get(1));
  }

  private String packed(boolean zip) throws IOException {
    Platform platform = zip ? Platform.WINDOWS_X86_64 : Platform.LINUX_X86_64;
    Tree tree = RELEASE.archive(platform, lib(platform));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    if (zip) {
      PACKING.zip(tree, out);
    } else {
      PACKING.tar(tree, out);
    }
    return Arrays.hashCode(out.toByteArray()) + " " + out.size();
  }

  private String debian() throws IOException {
    Path file = folder.resolve("x.deb");
    Tree installed = RELEASE.installed(lib(Platform.LINUX_X86_64));
    PACKING.deb(RELEASE.control("amd64", installed.bytes()), installed, file);
    return Arrays.hashCode(Files.readAllBytes(file)) + " " + Files.size(file);
  }

  @Test
  void anArchiveHasOneFolderOneOwnerOneTimeAndPlainModes() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PACKING.tar(RELEASE.archive(Platform.LINUX_X86_64, lib(Platform.LINUX_X86_64)), out);
    Map<String, TarArchiveEntry> found = tar(out.toByteArray());
    assertThat(found.keySet()).allMatch(name -> name.startsWith("parallax-0.1.0/"));
    assertThat(found.values())
        .allSatisfy(
            one -> {
              assertThat(one.getLongUserId() + one.getLongGroupId()).isZero();
              assertThat(one.getLastModifiedTime().toInstant()).isEqualTo(PACKING.time());
              assertThat(one.getMode() & 0777).isIn(0644, 0755);
            });
    String top = "parallax-0.1.0/";
    assertThat(found.get(top + "bin/parallax").getMode() & 0777).isEqualTo(0755);
    assertThat(found.get(top + "deploy/entrypoint.sh").getMode() & 0777).isEqualTo(0755);
    assertThat(found.get(top + "parallax").getLinkName()).isEqualTo("bin/parallax");
    assertThat(found)
        .containsKeys(top + "LICENSE", top + "docs/install.md", top + "examples/wdbc.yaml")
        .containsKeys(top + "lib/plain-1.jar", top + "launch/java.args")
        .containsKeys(top + "python/parallax_fl-0.1.0-py3-none-any.whl", top + "docs/openapi.json")
        .containsKeys(top + "clients/python/README.md", top + "examples/parallax.ipynb")
        .doesNotContainKey(top + "parallax.cmd");
  }

  @Test
  void whatWindowsReadsHasItsLineEnds() throws IOException {
    Tree tree = RELEASE.archive(Platform.WINDOWS_X86_64, lib(Platform.WINDOWS_X86_64));
    for (String file : List.of("bin/parallax.cmd", "parallax.cmd")) {
      String text = new String(content(tree, "parallax-0.1.0/" + file));
      assertThat(text.replace("\r\n", "")).doesNotContain("\n");
    }
    assertThat(new String(content(tree, "parallax-0.1.0/bin/parallax"))).doesNotContain("\r");
  }

  @Test
  void aPackageInstallsTheProgramItsUnitsAndNoState() throws IOException {
    Path file = folder.resolve("x.deb");
    Tree installed = RELEASE.installed(lib(Platform.LINUX_X86_64));
    PACKING.deb(RELEASE.control("amd64", installed.bytes()), installed, file);
    Map<String, byte[]> parts = new TreeMap<>();
    try (var in = new ArArchiveInputStream(Files.newInputStream(file))) {
      for (var part = in.getNextEntry(); part != null; part = in.getNextEntry()) {
        parts.put(part.getName(), in.readAllBytes());
      }
    }
    assertThat(parts.keySet()).containsExactly("control.tar.gz", "data.tar.gz", "debian-binary");
    assertThat(tar(parts.get("control.tar.gz")).keySet())
        .containsExactly("./", "./control", "./postinst", "./postrm", "./prerm");
    Map<String, TarArchiveEntry> data = tar(parts.get("data.tar.gz"));
    assertThat(data)
        .containsKeys(
            "./usr/lib/systemd/system/parallax-party@.service",
            "./usr/lib/systemd/system/parallax-coordinator.service",
            "./usr/lib/parallax/lib/plain-1.jar",
            "./usr/share/doc/parallax/docs/install.md");
    assertThat(data.get("./usr/bin/parallax").getLinkName())
        .isEqualTo("../lib/parallax/bin/parallax");
    assertThat(data.keySet()).noneMatch(path -> path.matches("\\./(etc|var|tmp).*"));
    String control = new String(content(RELEASE.control("amd64", 5 << 20), "./control"));
    assertThat(control)
        .contains("\nVersion: 0.1.0\nArchitecture: amd64\n", "\nInstalled-Size: 5120\n")
        .doesNotContain("${");
  }

  @ParameterizedTest
  @CsvSource({
    "Linux, amd64, linux-x86_64",
    "Linux, aarch64, linux-arm64",
    "Mac OS X, aarch64, macosx-arm64",
    "Mac OS X, x86_64, macosx-x86_64",
    "Windows 11, amd64, windows-x86_64"
  })
  void thisMachinesPlatformIsKnown(String system, String processor, String word) {
    assertThat(Platform.of(system, processor).word()).isEqualTo(word);
    assertThat(Platform.of(word)).hasSize(1);
  }

  @Test
  void otherPlatformsAreRefused() {
    assertThat(Platform.of("all")).containsExactly(Platform.values());
    assertThatThrownBy(() -> Platform.of("solaris"))
        .isInstanceOf(BadInput.class)
        .hasMessageStartingWith("--platform is 'solaris'; it must be one of linux-x86_64, ")
        .hasMessageEndingWith(", or all");
    assertThatThrownBy(() -> Platform.of("Linux", "riscv64"))
        .isInstanceOf(BadInput.class)
        .hasMessageStartingWith("there are no native libraries for Linux on riscv64; name a pl");
  }
}
