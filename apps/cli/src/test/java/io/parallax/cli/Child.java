package io.parallax.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A command line in a process of its own, for what only a process can show. */
final class Child implements AutoCloseable {
  private static final int MOST_SECONDS = 600; // on a busy machine, too

  /** For processes that end before a better compiler would be worth its while. */
  private static final List<String> BRIEF =
      List.of("-Xshare:auto", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1");

  private final Process process;
  private final Path out;
  private final Path err;

  private Child(Process process, Path out, Path err) {
    this.process = process;
    this.out = out;
    this.err = err;
  }

  /** Starts the program in a working folder; options are Java's, such as -Dparallax.threads=1. */
  static Child start(Path folder, List<String> options, Object... arguments) throws IOException {
    return start(List.of(), folder, options, Map.of(), arguments);
  }

  /** Starts the program where no file can grow beyond a size, as on a full disk. */
  static Child startWithin(int kibibytes, Path folder, List<String> options, Object... arguments)
      throws IOException {
    String limit = "ulimit -f " + 2 * kibibytes + "; exec \"$@\"";
    return start(List.of("sh", "-c", limit, "sh"), folder, options, Map.of(), arguments);
  }

  private static Child start(
      List<String> before,
      Path folder,
      List<String> options,
      Map<String, String> environment,
      Object... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(before);
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(BRIEF);
    command.addAll(options); // which prevail
    command.addAll(List.of("-Dfile.encoding=UTF-8", "-Dstdout.encoding=UTF-8", "-cp", classPath()));
    command.add(Main.class.getName());
    List.of(arguments).forEach(argument -> command.add(argument.toString()));
    Path out = Files.createTempFile("parallax", ".out");
    Path err = Files.createTempFile("parallax", ".err");
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().putAll(environment);
    builder.redirectOutput(out.toFile()).redirectError(err.toFile());
    return new Child(builder.start(), out, err);
  }

  static Cli run(Path folder, List<String> options, Object... arguments) throws Exception {
    try (Child child = start(folder, options, arguments)) {
      return child.end();
    }
  }

  /** Runs the program with public data sets in a folder. */
  static Cli runWithData(Path data, Path folder, Object... arguments) throws Exception {
    Map<String, String> environment = Map.of("PARALLAX_DATA", data.toString());
    try (Child child = start(List.of(), folder, List.of(), environment, arguments)) {
      return child.end();
    }
  }

  /** Waits until the condition holds; false when the process ended before. */
  boolean reaches(BooleanSupplier condition) throws InterruptedException {
    long latest = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
    while (!condition.getAsBoolean()) {
      if (process.waitFor(2, TimeUnit.MILLISECONDS)) {
        return false;
      }
      if (System.nanoTime() > latest) {
        throw new AssertionError("not reached within " + MOST_SECONDS + " s");
      }
    }
    return true;
  }

  boolean alive() {
    return process.isAlive();
  }

  /** What it has printed so far. */
  String output() {
    try {
      return Files.readString(out) + Files.readString(err);
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** SIGKILL: nothing of the program runs after it. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  /** What Ctrl-C sends. */
  void interrupt() throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
  }

  Cli end() throws IOException, InterruptedException {
    if (!process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("still running after " + MOST_SECONDS + " s");
    }
    return new Cli(process.exitValue(), Files.readString(out), Files.readString(err));
  }

  @Override
  public void close() throws IOException {
    kill();
    Files.deleteIfExists(out);
    Files.deleteIfExists(err);
  }

  private static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }
}
