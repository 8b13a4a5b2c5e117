package io.parallax.experiments;

import io.parallax.study.Version;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The program, data and machine that a result comes from.
 *
 * @param build the hash of the program's jars
 * @param dataHashes of each data set's files, by its name
 * @param cpuSeconds of processor time on this machine, of all runs that the result took
 */
record Provenance(
    String version,
    String build,
    Map<String, String> dataHashes,
    String machine,
    double seconds,
    double cpuSeconds) {
  private static final Path PROCESSORS = Path.of("/proc/cpuinfo");

  static Provenance of(Map<String, String> data, Effort effort) {
    return new Provenance(
        Version.NUMBER,
        Version.build(),
        data,
        thisMachine(),
        effort.seconds(),
        effort.cpuSeconds());
  }

  private static String thisMachine() {
    return String.format(
        Locale.ROOT,
        "%d × %s, %s, Java %s",
        Runtime.getRuntime().availableProcessors(),
        processor(),
        System.getProperty("os.name"),
        System.getProperty("java.version"));
  }

  /** The name of the processor where the system tells it, else its kind. */
  private static String processor() {
    try (Stream<String> lines = Files.lines(PROCESSORS)) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(System.getProperty("os.arch"));
    } catch (IOException e) {
      return System.getProperty("os.arch");
    }
  }
}
