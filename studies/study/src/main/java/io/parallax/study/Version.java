package io.parallax.study;

import io.parallax.core.Hashes;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;

/** Identifies this program: its version, and the hash of its own jars. */
public final class Version {
  public static final String NUMBER = number();

  private static final String COMMIT = "parallax.commit";

  private Version() {}

  /** Computed when it is first needed, and once. */
  private static final class Build {
    static final String HASH = hash();
  }

  private static String number() {
    String number = Version.class.getPackage().getImplementationVersion();
    return number == null ? "development" : number;
  }

  /** The same for the same program, however and wherever it was built. */
  public static String build() {
    return Build.HASH;
  }

  /**
   * Returns the program in words: its version and build, and in a clone the commit that it was
   * built from, which its launcher tells. The jars do not hold it: they are those of the same
   * sources at another commit, too.
   */
  public static String program() {
    String commit = System.getProperty(COMMIT, "");
    return "Parallax "
        + NUMBER
        + ", build "
        + build()
        + (commit.isEmpty() ? "" : ", commit " + commit);
  }

  private static String hash() {
    List<Path> jars =
        Arrays.stream(System.getProperty("java.class.path").split(java.io.File.pathSeparator))
            .map(Path::of)
            .filter(
                p -> p.getFileName() != null && p.getFileName().toString().startsWith("parallax-"))
            .filter(p -> !p.getFileName().toString().startsWith("parallax-spark-")) // an addition
            .filter(Files::isRegularFile)
            .sorted(Comparator.comparing(Path::getFileName)) // in a clone they are in two folders
            .toList();
    if (jars.isEmpty()) {
      return "development";
    }
    try {
      MessageDigest sha = Hashes.sha256();
      for (Path jar : jars) {
        sha.update(Files.readAllBytes(jar));
      }
      return HexFormat.of().formatHex(sha.digest(), 0, 6);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
