package io.parallax.spark;

import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputFilter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import org.apache.spark.SparkConf;

/**
 * Spark's driver and executors send each other Java objects, and reading one runs code of its
 * class. Only classes on a list are read: those of Spark and of our tasks. {@code ./parallax}
 * passes the same list to Java before anything else runs.
 */
final class SerialFilter {
  private static final String LIST = "serial-filter.txt";
  private static final String PROPERTY = "jdk.serialFilter";
  private static final String OPTIONS = "spark.executor.extraJavaOptions";

  private SerialFilter() {}

  /** Returns the list in the format of {@link ObjectInputFilter.Config#createFilter}. */
  static String pattern() {
    try (InputStream list = SerialFilter.class.getResourceAsStream(LIST)) {
      return new String(list.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#") && !line.isBlank())
          .collect(Collectors.joining(";"));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + LIST, e);
    }
  }

  /**
   * Installs the filter for this whole process; if it was started with a filter, that one stays.
   */
  static synchronized void install() {
    if (ObjectInputFilter.Config.getSerialFilter() == null) {
      ObjectInputFilter.Config.setSerialFilter(ObjectInputFilter.Config.createFilter(pattern()));
    }
  }

  /**
   * Sets the filter for the executors that a cluster starts, unless their options name one already.
   */
  static void give(SparkConf executors) {
    String options = executors.get(OPTIONS, "");
    if (!options.contains("-D" + PROPERTY)) {
      executors.set(OPTIONS, (options + " -D" + PROPERTY + "=" + pattern()).strip());
    }
  }
}
