package io.parallax.benchmarks;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A command of Parallax as a process of its own, with this process's options of Java.
 *
 * @param seconds from its start to its end
 * @param cpu seconds of its processors, of the system on its behalf included
 * @param most bytes of memory at its high-water mark; NaN where the system does not tell
 */
record ChildRun(double seconds, double cpu, double most) {
  private static final Pattern TIME = Pattern.compile("(\\d+)m([0-9.]+)s");

  /** Runs a command; of the options of Java those are given that the rule keeps. */
  static ChildRun of(Predicate<String> options, List<String> arguments) throws IOException {
    Path log = Files.createTempFile("parallax", ".log");
    List<String> command =
        new ArrayList<>(List.of("sh", "-c", "\"$@\" >\"$0\" 2>&1; code=$?; times; exit $code"));
    command.add(log.toString());
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
        .filter(options)
        .forEach(command::add);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), "io.parallax.cli.Main"));
    command.addAll(arguments);
    try {
      return timed(command, log);
    } finally {
      Files.deleteIfExists(log);
    }
  }

  private static ChildRun timed(List<String> command, Path log) throws IOException {
    long start = System.nanoTime();
    Process shell = new ProcessBuilder(command).start();
    double most = Double.NaN;
    try {
      while (!shell.waitFor(50, TimeUnit.MILLISECONDS)) {
        List<ProcessHandle> children = shell.children().toList();
        double now = children.isEmpty() ? Double.NaN : memory(children.get(0).pid());
        most = Double.isNaN(now) ? most : now;
      }
    } catch (InterruptedException e) {
      throw new IOException(e);
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    if (shell.exitValue() != 0) {
      throw new IOException(Files.readString(log));
    }
    String last = new String(shell.getInputStream().readAllBytes()).strip();
    double cpu =
        TIME.matcher(last.substring(last.lastIndexOf('\n') + 1))
            .results()
            .mapToDouble(ChildRun::seconds)
            .sum();
    return new ChildRun(seconds, cpu, most);
  }

  private static double seconds(MatchResult time) {
    return 60 * Double.parseDouble(time.group(1)) + Double.parseDouble(time.group(2));
  }

  private static double memory(long process) {
    try {
      return MemoryBenchmark.highWaterMark(Path.of("/proc/" + process + "/status"));
    } catch (IOException e) {
      return Double.NaN; // it has just ended
    }
  }

  /** Deletes a folder with all that is in it. */
  static void delete(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
