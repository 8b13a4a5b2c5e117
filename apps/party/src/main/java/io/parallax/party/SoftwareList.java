package io.parallax.party;

import io.parallax.core.Hashes;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The programs that a party runs: every jar on the class path, with its hash. */
final class SoftwareList {
  private static final Pattern VERSIONED = Pattern.compile("(.+?)-(\\d[\\w.+-]*)\\.jar");

  private SoftwareList() {}

  /**
   * A component, as CycloneDX has it.
   *
   * @param version empty: the file's name does not tell
   */
  record Component(String type, String name, String version, List<Hash> hashes) {}

  /** A hash of a component's file. */
  record Hash(String alg, String content) {}

  /** A software bill of materials in the form of CycloneDX 1.5. */
  record Bill(String bomFormat, String specVersion, List<Component> components) {}

  private static Bill known;

  /** Returns the jars of this process, which are read once: they are large. */
  static synchronized Bill bill() {
    if (known == null) {
      known = read();
    }
    return known;
  }

  private static Bill read() {
    List<Component> components =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(Path::of)
            .filter(file -> file.toString().endsWith(".jar") && Files.isRegularFile(file))
            .map(SoftwareList::component)
            .sorted((a, b) -> a.name().compareTo(b.name()))
            .toList();
    return new Bill("CycloneDX", "1.5", components);
  }

  private static Component component(Path jar) {
    Matcher named = VERSIONED.matcher(jar.getFileName().toString());
    boolean versioned = named.matches();
    return new Component(
        "library",
        versioned ? named.group(1) : jar.getFileName().toString(),
        versioned ? named.group(2) : "",
        List.of(new Hash("SHA-256", hash(jar))));
  }

  private static String hash(Path file) {
    MessageDigest digest = Hashes.sha256();
    try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
      in.transferTo(OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(digest.digest());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
