package io.parallax.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A command line in a process of its own, for what only a process can show. */
final class Child implements Serving {
  /** For processes that end before a better compiler would be worth its while. */
  static final List<String> BRIEF =
      List.of(
          "-Xshare:auto", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Dparallax.threads=1");

  static final String JAVA = Path.of(System.getProperty("java.home"), "bin", "java").toString();

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
    command.add(JAVA);
    command.addAll(BRIEF);
    command.add("-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir"));
    command.addAll(options); // which prevail
    command.addAll(List.of("-Dfile.encoding=UTF-8", "-Dstdout.encoding=UTF-8"));
    command.addAll(ClassArchive.options());
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
    return runWith(Map.of("PARALLAX_DATA", data.toString()), folder, arguments);
  }

  /** Runs the program with variables of its own. */
  static Cli runWith(Map<String, String> environment, Path folder, Object... arguments)
      throws Exception {
    try (Child child = start(List.of(), folder, List.of(), environment, arguments)) {
      return child.end();
    }
  }

  @Override
  public boolean alive() {
    return process.isAlive();
  }

  @Override
  public String output() {
    try {
      return Files.readString(out) + Files.readString(err);
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** SIGKILL: nothing of the program runs after it. */
  @Override
  public void kill() {
    process.destroyForcibly().onExit().join();
  }

  /** What Ctrl-C sends. */
  void interrupt() throws IOException, InterruptedException {
    signal("-INT");
  }

  @Override
  public void signal(String signal) throws IOException, InterruptedException {
    new ProcessBuilder("kill", signal, Long.toString(process.pid())).start().waitFor();
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
}
