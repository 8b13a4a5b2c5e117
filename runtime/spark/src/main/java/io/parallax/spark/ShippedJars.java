package io.parallax.spark;

import io.parallax.core.BadInput;
import io.parallax.data.Scaler;
import io.parallax.math.Matrix;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.apache.spark.sql.SparkSession;

/** The jars of our own classes that executors need, without native code. */
final class ShippedJars {
  private static final List<Class<?>> NEEDED =
      List.of(ShippedJars.class, BadInput.class, Scaler.class, Matrix.class);

  private ShippedJars() {}

  static List<String> paths() {
    Set<String> jars = new LinkedHashSet<>();
    for (Class<?> one : NEEDED) {
      Path place = place(one);
      jars.add((Files.isDirectory(place) ? packed(place) : place).toString());
    }
    return new ArrayList<>(jars);
  }

  /**
   * Sends a database's driver to the executors, which read from the database themselves. It is
   * added to the session, because jars added to the context after its first job do not reach a
   * session's queries.
   */
  static void addDriver(SparkSession session, String url) {
    try {
      Path jar = place(DriverManager.getDriver(url).getClass());
      if (Files.isRegularFile(jar) && !session.sparkContext().isLocal()) {
        session.addArtifact(jar.toUri());
      }
    } catch (SQLException e) { // its message may contain the address, and so a password
      throw new BadInput(
          "there is no driver for 'jdbc' of this kind (%s); put its jar into runtime/spark/target/lib"
              .formatted(kind(url)));
    }
  }

  /** Returns the part of an address that cannot hold a secret, such as {@code jdbc:postgresql}. */
  private static String kind(String url) {
    return url.matches("jdbc:[a-z0-9]+:.*") ? url.split(":")[0] + ":" + url.split(":")[1] : "?";
  }

  private static Path place(Class<?> one) {
    try {
      return Path.of(one.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Packs a folder of classes, as in a build, into a jar. */
  private static Path packed(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      Path jar = Files.createTempFile("parallax-", ".jar");
      jar.toFile().deleteOnExit();
      try (OutputStream out = Files.newOutputStream(jar);
          JarOutputStream entries = new JarOutputStream(out)) {
        for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
          String name = folder.relativize(file).toString().replace('\\', '/');
          entries.putNextEntry(new ZipEntry(name));
          Files.copy(file, entries);
        }
      }
      return jar;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
